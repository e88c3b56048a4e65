import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { sessionLengthMs, type TokenClaims } from '#contract/access/identity.ts'
import { announceAccessChange } from '#platform/access'
import type { Queries, Transaction } from '#platform/database'
import { hashOf, newSecret } from '#platform/secrets'

export type Session = {
  readonly sid: string
  readonly uid: string
  readonly email: string
  readonly displayName: string
  /** When its user showed who they are; a refresh doesn't change it. */
  readonly authTime: Date
}

/** Where a session is used from: an address, and what the browser says of itself. */
export type Whence = { readonly address: string; readonly userAgent: string }

/** How long a browser may be away and still find its session, if nothing else ends it. */
export const idleLimitMs = 30 * 24 * 60 * 60 * 1000

// A byte more than the former version's, so that these can be told apart: their cookie has another name.
const secretBytes = 33

/** Whether the former version made this secret. */
export function isFormerSecret(secret: string): boolean {
  return Buffer.from(secret, 'base64url').length < secretBytes
}

/** A session for the browser to go on with. */
export type Begun = { readonly sid: string; readonly secret: string }

/** Starts a session; the secret goes into the browser's cookie and is stored nowhere. */
export async function startSession(
  tx: Transaction,
  uid: string,
  now: Date,
  { address, userAgent }: Whence,
): Promise<Begun> {
  const sid = randomUUID()
  const secret = newSecret(secretBytes)
  await tx.run(sql`
    insert into identity.session (sid, uid, secret_hash, auth_time, refreshed_at, address, user_agent)
    values (${sid}, ${uid}, ${hashOf(secret)}, ${now}, ${now}, ${address}, ${userAgent})`)
  return { sid, secret }
}

/** Has a session begin anew, as what was opened in it stays open; null when it has ended. */
export async function beginAnew(tx: Transaction, session: Begun, now: Date): Promise<Begun | null> {
  const begun = await tx.run(sql`update identity.session set auth_time = ${now} where sid = ${session.sid}`)
  return begun === 0 ? null : session
}

/** A session that somebody has come back to, and when it was used before. */
export type Resumed = Session & { readonly usedAt: Date }

/** The session behind a cookie, noted as used now and from there; null when it has ended. */
export async function resumeSession(
  db: Queries,
  secret: string,
  now: Date,
  { address, userAgent }: Whence,
): Promise<Resumed | null> {
  const row = await db.maybe<Omit<Resumed, 'authTime' | 'usedAt'> & { authTime: string; usedAt: string }>(sql`
    update identity.session set refreshed_at = ${now}, address = ${address}, user_agent = ${userAgent}
    from identity.account, identity.session as before
    where session.secret_hash = ${hashOf(secret)} and session.refreshed_at > ${idleSince(now)}
      and account.uid = session.uid and not is_disabled and before.sid = session.sid
    returning session.sid, session.uid, email, display_name as "displayName",
      session.auth_time as "authTime", before.refreshed_at as "usedAt"`)
  return row && { ...row, authTime: new Date(row.authTime), usedAt: new Date(row.usedAt) }
}

/** When the session with this id began; null when it has ended. */
export async function beginningOf(db: Queries, sid: string, uid: string, now: Date): Promise<Date | null> {
  const row = await db.maybe<{ authTime: string }>(sql`
    select auth_time as "authTime" from identity.session join identity.account using (uid)
    where sid = ${sid} and uid = ${uid} and refreshed_at > ${idleSince(now)} and not is_disabled`)
  return row && new Date(row.authTime)
}

/**
 * When the user of this session last showed who they are, by signing in or since; null when they haven't, or it has ended.
 * A sign-in with Microsoft shows nothing by itself: where the browser is known there, a click on a name is all of it.
 */
export async function provenAt(db: Queries, sid: string): Promise<Date | null> {
  const row = await db.maybe<{ at: string | null }>(sql`
    select greatest(proved_at, case when microsoft_key is null then auth_time end) as at
    from identity.session join identity.account using (uid) where sid = ${sid}`)
  return row?.at ? new Date(row.at) : null
}

/** Notes that the user of this session has shown again who they are. */
export async function noteProof(tx: Transaction, sid: string, now: Date): Promise<void> {
  await tx.run(sql`update identity.session set proved_at = ${now} where sid = ${sid}`)
}

/** Whether a session that began then is past its 8 hours. */
export function isPastLimit(authTime: Date, now: Date): boolean {
  return now.getTime() >= endOf(secondsOf(authTime)) * 1000
}

/** When the 8 hours of a session are over, in the whole seconds that tokens count: its last one ends with it. */
export function endOf(authTimeSeconds: number): number {
  return authTimeSeconds + sessionLengthMs / 1000
}

/** A time as tokens have it. */
export function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

/** Whether the limit holds for this user: all but those whose account says otherwise. */
export function hasLimit(claims: Pick<TokenClaims, 'autoLogOut'>): boolean {
  return claims.autoLogOut !== false
}

/** Ends the sessions of an account that are past their 8 hours, for when these are about to count no more. */
export async function endSessionsPastLimit(tx: Transaction, uid: string, now: Date): Promise<void> {
  const begun = new Date(now.getTime() - sessionLengthMs)
  await tx.run(sql`
    delete from identity.session where uid = ${uid} and date_trunc('second', auth_time) <= ${begun}`)
  await announceAccessChange(tx, uid)
}

/** Ends one session in every process. */
export async function endSession(tx: Transaction, { sid, uid }: Pick<Session, 'sid' | 'uid'>): Promise<void> {
  await tx.run(sql`delete from identity.session where sid = ${sid}`)
  await announceAccessChange(tx, uid)
}

/** Ends all sessions of an account but one, in every process. */
export async function endOtherSessions(
  tx: Transaction,
  { sid, uid }: Pick<Session, 'sid' | 'uid'>,
): Promise<void> {
  await tx.run(sql`delete from identity.session where uid = ${uid} and sid <> ${sid}`)
  await announceAccessChange(tx, uid)
}

/** A session as its user sees it in the list of all of theirs. */
export type ListedSession = {
  readonly sid: string
  readonly address: string | null
  readonly userAgent: string | null
  readonly authTime: Date
  readonly usedAt: Date
}

/** The sessions of an account that somebody may still come back to, the last used first. */
export async function sessionsOf(db: Queries, uid: string, now: Date): Promise<ListedSession[]> {
  const rows = await db.rows<
    Omit<ListedSession, 'authTime' | 'usedAt'> & { authTime: string; usedAt: string }
  >(sql`
    select sid, address, user_agent as "userAgent", auth_time as "authTime", refreshed_at as "usedAt"
    from identity.session where uid = ${uid} and refreshed_at > ${idleSince(now)}
    order by refreshed_at desc, sid`)
  return rows.map((row) => ({ ...row, authTime: new Date(row.authTime), usedAt: new Date(row.usedAt) }))
}

/** Ends all sessions of an account in every process. */
export async function endSessionsOf(tx: Transaction, uid: string): Promise<void> {
  await tx.run(sql`delete from identity.session where uid = ${uid}`)
  await announceAccessChange(tx, uid)
}

function idleSince(now: Date): Date {
  return new Date(now.getTime() - idleLimitMs)
}
