import type { passClaimsApi } from '#contract/passes/pass-claims.ts'
import type { passInvitationsApi } from '#contract/passes/pass-invitations.ts'
import type { passPurseApi } from '#contract/passes/pass-purse.ts'
import type { passReplacementApi } from '#contract/passes/pass-replacement.ts'
import type { passTransferApi } from '#contract/passes/pass-transfer.ts'
import type { passesApi } from '#contract/passes/passes.ts'
import type { Handlers } from '#platform/call'
import { freshLink } from '#server/cards/issuing'
import {
  inviteToPass,
  listPassesToSend,
  linkByFormerCode,
  getMemberPass,
  listMemberPasses,
  resendPassInvitation,
  revokePass,
  replacePass,
  readRun,
  continuePassInvitations,
  countPassInvitations,
  exportPassInvitationRecipients,
  listPassInvitationRecipients,
  listPassInvitations,
  pausePassInvitations,
  previewPassInvitation,
  startPassInvitations,
  stopPassInvitations,
  tryPassInvitation,
} from '#server/passes/invitations'
import {
  claimPass,
  readHeldPass,
  getPassTransferModal,
  listPassFunds,
  transferPassToPoints,
  transferPointsToPass,
} from '#server/passes/issued'

/** The passes of members: sent, looked at, taken back, paid into. */
export const passRoutes: Handlers<
  typeof passesApi & typeof passTransferApi & typeof passPurseApi & typeof passReplacementApi
> = {
  listMemberPasses,
  getMemberPass,
  listPassesToSend,
  inviteToPass,
  resendPassInvitation,
  revokePass,
  replacePass,
  getPassTransferModal,
  transferPointsToPass,
  listPassFunds,
  transferPassToPoints,
}

/** Invitations to many members at once. */
export const passInvitationRoutes: Handlers<typeof passInvitationsApi> = {
  countPassInvitations,
  previewPassInvitation,
  tryPassInvitation,
  listPassInvitations,
  startPassInvitations,
  getPassInvitations: ({ db, who, params }) => readRun(db, who, params.runId),
  pausePassInvitations,
  continuePassInvitations,
  stopPassInvitations,
  listPassInvitationRecipients,
  exportPassInvitationRecipients,
}

/** What the holder of a code can do, without an account. */
export const passClaimRoutes: Handlers<typeof passClaimsApi> = {
  getHeldPass: ({ db, params }) => readHeldPass(db, params.code),
  claimPass,
  requestPassLink: (call) => freshLink(call, () => linkByFormerCode(call)),
}
