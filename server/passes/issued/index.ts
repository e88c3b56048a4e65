export {
  type OnPassesChanged,
  queueEndedPasses,
  raiseAgain,
  raiseLeftTags,
  raiseNextOfDesign,
  raiseTags,
  raiseTask,
} from './changes.ts'
export { claimPass, heldPass, isClaimable, noPass, readHeldPass } from './claims.ts'
export { hasPassInForce, memberOfPass, passHashes, readPassCode } from './pass-codes.ts'
export {
  activePasses,
  auditPass,
  lockPass,
  type Pass,
  passKind,
  passName,
  purseBalance,
  readPass,
  readPasses,
} from './pass-record.ts'
export { currentPurse, listPassFunds, transferPassToPoints } from './purse.ts'
export { getPassTransferModal, transferPointsToPass } from './points-transfer.ts'
export { faceOf, organisationOf, resolvedPass, type ResolvedPass } from './resolved-pass.ts'
export { passBySerial } from './wallet-passes.ts'
