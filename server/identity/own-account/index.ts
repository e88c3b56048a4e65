export {
  endOwnOtherSessions,
  endOwnSession,
  mannersOf,
  ownAccount,
  readOwnAccount,
  type Self,
  setOwnDateLocale,
  setOwnName,
} from './own-account.ts'
export {
  askForEmail,
  checkEmailChange,
  confirmEmail,
  describeEmailChange,
  withdrawEmail,
} from './own-email.ts'
export { changeOwnPassword, checkPasswordChange, type CheckedPassword } from './own-password.ts'
export { type OwnAccounts, ownAccountsOf } from './own-accounts.ts'
