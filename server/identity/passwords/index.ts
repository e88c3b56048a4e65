export { refuseGuessable } from './guessable.ts'
export {
  acceptedHash,
  describeTicket,
  inviteToAccount,
  keepPassword,
  requestReset,
  setPassword,
  usableTicket,
} from './password-reset.ts'
export { hashPassword, isPassword } from './passwords.ts'
