import type { TokenClaims } from '#contract/access/identity.ts'
import type { Standing } from '#contract/business/standing.ts'
import { type Action, type Change, recordAudit } from '#platform/call'
import { type Database, noTenant, type Queries, type Transaction } from '#platform/database'
import type { RateLimiter } from '#platform/limits'
import type { Vault } from '#platform/secrets'
import { type Devices, type Caller, type Lockout, type Mail, refuse } from '#server/identity/accounts'
import type { SigningKeys, Tokens } from '#server/identity/sessions'
import type { Microsoft } from './microsoft.ts'
import type { RefusedEntries } from './refused-entries.ts'

/** What the API's tables say of a user, for their token. */
export type PlaceClaims = Pick<TokenClaims, 'cherryPayRole' | 'businessId' | 'hubAdminApiRole' | 'autoLogOut'>

/** What an account and its place in the product have in common. */
export type Named = { readonly uid: string; readonly email: string; readonly displayName: string }

/** What the identity service has to be given by the rest of the server. */
export type Surroundings = {
  readonly database: Database
  readonly rateLimiter: RateLimiter
  readonly brand: string
  publicUrl(): string
  claimsFor(uid: string): Promise<PlaceClaims>
  /** Whether the business of a user is suspended or ended. */
  standingOf(businessId: string): Promise<Standing>
  /** Tells the number of the message, by which its way can be followed. */
  queueEmail(tx: Transaction, mail: Mail): Promise<string | undefined>
  /** Has the API's own tables follow the name and the address of an account, in the transaction of the user's business. */
  placeFollows(tx: Transaction, account: Named): Promise<void>
  now(): Date
}

/** What the calls of the identity service work with. */
export type Service = Surroundings & {
  /** Accounts belong to no business, so single statements need none. */
  readonly db: Queries
  readonly keys: SigningKeys
  readonly tokens: Tokens
  readonly devices: Devices
  readonly lockout: Lockout
  readonly refusedEntries: RefusedEntries
  /** Where the secrets of authenticator apps are sealed. */
  readonly factorVault: Vault
  /** Null where Microsoft is not set up. */
  readonly microsoft: Microsoft | null
}

/** Refuses who has shown who they are, while their business is suspended or ended: nobody learns of it by guessing addresses. */
export async function requireOpenPlace(service: Service, { businessId }: PlaceClaims): Promise<void> {
  const standing = businessId === undefined ? 'Open' : await service.standingOf(businessId)
  if (standing === 'Ended') throw refuse('business-ended')
  if (standing === 'Suspended') throw refuse('business-suspended')
}

/** Carries out the work in the transaction of the user's business, so that its audit entry belongs there. */
export function inBusinessOf<Result>(
  service: Service,
  claims: PlaceClaims,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return service.database.transaction(claims.businessId ?? noTenant, work)
}

type Person = { readonly uid: string; readonly displayName: string }
type Owner = { readonly uid: string; readonly email: string }

/** Records what somebody did to an account, their own as a rule. */
export async function recordAccountAudit(
  tx: Transaction,
  actor: Person,
  caller: Caller,
  action: Action,
  account: Owner,
  change: Pick<Change, 'before' | 'after'> = {},
): Promise<void> {
  const record = { kind: 'account', id: account.uid, name: account.email }
  await recordAudit(tx, { uid: actor.uid, name: actor.displayName }, caller, action, [{ record, ...change }])
}
