import type { MyAccount } from '#contract/access/account.ts'
import type { Queries, Transaction } from '#platform/database'
import type { Account } from '#server/identity/accounts'
import type { Service } from '#server/identity/service'
import { readOwnAccount, type Self, setOwnName } from './own-account.ts'
import { askForEmail, checkEmailChange } from './own-email.ts'
import { changeOwnPassword, checkPasswordChange, type CheckedPassword } from './own-password.ts'

/** What people do to their own account and identity has to be asked for; what looks at a password is done before anything is held. */
export type OwnAccounts = {
  read(db: Queries, self: Self): Promise<MyAccount>
  setName(tx: Transaction, account: Account, name: string): Promise<void>
  checkPasswordChange(
    self: Self,
    passwords: { Password: string; NewPassword: string },
  ): Promise<CheckedPassword>
  changePassword(tx: Transaction, self: Self, checked: CheckedPassword): Promise<void>
  checkEmailChange(self: Self, password: string): Promise<Account>
  askForEmail(tx: Transaction, account: Account, email: string): Promise<void>
}

/** Ties them to the service that does them. */
export function ownAccountsOf(service: Service): OwnAccounts {
  return {
    read: (db, self) => readOwnAccount(service, db, self),
    setName: (tx, account, name) => setOwnName(service, tx, account, name),
    checkPasswordChange: (self, passwords) => checkPasswordChange(service, self, passwords),
    changePassword: (tx, self, checked) => changeOwnPassword(service, tx, self, checked),
    checkEmailChange: (self, password) => checkEmailChange(service, self, password),
    askForEmail: (tx, account, email) => askForEmail(service, tx, account, email),
  }
}
