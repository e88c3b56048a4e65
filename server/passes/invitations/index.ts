export { inviteNewMember, inviteToPass, issueToNewMember, listPassesToSend } from './invite.ts'
export { getMemberPass, listMemberPasses, resendPassInvitation, revokePass } from './member-passes.ts'
export { linkByFormerCode } from './pass-link.ts'
export { replacePass } from './replace-pass.ts'
export { readRun } from './run-record.ts'
export { formerRunTask, resumeInvitations, type RunJob, runTask, sendInvitations } from './run-work.ts'
export { previewPassInvitation, tryPassInvitation } from './run-preview.ts'
export { exportPassInvitationRecipients, listPassInvitationRecipients } from './run-recipients.ts'
export {
  continuePassInvitations,
  countPassInvitations,
  listPassInvitations,
  pausePassInvitations,
  startPassInvitations,
  stopPassInvitations,
} from './runs.ts'
