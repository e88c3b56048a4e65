export { addDrawing } from './first-images.ts'
/** @public What a pass is made of: its design, and the content of its pictures. */
export { readConfiguration } from './configuration-record.ts'
/** @public */
export { readPassImages } from './images.ts'
export { passConfigurationRoutes } from './routes.ts'
export { passClaimRoutes, passInvitationRoutes, passRoutes } from './pass-routes.ts'
export { passSchedule, passTasks } from './tasks.ts'
export { mergePasses } from './merge.ts'
export { passHashes, readPassCode, usablePassesState } from './pass-codes.ts'
export { inviteNewMember } from './invite.ts'
/**
 * For whoever puts passes into wallets. A change of a pass, its member, its design or its purse queues it in its own
 * transaction; a job then raises the tags of what was queued, and tells `OnPassesChanged` of them in that transaction.
 * @public
 */
export { type ChangedPass, type OnPassesChanged } from './changes.ts'
/** @public The pass that a code of the claim page opens; a 404 otherwise. */
export { heldPass } from './claims.ts'
/** @public */
export { resolvedPass, type ResolvedPass } from './resolved-pass.ts'
/** @public */
export { passBySerial, passesChangedSince, type WalletPass } from './wallet-passes.ts'
