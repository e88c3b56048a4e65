import type { passClaimsApi } from '#contract/pass-claims.ts'
import type { passInvitationsApi } from '#contract/pass-invitations.ts'
import type { passTransferApi } from '#contract/pass-transfer.ts'
import type { passesApi } from '#contract/passes.ts'
import type { Handlers } from '#platform/call.ts'
import { freshLink } from '#server/cards'
import { claimPass, readHeldPass } from './claims.ts'
import { inviteToPass, listPassesToSend } from './invite.ts'
import { linkByFormerCode } from './pass-link.ts'
import { getMemberPass, listMemberPasses, resendPassInvitation, revokePass } from './member-passes.ts'
import { getPassTransferModal, transferPointsToPass } from './points-transfer.ts'
import { readRun } from './run-record.ts'
import {
  countPassInvitations,
  listPassInvitations,
  startPassInvitations,
  stopPassInvitations,
} from './runs.ts'

/** The passes of members: sent, looked at, taken back, paid into. */
export const passRoutes: Handlers<typeof passesApi & typeof passTransferApi> = {
  listMemberPasses,
  getMemberPass,
  listPassesToSend,
  inviteToPass,
  resendPassInvitation,
  revokePass,
  getPassTransferModal,
  transferPointsToPass,
}

/** Invitations to many members at once. */
export const passInvitationRoutes: Handlers<typeof passInvitationsApi> = {
  countPassInvitations,
  listPassInvitations,
  startPassInvitations,
  getPassInvitations: ({ db, who, params }) => readRun(db, who, params.runId),
  stopPassInvitations,
}

/** What the holder of a code can do, without an account. */
export const passClaimRoutes: Handlers<typeof passClaimsApi> = {
  getHeldPass: ({ db, params }) => readHeldPass(db, params.code),
  claimPass,
  requestPassLink: (call) => freshLink(call, () => linkByFormerCode(call)),
}
