import { passInvitationsApi } from '#contract/passes/pass-invitations.ts'
import { passTransferApi } from '#contract/passes/pass-transfer.ts'
import { passesApi } from '#contract/passes/passes.ts'

/** What tells of members' digital cards, and is out of date once one has changed. */
export const showsPasses = [
  passesApi.listMemberPasses,
  passesApi.getMemberPass,
  passTransferApi.getPassTransferModal,
  passInvitationsApi.countPassInvitations,
]
