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
  lockReadableSession,
  lockSession,
  noteStep,
  readSession,
  type Session,
  sessionBySecret,
  sessionColumns,
  sessionVisibleTo,
} from './session-record.ts'
export { startRegistration, startRenewal } from './start-session.ts'
export {
  changesTypeUnproven,
  completeSubmission,
  finalise,
  finishRenewalTask,
  formerFinishRenewalTask,
  type SessionPayload,
} from './submission.ts'
