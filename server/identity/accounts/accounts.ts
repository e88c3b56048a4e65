import { randomUUID } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { announceAccessChange } from '#platform/access'
import type { Queries, Transaction } from '#platform/database'
import { conflict } from '#platform/refusals'
import { endSessionsOf } from '#server/identity/sessions'
import { refuse } from './refusals.ts'
import { revokeTickets } from './tickets.ts'

export type Account = {
  readonly uid: string
  readonly email: string
  readonly displayName: string
  readonly passwordHash: string | null
  readonly microsoftKey: string | null
  readonly isDisabled: boolean
}

const EmailAddress = z.email()

/** An e-mail address as accounts have it, or a refusal. */
export function emailAddress(text: string): string {
  const email = normalisedEmail(text)
  if (!EmailAddress.safeParse(email).success) throw refuse('invalid-email')
  return email
}

/** The spelling under which an address is stored and looked up. */
export function normalisedEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** The account that was found, unless there is none or it is disabled. */
export function requireUsable(account: Account | null): Account {
  if (!account) throw refuse('user-not-found')
  if (account.isDisabled) throw refuse('user-disabled')
  return account
}

/** The account with this address, in its normalised spelling. */
export function findByEmail(db: Queries, email: string): Promise<Account | null> {
  return findWhere(db, sql`email = ${email}`)
}

/** That an account `a` has something to sign in with. */
export const canSignIn = sql`(a.password_hash is not null or a.microsoft_key is not null or exists (
  select from identity.factor where factor.uid = a.uid and kind = 'passkey'))`

/**
 * Whether an account still has the password that was looked at before the transaction began: one that was changed since
 * proves nothing any more. Until the end of the transaction it stays.
 */
export async function keepsPassword(
  tx: Transaction,
  { uid, passwordHash }: Pick<Account, 'uid' | 'passwordHash'>,
): Promise<boolean> {
  const kept = await tx.maybe(sql`
    select from identity.account where uid = ${uid} and password_hash = ${passwordHash} for share`)
  return kept !== null
}

/** The account that is linked with this Microsoft identity. */
export function findByMicrosoftKey(db: Queries, key: string): Promise<Account | null> {
  return findWhere(db, sql`microsoft_key = ${key}`)
}

/** The account with this id. */
export function findByUid(db: Queries, uid: string): Promise<Account | null> {
  return findWhere(db, sql`uid = ${uid}`)
}

function findWhere(db: Queries, condition: Sql): Promise<Account | null> {
  return db.maybe<Account>(sql`
    select uid, email, display_name as "displayName", password_hash as "passwordHash",
      microsoft_key as "microsoftKey", is_disabled as "isDisabled"
    from identity.account where ${condition}`)
}

export type NewAccount = { uid?: string; email: string; displayName: string; passwordHash?: string }

/** Makes an account. An address has one account at most. */
export async function createAccount(tx: Transaction, account: NewAccount): Promise<{ uid: string }> {
  const { uid = randomUUID(), email, displayName, passwordHash } = account
  const made = await tx.run(sql`
    insert into identity.account (uid, email, display_name, password_hash)
    values (${uid}, ${normalisedEmail(email)}, ${displayName}, ${passwordHash})
    on conflict (email) do nothing`)
  if (made === 0) throw emailTaken()
  return { uid }
}

const emailTaken = () => conflict('email_taken', 'This e-mail address is already in use.')

/**
 * Gives an account another name or address. Links that went to a former address are good no more; sessions go on. Refused
 * where its owner has confirmed another address meanwhile, which would be lost.
 */
export async function renameAccount(
  tx: Transaction,
  { uid, email: known }: Pick<Account, 'uid' | 'email'>,
  { email, displayName }: Pick<Account, 'email' | 'displayName'>,
): Promise<void> {
  const address = normalisedEmail(email)
  if (await tx.maybe(sql`select from identity.account where email = ${address} and uid <> ${uid}`))
    throw emailTaken()
  const before = await tx.one<{ email: string }>(
    sql`select email from identity.account where uid = ${uid} for update`,
  )
  if (before.email !== known)
    throw conflict('address_changed', `The e-mail address is ${before.email} since. Look at it again.`)
  if (before.email !== address) await revokeTickets(tx, uid)
  await tx.run(
    sql`update identity.account set email = ${address}, display_name = ${displayName} where uid = ${uid}`,
  )
  await announceAccessChange(tx, uid)
}

/** Unlinks an account from Microsoft: until it accepts an invitation nobody can sign in, and all its sessions end. */
export async function unlinkMicrosoft(tx: Transaction, uid: string): Promise<void> {
  await tx.run(sql`update identity.account set microsoft_key = null where uid = ${uid}`)
  await tx.run(sql`delete from identity.pending_link where uid = ${uid}`)
  await endSessionsOf(tx, uid)
}

/** Lets an account sign in or not; disabling ends its sessions at once. */
export async function setDisabled(tx: Transaction, uid: string, isDisabled: boolean): Promise<void> {
  // The account first: a sign-in at the same moment either sees this, or is among the sessions ended next.
  await tx.run(sql`update identity.account set is_disabled = ${isDisabled} where uid = ${uid}`)
  if (isDisabled) await endSessionsOf(tx, uid)
}

/** Removes an account with its sessions, tickets and links. */
export async function deleteAccount(tx: Transaction, uid: string): Promise<void> {
  await tx.run(sql`delete from identity.account where uid = ${uid}`)
  await announceAccessChange(tx, uid)
}

/** What others may know of an account. */
export type AccountState = {
  readonly uid: string
  readonly isDisabled: boolean
  /** There is neither a password nor a link nor a passkey yet, so nobody can sign in. */
  readonly isInvited: boolean
  readonly isLinked: boolean
  readonly hasPassword: boolean
  readonly lastSignIn: string | null
  readonly hasSecondFactor: boolean
  /** The message that brings the invitation, until when its link is good, and when that was followed first. */
  readonly invitation: {
    readonly messageId: string | null
    readonly expiresAt: string | null
    readonly openedAt: string | null
    readonly isLate: boolean
  }
}

/** How each of these accounts stands. */
export async function accountStates(
  db: Queries,
  uids: readonly string[],
): Promise<Map<string, AccountState>> {
  const rows = await db.rows<Omit<AccountState, 'invitation'> & AccountState['invitation']>(sql`
    select uid, is_disabled as "isDisabled", last_sign_in_at as "lastSignIn", microsoft_key is not null as "isLinked",
      password_hash is not null as "hasPassword",
      not ${canSignIn} as "isInvited", invitation_message_id::text as "messageId",
      invitation_expires_at as "expiresAt", invitation_opened_at as "openedAt",
      coalesce(invitation_expires_at <= now(), false) as "isLate",
      exists (select from identity.factor where factor.uid = a.uid) as "hasSecondFactor"
    from identity.account a where uid = any(${uids})`)
  return new Map(
    rows.map(({ messageId, expiresAt, openedAt, isLate, ...state }) => [
      state.uid,
      { ...state, invitation: { messageId, expiresAt, openedAt, isLate } },
    ]),
  )
}
