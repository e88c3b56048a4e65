import sql from 'sql-template-tag'
import { identityApi, type SignedIn } from '#contract/access/identity.ts'
import { lockReasons } from '#contract/audit/refused-entries.ts'
import type { Action } from '#platform/call'
import type { Transaction } from '#platform/database'
import {
  type Caller,
  type Account,
  emailAddress,
  findByEmail,
  requireUsable,
  refuse,
} from '#server/identity/accounts'
import { hasFactor } from '#server/identity/factors'
import { isPassword } from '#server/identity/passwords'
import {
  inBusinessOf,
  type PlaceClaims,
  recordAccountAudit,
  type Refused,
  requireOpenPlace,
  type Service,
} from '#server/identity/service'
import {
  beginAnew,
  type Begun,
  endSession,
  hasLimit,
  isPastLimit,
  noteProof,
  type Resumed,
  resumeSession,
  secondsOf,
  type Session,
  startSession,
} from '#server/identity/sessions'
import { requireNoFactor } from './ask-for-factor.ts'

export type Credentials = { readonly email: string; readonly password: string }

/** A session to go on with: its secret for the cookie, and what its user gets. */
export type Entered = { readonly secret: string; readonly signedIn: SignedIn }

/**
 * Signs in with e-mail and password; where the account has a second factor it is asked for instead. The device is known to
 * the account from then on, by the cookie it gets.
 */
export async function signIn(
  service: Service,
  credentials: Credentials,
  caller: Caller,
): Promise<Entered & { readonly device: string }> {
  const account = await checkCredentials(service, credentials, caller)
  await requireNoFactor(service, account)
  const action = { name: 'signIn', title: identityApi.signIn.title }
  const entered = await enterAccount(service, account, caller, action, { isPasswordAlone: true })
  return { ...entered, device: service.devices.remember(caller.device, account) }
}

/** The account whose password this is; every failure counts towards the lockout. */
export async function checkCredentials(
  service: Service,
  { email: text, password }: Credentials,
  caller: Caller,
): Promise<Account> {
  const email = emailAddress(text)
  const refused = { target: { email, account: await findByEmail(service.db, email) }, caller }
  return service.refusedEntries.during(refused, () => checkPassword(service, refused, password))
}

async function checkPassword(service: Service, refused: Refused, password: string): Promise<Account> {
  const counted = await service.lockout.countSignIn(refused.target, refused.caller)
  const account = requireUsable(refused.target.account)
  // Who asks for a reset is told the same, as often; where Microsoft isn't set up any more it would lead nowhere.
  if (account.microsoftKey && service.microsoft) throw refuse('use-microsoft')
  const { uid, passwordHash } = account
  // What we had no time to look at is no failure.
  const isRight = passwordHash && (await isPassword(uid, passwordHash, password).catch(counted.takeBack))
  if (!isRight) {
    if (counted.isLast) service.refusedEntries.lockedOut(refused, lockReasons.password)
    throw refuse('wrong-password')
  }
  await counted.forgive()
  return account
}

/** How somebody enters. */
type Entering = {
  /** Happens in the same transaction or not at all. */
  readonly alongside?: (tx: Transaction) => Promise<void>
  /** Goes on record. */
  readonly after?: Readonly<Record<string, unknown>>
  /** Nothing but the password was shown: where there is a second factor by now, that is too little. */
  readonly isPasswordAlone?: boolean
  /** Whoever signs in with Microsoft has shown beyond that who they are. */
  readonly isProof?: boolean
  /** Their session in this browser, which begins anew instead of another. */
  readonly session?: Begun | null
}

/** Begins a session for an account that has been checked. */
export async function enterAccount(
  service: Service,
  account: Account,
  caller: Caller,
  action: Action,
  { alongside, after, isPasswordAlone = false, isProof = false, session = null }: Entering = {},
): Promise<Entered> {
  const now = service.now()
  const claims = await service.claimsFor(account.uid)
  await requireOpenPlace(service, claims)
  const { sid, secret } = await inBusinessOf(service, claims, async (tx) => {
    await requireUnchanged(tx, account, now)
    // Who adds one holds the account meanwhile: it is there by now, or this session will be ended by it.
    if (isPasswordAlone && (await hasFactor(tx, account.uid))) throw refuse('not-signed-in')
    await alongside?.(tx)
    const begun =
      (session && (await beginAnew(tx, session, now))) ?? (await startSession(tx, account.uid, now, caller))
    if (isProof) await noteProof(tx, begun.sid, now)
    await recordAccountAudit(tx, account, caller, action, account, after && { after })
    return begun
  })
  return { secret, signedIn: await describe(service, { ...account, sid, authTime: now }, claims) }
}

