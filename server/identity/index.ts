import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { TokenClaims } from '#contract/access/identity.ts'
import type { OwnProof, secondFactorApi } from '#contract/access/second-factor.ts'
import { provenForMs } from '#contract/access/step-up.ts'
import type { Handlers, Origin } from '#platform/call'
import { rightNow } from '#platform/clock'
import { noTenant, type Transaction } from '#platform/database'
import { createVault } from '#platform/secrets'
import type { Settings } from '#platform/settings'
import { createDevices, createLockout, type InvitedBy } from '#server/identity/accounts'
import { type CheckedAnswer, factorPurpose, ownFactorRoutes, resetFactors } from '#server/identity/factors'
import { callbackPath } from '#server/identity/microsoft'
import { type OwnAccounts, ownAccountsOf, type Self } from '#server/identity/own-account'
import { inviteToAccount } from '#server/identity/passwords'
import {
  createMicrosoft,
  createRefusedEntries,
  type Service,
  type Surroundings,
} from '#server/identity/service'
import {
  beginningOf,
  hasLimit,
  idleLimitMs,
  isPastLimit,
  createSigningKeys,
  createTokens,
  provenAt,
} from '#server/identity/sessions'
import { checkProof } from '#server/identity/sign-in'
import { mountIdentity } from './routes.ts'

/** The identity service: who somebody is. What they may do is the API's affair. */
export type Identity = {
  /** Mounts all routes below /identity. */
  mount(app: FastifyInstance): void
  /** What a token says; refused with a 401 unless it is ours, for the API, and has not expired. */
  verifyToken(token: string): Promise<TokenClaims>
  /** Whether the session has not ended, by sign-out, by its 8 hours or with its account. */
  isLiveSession(sid: string, uid: string): Promise<boolean>
  /** E-mails the link to set a first password, with who invites to what; an earlier invitation is good no more. */
  invite(tx: Transaction, uid: string, by?: InvitedBy): Promise<void>
  /** Whether the user of the session has shown who they are in the last minutes. */
  hasProvenLately(sid: string): Promise<boolean>
  /** What people do to their own account. */
  readonly own: OwnAccounts
  /** What the signed-in person does with their own second factors. */
  readonly ownFactorRoutes: Handlers<typeof secondFactorApi>
  /** Checks, outside of any transaction, that a signed-in person is still who they were; see `CheckedAnswer`. */
  checkProof(
    self: Self,
    proof: OwnProof | undefined,
    origin: Pick<Origin, 'address' | 'requestId'>,
  ): Promise<CheckedAnswer>
  /** See `resetFactors`. */
  resetFactors(tx: Transaction, uid: string, by: string): Promise<boolean>
  /** Removes what is of no use any more: a job for every hour or so. */
  removeExpired(): Promise<void>
}

export type IdentityOptions = Omit<Surroundings, 'now'> & {
  /** 32 characters or more: the key to the signing keys, and to the seals of known devices. */
  readonly secret: string
  readonly microsoft: Settings['microsoft']
  readonly now?: () => Date
}

/** Puts the identity service together. It keeps nothing in the process that another would miss. */
export function createIdentity(options: IdentityOptions): Identity {
  const { secret, microsoft, now = rightNow, ...surroundings } = options
  const { database, rateLimiter, publicUrl } = surroundings
  const keys = createSigningKeys(database, secret, now)
  const devices = createDevices(secret)
  const service: Service = {
    ...surroundings,
    now,
    keys,
    db: database.forTenant(noTenant),
    tokens: createTokens(keys, now),
    devices,
    lockout: createLockout(rateLimiter, devices),
    refusedEntries: createRefusedEntries({ ...surroundings, now }),
    factorVault: createVault(secret, factorPurpose),
    microsoft: microsoft ? createMicrosoft(microsoft, () => `${publicUrl()}${callbackPath}`) : null,
  }
  return {
    mount: (app) => mountIdentity(app, service),
    verifyToken: (token) => service.tokens.verify(token),
    isLiveSession: (sid, uid) => isLiveSession(service, sid, uid),
    invite: (tx, uid, by) => inviteToAccount(service, tx, uid, by),
    hasProvenLately: (sid) => hasProvenLately(service, sid),
    own: ownAccountsOf(service),
    ownFactorRoutes: ownFactorRoutes(service),
    checkProof: (self, proof, origin) =>
      checkProof(service, self, proof, { ...origin, device: null, userAgent: '' }),
    resetFactors: (tx, uid, by) => resetFactors(service, tx, uid, by),
    removeExpired: () => removeExpired(service),
  }
}

async function isLiveSession(service: Service, sid: string, uid: string): Promise<boolean> {
  const now = service.now()
  const authTime = await beginningOf(service.db, sid, uid, now)
  if (!authTime) return false
  return !isPastLimit(authTime, now) || !hasLimit(await service.claimsFor(uid))
}

async function hasProvenLately(service: Service, sid: string): Promise<boolean> {
  const at = await provenAt(service.db, sid)
  return at !== null && service.now().getTime() - at.getTime() < provenForMs
}

async function removeExpired(service: Service): Promise<void> {
  const { db, rateLimiter } = service
  const at = service.now()
  await db.run(
    sql`delete from identity.session where refreshed_at <= ${new Date(at.getTime() - idleLimitMs)}`,
  )
  await db.run(sql`delete from identity.ticket where expires_at <= ${at}`)
  await db.run(sql`delete from identity.email_change where expires_at <= ${at}`)
  await rateLimiter.removeExpired()
  // What the former version counted.
  await db.run(sql`delete from identity.attempt where expires_at <= ${at}`)
  await db.run(sql`delete from identity.microsoft_flow where expires_at <= ${at}`)
  await db.run(sql`delete from identity.refused_entry where expires_at <= ${at}`)
  await db.run(sql`delete from identity.challenge where expires_at <= ${at}`)
  await db.run(sql`delete from identity.pending_link where expires_at <= ${at}`)
}
