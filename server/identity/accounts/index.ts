export {
  type Account,
  type AccountState,
  accountStates,
  createAccount,
  deleteAccount,
  emailAddress,
  findByEmail,
  findByMicrosoftKey,
  findByUid,
  normalisedEmail,
  requireUsable,
  setDisabled,
} from './accounts.ts'
export { createDevices, type Devices } from './devices.ts'
export { type Caller, createLockout, type Lockout } from './lockout.ts'
export { type Mail, ticketMail } from './mails.ts'
export { answerWithCodes, askForFactor, refuse } from './refusals.ts'
export { issueTicket, readTicket, revokeTickets, type Ticket, type TicketKind, useTicket } from './tickets.ts'