/** The password may have been changed, or the account disabled, since it was checked: then it doesn't count any more. */
async function requireUnchanged(tx: Transaction, account: Account, now: Date): Promise<void> {
  const unchanged = await tx.run(sql`
    update identity.account set last_sign_in_at = ${now}
    where uid = ${account.uid} and not is_disabled
      and password_hash is not distinct from ${account.passwordHash}
      and microsoft_key is not distinct from ${account.microsoftKey}`)
  if (unchanged === 0) throw refuse('not-signed-in')
}

/** A fresh token for the first live session behind a cookie. It says what holds now, but when the user signed in stays. */
export async function refreshToken(
  service: Service,
  secrets: readonly string[],
  caller: Caller,
): Promise<Entered & Pick<Resumed, 'usedAt'>> {
  for (const secret of secrets) {
    const session = await resumeSession(service.db, secret, service.now(), caller)
    if (session) return { ...(await goOn(service, secret, session)), usedAt: session.usedAt }
  }
  throw refuse('not-signed-in')
}

/** The first live session behind a cookie. */
export async function currentSession(
  service: Service,
  secrets: readonly string[],
  caller: Caller,
): Promise<Session> {
  for (const secret of secrets) {
    const session = await resumeSession(service.db, secret, service.now(), caller)
    if (session) {
      await requireWithinLimit(service, session, await service.claimsFor(session.uid))
      return session
    }
  }
  throw refuse('not-signed-in')
}

/** The live session behind a cookie that is this account's. */
export async function sessionOf(
  service: Service,
  { uid }: Pick<Account, 'uid'>,
  secrets: readonly string[],
  caller: Caller,
): Promise<Begun | null> {
  const isLimited = hasLimit(await service.claimsFor(uid))
  for (const secret of secrets) {
    const session = await resumeSession(service.db, secret, service.now(), caller)
    const isTheirs = session?.uid === uid && !(isLimited && isPastLimit(session.authTime, service.now()))
    if (isTheirs) return { sid: session.sid, secret }
  }
  return null
}

async function goOn(service: Service, secret: string, session: Session): Promise<Entered> {
  const claims = await service.claimsFor(session.uid)
  await requireOpenPlace(service, claims)
  await requireWithinLimit(service, session, claims)
  return { secret, signedIn: await describe(service, session, claims) }
}

async function requireWithinLimit(service: Service, session: Session, claims: PlaceClaims): Promise<void> {
  if (hasLimit(claims) && isPastLimit(session.authTime, service.now())) {
    await inBusinessOf(service, claims, (tx) => endSession(tx, session))
    throw refuse('not-signed-in')
  }
}

/** Ends the sessions behind cookies, if there still are any. */
export async function signOut(service: Service, secrets: readonly string[], caller: Caller): Promise<void> {
  for (const secret of secrets) {
    const session = await resumeSession(service.db, secret, service.now(), caller)
    if (session) await leave(service, session, caller)
  }
}

async function leave(service: Service, session: Session, caller: Caller): Promise<void> {
  await inBusinessOf(service, await service.claimsFor(session.uid), async (tx) => {
    await endSession(tx, session)
    const action = { name: 'signOut', title: identityApi.signOut.title }
    await recordAccountAudit(tx, session, caller, action, session)
  })
}

async function describe(service: Service, session: Session, claims: PlaceClaims): Promise<SignedIn> {
  const { sid, uid, email, displayName, authTime } = session
  const auth_time = secondsOf(authTime)
  const signed = await service.tokens.sign({ ...claims, sub: uid, sid, email, name: displayName, auth_time })
  return { ...signed, user: { uid, email, displayName } }
}
