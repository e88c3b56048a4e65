export {
  endOwnOtherSessions,
  endOwnSession,
  mannersOf,
  ownAccount,
  type Self,
  setOwnDateLocale,
} from './own-account.ts'
export { type OwnAccounts, ownAccountsOf } from './own-accounts.ts'
export { confirmEmail, describeEmailChange, withdrawEmail } from './own-email.ts'
export type { CheckedPassword } from './own-password.ts'
