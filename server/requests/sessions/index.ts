export { forgetAbandoned } from './abandoned.ts'
export {
  letters,
  longDateInLetter,
  type Recipient,
  recipientOfRequest,
  renewedType,
  writeForStranger,
  writeToApplicant,
} from './applicant-messages.ts'
export {
  maskedContacts,
  typeOfferedAgain,
  type Person,
  personById,
  personByNumber,
  usualContact,
} from './contact-on-file.ts'
export { answersOnFile } from './on-file.ts'
export {
  addStep,
  advance,
  answersOf,
  codeEntered,
  isProven,
  lockReadableSession,
  lockSession,
  noteStep,
  putBackStep,
  readSession,
  type Session,
  sessionBySecret,
  sessionColumns,
  sessionVisibleTo,
} from './session-record.ts'
export { passCodeOf } from './pass-code.ts'
export { offeredTypes, reviewNeeded, ruleProblem, waitReason } from './rules.ts'
export { startRegistration, startRenewal } from './start-session.ts'
export {
  askSponsorsTask,
  carryOutRequest,
  completeSubmission,
  finalise,
  finishApplicationTask,
  finishRenewalTask,
  formerFinishRenewalTask,
  type SessionPayload,
  goOn,
  isBeingCarriedOut,
  type SponsorPayload,
  waitForStaff,
  type Way,
} from './submission.ts'
export { copyOf, submittedFacts } from './submitted-copy.ts'
