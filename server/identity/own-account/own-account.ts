import sql from 'sql-template-tag'
import { accountWords, type MyAccount } from '#contract/access/account.ts'
import { type DateLocale, type SignsInWith } from '#contract/access/manners.ts'
import type { Queries, Transaction } from '#platform/database'
import { invalid, notFound, notSignedIn } from '#platform/refusals'
import { type Account, findByUid } from '#server/identity/accounts'
import { isPassword } from '#server/identity/passwords'
import type { Service } from '#server/identity/service'
import {
  endOtherSessions,
  endSession,
  hasLimit,
  isPastLimit,
  type ListedSession,
  sessionsOf,
} from '#server/identity/sessions'
import { deviceInWords } from './user-agent.ts'

/** Whoever is signed in, by their account and the session that they ask in. */
export type Self = { readonly uid: string; readonly sessionId: string }

/** What the console has to know of an account to begin with. */
export type AccountManners = { readonly signsInWith: SignsInWith; readonly dateLocale: DateLocale }

/** How somebody signs in, and in whose way they read dates. */
export async function mannersOf(db: Queries, uid: string): Promise<AccountManners> {
  const manners = await db.maybe<AccountManners>(sql`
    select case when microsoft_key is not null then 'Microsoft' when password_hash is not null then 'Password'
      else 'Passkey' end as "signsInWith", date_locale as "dateLocale"
    from identity.account where uid = ${uid}`)
  // Deleted at this very moment.
  if (!manners) throw notSignedIn()
  return manners
}

/** The account of whoever is signed in, with its sessions. */
export async function readOwnAccount(service: Service, db: Queries, self: Self): Promise<MyAccount> {
  const account = await ownAccount(db, self)
  const { signsInWith, dateLocale } = await mannersOf(db, self.uid)
  const pending = await db.maybe<MyAccount['PendingEmail'] & object>(sql`
    select email as "Email", expires_at as "ExpiryDate" from identity.email_change
    where uid = ${self.uid} and expires_at > ${service.now()}`)
  return {
    DisplayName: account.displayName,
    Email: account.email,
    PendingEmail: pending,
    SignsInWith: signsInWith,
    DateLocale: dateLocale,
    Sessions: (await liveSessionsOf(service, db, self)).map((session) => shownSession(session, self)),
  }
}

async function liveSessionsOf(service: Service, db: Queries, { uid }: Self): Promise<ListedSession[]> {
  const now = service.now()
  const sessions = await sessionsOf(db, uid, now)
  const isLimited = hasLimit(await service.claimsFor(uid))
  return sessions.filter(({ authTime }) => !isLimited || !isPastLimit(authTime, now))
}

function shownSession({ sid, address, userAgent, authTime, usedAt }: ListedSession, self: Self) {
  return {
    SessionId: sid,
    Device: deviceInWords(userAgent),
    Address: address,
    SignedInDate: authTime.toISOString(),
    LastUsedDate: usedAt.toISOString(),
    IsThisOne: sid === self.sessionId,
  }
}

/** The account behind a session. */
export async function ownAccount(db: Queries, { uid }: Self): Promise<Account> {
  const account = await findByUid(db, uid)
  if (!account) throw notSignedIn()
  return account
}

/** The account of whoever is signed in, if the password is theirs; every failure counts towards the lockout of the session. */
export async function checkOwnPassword(
  service: Service,
  self: Self,
  password: string,
  withMicrosoft = accountWords.withMicrosoft,
): Promise<Account & { readonly passwordHash: string }> {
  const account = await ownAccount(service.db, self)
  const { uid, passwordHash, microsoftKey } = account
  if (!passwordHash) throw invalid(microsoftKey ? withMicrosoft : accountWords.withPasskey)
  const counted = await service.lockout.countProof(self.sessionId)
  // What we had no time to look at is no failure.
  const isRight = await isPassword(uid, passwordHash, password).catch(counted.takeBack)
  if (!isRight) throw invalid(accountWords.notYourPassword, { Password: accountWords.notYourPassword })
  await counted.forgive()
  return { ...account, passwordHash }
}

/** Gives an account another name. */
export async function setOwnName(
  service: Service,
  tx: Transaction,
  { uid }: Account,
  displayName: string,
): Promise<void> {
  const { email } = await tx.one<{ email: string }>(
    sql`update identity.account set display_name = ${displayName} where uid = ${uid} returning email`,
  )
  await service.placeFollows(tx, { uid, email, displayName })
}

/** Has dates written in another way. */
export async function setOwnDateLocale(tx: Transaction, { uid }: Self, locale: DateLocale): Promise<void> {
  await tx.run(sql`update identity.account set date_locale = ${locale} where uid = ${uid}`)
}

/** Ends one session of whoever is signed in; another person's is none. */
export async function endOwnSession(tx: Transaction, { uid }: Self, sid: string): Promise<void> {
  const own = await tx.maybe(sql`select from identity.session where sid = ${sid} and uid = ${uid}`)
  if (!own) throw notFound('The session')
  await endSession(tx, { sid, uid })
}

/** Ends every session of whoever is signed in but the one that they ask in. */
export async function endOwnOtherSessions(tx: Transaction, { uid, sessionId }: Self): Promise<void> {
  await endOtherSessions(tx, { sid: sessionId, uid })
}
