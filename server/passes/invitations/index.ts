export { inviteNewMember, inviteToPass, issueToNewMember, listPassesToSend } from './invite.ts'
export { getMemberPass, listMemberPasses, resendPassInvitation, revokePass } from './member-passes.ts'
export { linkByFormerCode } from './pass-link.ts'
export { replacePass } from './replace-pass.ts'
export { readRun } from './run-record.ts'
export { resumeInvitations, type RunJob, sendInvitations } from './run-work.ts'
export {
  countPassInvitations,
  listPassInvitations,
  startPassInvitations,
  stopPassInvitations,
} from './runs.ts'
