import sql from 'sql-template-tag'
import type { FactorGiven } from '#contract/access/factor-answers.ts'
import { factorSignInApi } from '#contract/access/factor-sign-in.ts'
import type { Transaction } from '#platform/database'
import { hashOf, newSecret } from '#platform/secrets'
import { type Caller, normalisedEmail, refuse, revokeTickets } from '#server/identity/accounts'
import { deleteFactors } from '#server/identity/factors'
import type { Service } from '#server/identity/service'
import { flowLifetimeMs, endSessionsOf } from '#server/identity/sessions'
import {
  checkCredentials,
  checkFactor,
  type Credentials,
  enterAccount,
  type Entered,
  requireNoFactor,
} from '#server/identity/sign-in'

type PendingLink = { readonly uid: string; readonly email: string; readonly microsoftKey: string }

/** Notes that a Microsoft identity waits for an account's password; the secret goes into the browser's cookie. */
export async function startLink(service: Service, uid: string, microsoftKey: string): Promise<string> {
  const secret = newSecret()
  const expiresAt = new Date(service.now().getTime() + flowLifetimeMs)
  await service.db.run(sql`
    insert into identity.pending_link (secret_hash, uid, microsoft_key, expires_at)
    values (${hashOf(secret)}, ${uid}, ${microsoftKey}, ${expiresAt})`)
  return secret
}

/** Links the waiting Microsoft identity with the account whose password is given, and signs in. The password is gone then. */
export async function linkMicrosoft(
  service: Service,
  secret: string | null,
  { secondFactor, ...credentials }: Credentials & { readonly secondFactor?: FactorGiven | undefined },
  caller: Caller,
): Promise<Entered> {
  const pending = secret && (await findPending(service, secret))
  if (!pending) throw refuse('microsoft-failed')
  if (normalisedEmail(credentials.email) !== pending.email) throw refuse('invalid-request')
  const account = await checkCredentials(service, credentials, caller)
  // Anybody can have a Microsoft account that names this address: the password alone must not open what it didn't before.
  const shown = secondFactor
    ? await checkFactor(service, account, secondFactor, caller)
    : await requireNoFactor(service, account)
  const action = { name: 'linkMicrosoft', title: factorSignInApi.linkMicrosoft.title }
  const alongside = async (tx: Transaction) => {
    await shown?.spend(tx)
    await spendPending(tx, secret)
    await replacePassword(tx, pending)
    // With the password goes what stood beside it: from now on Microsoft asks for its own.
    await deleteFactors(tx, pending.uid)
    await revokeTickets(tx, pending.uid)
    await endSessionsOf(tx, pending.uid)
  }
  const shownBeside = { isPasswordAlone: shown === undefined, isProof: true }
  const entered = await enterAccount(service, account, caller, action, { alongside, ...shownBeside })
  await shown?.forgive()
  return entered
}

function findPending(service: Service, secret: string): Promise<PendingLink | null> {
  return service.db.maybe<PendingLink>(sql`
    select uid, email, pending_link.microsoft_key as "microsoftKey"
    from identity.pending_link join identity.account using (uid)
    where secret_hash = ${hashOf(secret)} and expires_at > ${service.now()}`)
}

async function spendPending(tx: Transaction, secret: string): Promise<void> {
  const used = await tx.run(sql`delete from identity.pending_link where secret_hash = ${hashOf(secret)}`)
  if (used === 0) throw refuse('microsoft-failed')
}

async function replacePassword(tx: Transaction, { uid, microsoftKey }: PendingLink): Promise<void> {
  const linked = await tx.run(sql`
    update identity.account set microsoft_key = ${microsoftKey}, password_hash = null
    where uid = ${uid} and not exists (select from identity.account where microsoft_key = ${microsoftKey})`)
  // Meanwhile it was linked with another account.
  if (linked === 0) throw refuse('microsoft-failed')
}
