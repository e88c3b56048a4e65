import sql from 'sql-template-tag'
import { accountWords } from '#contract/access/account.ts'
import { guessablePassword } from '#contract/access/identity.ts'
import type { Transaction } from '#platform/database'
import { conflict, invalid, Refusal } from '#platform/refusals'
import { type Account, passwordChangedMail, revokeTickets } from '#server/identity/accounts'
import { hashPassword, refuseGuessable } from '#server/identity/passwords'
import type { Service } from '#server/identity/service'
import { endOtherSessions } from '#server/identity/sessions'
import { checkOwnPassword, type Self } from './own-account.ts'

/** A password that has been looked at, and what takes its place. */
export type CheckedPassword = { readonly account: Account; readonly newHash: string }

/** Looks at the present password and at the new one, which takes long: before anything is held. */
export async function checkPasswordChange(
  service: Service,
  self: Self,
  { Password, NewPassword }: { Password: string; NewPassword: string },
): Promise<CheckedPassword> {
  const account = await checkOwnPassword(service, self, Password)
  const { businessId = '' } = await service.claimsFor(self.uid)
  const known = [account.email, account.displayName, service.brand, 'hub', businessId]
  await refuseGuessable(NewPassword, known).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    throw invalid(guessablePassword, { NewPassword: guessablePassword })
  })
  return { account, newHash: await hashPassword(self.uid, NewPassword) }
}

/** Puts the new password in the place of the one that was looked at. Every other session ends, and so does every link that was sent. */
export async function changeOwnPassword(
  service: Service,
  tx: Transaction,
  { uid, sessionId }: Self,
  { account, newHash }: CheckedPassword,
): Promise<void> {
  const changed = await tx.run(sql`
    update identity.account set password_hash = ${newHash}
    where uid = ${uid} and password_hash = ${account.passwordHash}`)
  if (changed === 0) throw conflict('password_changed', accountWords.passwordChangedMeanwhile)
  await revokeTickets(tx, uid)
  await endOtherSessions(tx, { sid: sessionId, uid })
  await service.queueEmail(tx, passwordChangedMail(service.brand, account))
}
