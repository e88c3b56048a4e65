import sql from 'sql-template-tag'
import { accountWords } from '#contract/access/account.ts'
import { identityApi } from '#contract/access/identity.ts'
import { ticketPath } from '#contract/first-paths.ts'
import type { Transaction } from '#platform/database'
import { conflict, invalid } from '#platform/refusals'
import { hashOf, newSecret } from '#platform/secrets'
import {
  type Account,
  addressAskedMail,
  emailChangedMail,
  type Caller,
  findByEmail,
  keepsPassword,
  newAddressMail,
  refuse,
  revokeTickets,
} from '#server/identity/accounts'
import { inBusinessOf, recordAccountAudit, type Service } from '#server/identity/service'
import { checkOwnPassword, type Self } from './own-account.ts'

const lifetimeMs = 60 * 60 * 1000

/** Looks at the password of whoever wants another address, and at how often they have wanted one: before anything is held. */
export async function checkEmailChange(service: Service, self: Self, password: string): Promise<Account> {
  const account = await checkOwnPassword(service, self, password, accountWords.emailWithMicrosoft)
  await service.lockout.countEmailChange(self.uid)
  return account
}

/** Sends the link to the new address, and word of it to the present one. Nothing changes before the link is opened. */
export async function askForEmail(
  service: Service,
  tx: Transaction,
  account: Account,
  email: string,
): Promise<void> {
  if (email === account.email) throw invalid(accountWords.sameEmail, { NewEmail: accountWords.sameEmail })
  // Whoever knew the former password may be the one it was changed for.
  if (!(await keepsPassword(tx, account)))
    throw conflict('password_changed', accountWords.passwordChangedMeanwhile)
  if (await findByEmail(tx, email)) throw conflict('email_taken', emailTaken, { NewEmail: emailTaken })
  const secret = newSecret()
  const expiresAt = new Date(service.now().getTime() + lifetimeMs)
  await tx.run(sql`
    insert into identity.email_change (uid, email, secret_hash, expires_at)
    values (${account.uid}, ${email}, ${hashOf(secret)}, ${expiresAt})
    on conflict (uid) do update set email = excluded.email, secret_hash = excluded.secret_hash,
      expires_at = excluded.expires_at`)
  const link = service.publicUrl() + ticketPath('confirmEmail', secret)
  await service.queueEmail(tx, newAddressMail(service.brand, link, email, account))
  await service.queueEmail(tx, addressAskedMail(service.brand, email, account))
}

const emailTaken = 'This e-mail address is already in use.'

/** Takes back an address that waits to be confirmed, and tells which that was. */
export async function withdrawEmail(tx: Transaction, { uid }: Self): Promise<string | null> {
  const row = await tx.maybe<{ email: string }>(
    sql`delete from identity.email_change where uid = ${uid} returning email`,
  )
  return row && row.email
}

type EmailChange = {
  readonly uid: string
  readonly email: string
  readonly displayName: string
  readonly newEmail: string
}

/** Which address takes the place of which. */
export async function describeEmailChange(service: Service, { ticket }: { ticket: string }) {
  const { email, newEmail } = await waitingChange(service, ticket)
  return { email, newEmail }
}

/** Makes the address that a link was sent to the account's. The link is used up; sessions go on. */
export async function confirmEmail(
  service: Service,
  { ticket }: { ticket: string },
  caller: Caller,
): Promise<void> {
  const change = await waitingChange(service, ticket)
  const { uid, newEmail } = change
  await inBusinessOf(service, await service.claimsFor(uid), async (tx) => {
    // Of two at once, one gets it.
    const used = await tx.run(sql`
      delete from identity.email_change where secret_hash = ${hashOf(ticket)} and expires_at > ${service.now()}`)
    if (used === 0) throw refuse('invalid-ticket')
    const { displayName } = await tx
      .one<{ displayName: string }>(
        sql`update identity.account set email = ${newEmail} where uid = ${uid} returning display_name as "displayName"`,
      )
      .catch(refuseTaken)
    // What was sent to the former address opens nothing any more.
    await revokeTickets(tx, uid)
    await service.placeFollows(tx, { uid, displayName, email: newEmail })
    await service.queueEmail(tx, emailChangedMail(service.brand, newEmail, change))
    const action = { name: 'confirmEmail', title: identityApi.confirmEmail.title }
    await recordAccountAudit(
      tx,
      change,
      caller,
      action,
      { uid, email: newEmail },
      {
        before: { Email: change.email },
        after: { Email: newEmail },
      },
    )
  })
}

// Somebody may have been given an account with it meanwhile.
function refuseTaken(error: unknown): never {
  throw (error as { code?: unknown }).code === '23505' ? refuse('account-exists') : error
}

async function waitingChange(service: Service, secret: string): Promise<EmailChange> {
  const change = await service.db.maybe<EmailChange & { isDisabled: boolean }>(sql`
    select uid, account.email, display_name as "displayName", email_change.email as "newEmail",
      is_disabled as "isDisabled"
    from identity.email_change join identity.account using (uid)
    where secret_hash = ${hashOf(secret)} and expires_at > ${service.now()}`)
  if (!change) throw refuse('invalid-ticket')
  if (change.isDisabled) throw refuse('user-disabled')
  return change
}
