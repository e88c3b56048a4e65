export { forgetAbandoned } from './abandoned.ts'
export {
  letters,
  longDate,
  type Recipient,
  recipientOf,
  renewedType,
  writeForStranger,
  writeToApplicant,
} from './applicant-messages.ts'
export {
  maskedContacts,
  offeredType,
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
  lockSession,
  readSession,
  type Session,
  sessionBySecret,
  sessionColumns,
  sessionVisibleTo,
} from './session-record.ts'
export { passCodeOf } from './pass-code.ts'
export { offeredTypes, reviewNeeded, ruleProblem, waitReason } from './rules.ts'
export {
  carryOut,
  completeSubmission,
  finalise,
  finishApplicationTask,
  finishRenewalTask,
  formerFinishRenewalTask,
  type SessionPayload,
  waitForStaff,
  type Way,
} from './submission.ts'
