import sql from 'sql-template-tag'
import { mostFactors, secondFactorWords } from '#contract/access/second-factor-words.ts'
import type { Factor } from '#contract/access/second-factor.ts'
import { announceAccessChange } from '#platform/access'
import type { Queries, Transaction } from '#platform/database'
import { conflict, notFound } from '#platform/refusals'

/** A passkey as it is stored. */
export type PasskeyRow = {
  readonly factorId: string
  readonly uid: string
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
}

/** The secret of an authenticator app as it is stored. */
export type AuthenticatorRow = { readonly factorId: string; readonly uid: string; readonly secret: Buffer }

const factorColumns = sql`factor_id as "FactorId", kind as "Kind", name as "Name", created_at as "CreatedDate",
  last_used_at as "LastUsedDate"`

const passkeyColumns = sql`factor_id as "factorId", uid, credential_id as "credentialId", public_key as "publicKey",
  counter::float8 as counter, transports`

/** The factors of an account, the oldest first. */
export function factorsOf(db: Queries, uid: string): Promise<Factor[]> {
  return db.rows<Factor>(sql`
    select ${factorColumns} from identity.factor where uid = ${uid} order by created_at, factor_id`)
}

/** Whether an account has any, whether or not it can be shown at this address. */
export async function hasFactor(db: Queries, uid: string): Promise<boolean> {
  return (await db.maybe(sql`select from identity.factor where uid = ${uid} limit 1`)) !== null
}

/** Its passkeys. */
export function passkeysOf(db: Queries, uid: string): Promise<PasskeyRow[]> {
  return db.rows<PasskeyRow>(sql`
    select ${passkeyColumns} from identity.factor where uid = ${uid} and kind = 'passkey' order by created_at`)
}

/** The passkey that calls itself so, whose ever it is. */
export function findPasskey(db: Queries, credentialId: string): Promise<PasskeyRow | null> {
  return db.maybe<PasskeyRow>(sql`
    select ${passkeyColumns} from identity.factor where credential_id = ${credentialId}`)
}

/** Its authenticator apps. */
export function authenticatorsOf(db: Queries, uid: string): Promise<AuthenticatorRow[]> {
  return db.rows<AuthenticatorRow>(sql`
    select factor_id as "factorId", uid, secret from identity.factor
    where uid = ${uid} and kind = 'authenticator' order by created_at`)
}

export type NewFactor = {
  readonly uid: string
  readonly name: string
  readonly now: Date
} & (
  | ({ readonly kind: 'passkey' } & Omit<PasskeyRow, 'factorId' | 'uid'>)
  | { readonly kind: 'authenticator'; readonly secret: Buffer; readonly lastStep: number }
)

/** Adds a factor to an account. What it may do with it holds from its next call on. */
export async function insertFactor(tx: Transaction, factor: NewFactor): Promise<Factor> {
  const { uid, kind, name, now } = factor
  const count = await lockFactors(tx, uid)
  if (count >= mostFactors) throw conflict('no_room', secondFactorWords.tooMany)
  const passkey = kind === 'passkey' ? factor : null
  const authenticator = kind === 'authenticator' ? factor : null
  const made = await tx.maybe<Factor>(sql`
    insert into identity.factor (uid, kind, name, created_at, credential_id, public_key, counter, transports, secret, last_step)
    values (${uid}, ${kind}, ${name}, ${now}, ${passkey?.credentialId}, ${passkey?.publicKey}, ${passkey?.counter},
      ${passkey && [...passkey.transports]}, ${authenticator?.secret}, ${authenticator?.lastStep})
    on conflict (credential_id) do nothing
    returning ${factorColumns}`)
  if (!made) throw conflict('known_passkey', secondFactorWords.knownPasskey)
  await announceAccessChange(tx, uid)
  return made
}

/** Lets changes of an account's factors happen one after the other, and counts them. */
export async function lockFactors(tx: Transaction, uid: string): Promise<number> {
  await tx.run(sql`select from identity.account where uid = ${uid} for no key update`)
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::int as count from identity.factor where uid = ${uid}`,
  )
  return count
}

/** One of the account's own, or a 404. */
export async function requireFactor(tx: Transaction, uid: string, factorId: string): Promise<Factor> {
  const factor = await tx.maybe<Factor>(sql`
    select ${factorColumns} from identity.factor where uid = ${uid} and factor_id = ${factorId}`)
  if (!factor) throw notFound('The second factor')
  return factor
}

/** Removes one. With the last one the recovery codes go, too: they stand in for nothing any more. */
export async function deleteFactor(tx: Transaction, uid: string, factorId: string): Promise<void> {
  await tx.run(sql`delete from identity.factor where uid = ${uid} and factor_id = ${factorId}`)
  await tx.run(sql`
    delete from identity.recovery_code
    where uid = ${uid} and not exists (select from identity.factor where uid = ${uid})`)
  await announceAccessChange(tx, uid)
}

/** Removes all that an account has, and says how many factors there were. */
export async function deleteFactors(tx: Transaction, uid: string): Promise<number> {
  const count = await tx.run(sql`delete from identity.factor where uid = ${uid}`)
  await tx.run(sql`delete from identity.recovery_code where uid = ${uid}`)
  await tx.run(sql`delete from identity.challenge where uid = ${uid}`)
  await announceAccessChange(tx, uid)
  return count
}
