import { passInvitationsApi } from '#contract/pass-invitations.ts'
import { passTransferApi } from '#contract/pass-transfer.ts'
import { passesApi } from '#contract/passes.ts'

/** What tells of members' digital cards, and is out of date once one has changed. */
export const showsPasses = [
  passesApi.listMemberPasses,
  passesApi.getMemberPass,
  passTransferApi.getPassTransferModal,
  passInvitationsApi.countPassInvitations,
]
