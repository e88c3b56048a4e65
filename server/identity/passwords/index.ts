export { refuseGuessable } from './guessable.ts'
export { describeTicket, inviteToAccount, requestReset, setPassword, usableTicket } from './password-reset.ts'
export { hashPassword, isPassword } from './passwords.ts'
