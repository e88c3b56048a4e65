export {
  type Account,
  type AccountState,
  accountStates,
  canSignIn,
  createAccount,
  deleteAccount,
  emailAddress,
  findByEmail,
  findByMicrosoftKey,
  findByUid,
  keepsPassword,
  normalisedEmail,
  renameAccount,
  requireUsable,
  setDisabled,
  unlinkMicrosoft,
} from './accounts.ts'
export { createDevices, type Devices } from './devices.ts'
export { type Caller, createLockout, forgetFailures, type Lockout, type Target } from './lockout.ts'
export {
  addressAskedMail,
  emailChangedMail,
  type InvitedBy,
  type Mail,
  newAddressMail,
  passwordChangedMail,
  ticketMail,
} from './mails.ts'
export { answerWithCodes, askForFactor, refuse } from './refusals.ts'
export {
  issueTicket,
  readTicket,
  readTicketOf,
  revokeTickets,
  type Ticket,
  type TicketKind,
  useTicket,
  spendTicket,
} from './tickets.ts'
