export { describeTicket, inviteToAccount, requestReset, setPassword } from './password-reset.ts'
export { hashPassword, isPassword } from './passwords.ts'
