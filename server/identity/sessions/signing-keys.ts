import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import sql from 'sql-template-tag'
import { shared } from '#platform/concurrency'
import { type Database, noTenant, type Queries, type Transaction } from '#platform/database'
import { createVault, type SealedColumn, type Vault } from '#platform/secrets'

const minute = 60 * 1000
const day = 24 * 60 * minute

/** How long a token is good for. */
export const tokenLifetimeMs = 10 * minute

const signsForMs = 30 * day
const madeAheadMs = day
// Its last token, and some for clocks that differ.
const publishedAfterMs = tokenLifetimeMs + 5 * minute
// Keys are made a day ahead, so a process that looks this often misses none.
const rememberedMs = minute
// Anybody can name a key that isn't there: that is looked up once for all of them, and not again for a moment.
const missedMs = 1000

export const sealedSigningKeys: SealedColumn = {
  table: 'identity.signing_key',
  column: 'private_key',
  key: { column: 'kid', type: 'text' },
  purpose: 'hub signing keys',
  contextFrom: ['kid'],
  contextOf: ([kid]) => kid!,
}

type SigningKey = {
  readonly kid: string
  readonly jwk: JsonWebKey
  readonly publicKey: KeyObject
  /** Null if it was sealed with another secret: its tokens still verify, but it signs no more here. */
  readonly privateKey: KeyObject | null
  readonly signsFrom: number
}

export type SigningKeys = {
  /** The key that signs now. */
  current(): Promise<{ kid: string; privateKey: KeyObject }>
  /** The public key with this id; null when no such key signs or has lately signed. */
  find(kid: string): Promise<KeyObject | null>
  /** What is published: the key that signs, the next one from a day before its turn, the last until its tokens have expired. */
  published(): Promise<JsonWebKey[]>
}

/** Keeps the keys in the database, where every process finds them, and makes the next one in time. */
export function createSigningKeys(database: Database, secret: string, now: () => Date): SigningKeys {
  const vault = createVault(secret, sealedSigningKeys.purpose)
  let remembered: readonly SigningKey[] = []
  let readAt = -Infinity

  const read = shared(async () => {
    const at = now().getTime()
    const db = database.forTenant(noTenant)
    const keys = await readKeys(db, vault, at)
    remembered = isNextDue(keys, at) ? await makeNext(database, vault, at) : keys
    readAt = at
    return remembered
  })
  const isWithin = (ms: number, since: number) => {
    const age = now().getTime() - since
    return age >= 0 && age < ms
  }
  const keys = async () => (isWithin(rememberedMs, readAt) ? remembered : read())
  let missed = { at: -Infinity, keys: Promise.resolve(remembered) }
  const keysAfterMiss = () => {
    if (!isWithin(missedMs, missed.at)) missed = { at: now().getTime(), keys: read() }
    return missed.keys
  }

  return {
    async current() {
      const at = now().getTime()
      const usable = (await keys()).filter(isUsable)
      // The very first may have been made by a process whose clock is ahead of ours.
      const signer = usable.findLast((key) => key.signsFrom <= at) ?? usable[0]
      if (!signer) throw new Error('There is no key to sign with.')
      return signer
    },
    async find(kid) {
      const hasKid = (key: SigningKey) => key.kid === kid
      const known = (await keys()).find(hasKid) ?? (await keysAfterMiss()).find(hasKid)
      return known?.publicKey ?? null
    },
    published: async () => (await keys()).map((key) => key.jwk),
  }
}

function isNextDue(keys: readonly SigningKey[], at: number): boolean {
  const last = keys.findLast(isUsable)
  return !last || last.signsFrom + signsForMs - madeAheadMs <= at
}

function isUsable(key: SigningKey): key is SigningKey & { privateKey: KeyObject } {
  return key.privateKey !== null
}

/** Makes the next key and removes those out of use. Of several processes one does it, the others wait and see it done. */
function makeNext(database: Database, vault: Vault, at: number): Promise<readonly SigningKey[]> {
  return database.transaction(noTenant, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('identity.signing_key', 0))`)
    const keys = await readKeys(tx, vault, at)
    if (!isNextDue(keys, at)) return keys
    const last = keys.findLast(isUsable)
    const turn = last ? last.signsFrom + signsForMs : at
    await insertKey(tx, vault, Math.max(turn, at))
    await tx.run(sql`delete from identity.signing_key where signs_from <= ${oldest(at)}`)
    return readKeys(tx, vault, at)
  })
}

async function insertKey(tx: Transaction, vault: Vault, signsFrom: number): Promise<void> {
  const kid = randomUUID()
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }
  const sealed = vault.seal(privateKey.export({ format: 'der', type: 'pkcs8' }), kid)
  await tx.run(sql`
    insert into identity.signing_key (kid, public_jwk, private_key, signs_from)
    values (${kid}, ${jwk}, ${sealed}, ${new Date(signsFrom)})`)
}

async function readKeys(db: Queries, vault: Vault, at: number): Promise<readonly SigningKey[]> {
  const rows = await db.rows<{ kid: string; jwk: JsonWebKey; sealed: Buffer; signsFrom: string }>(sql`
    select kid, public_jwk as jwk, private_key as sealed, signs_from as "signsFrom" from identity.signing_key
    where signs_from > ${oldest(at)} order by signs_from`)
  return rows.map(({ kid, jwk, sealed, signsFrom }) => {
    const opened = vault.open(sealed, kid)
    return {
      kid,
      jwk,
      publicKey: createPublicKey({ key: jwk, format: 'jwk' }),
      privateKey: opened && createPrivateKey({ key: opened, format: 'der', type: 'pkcs8' }),
      signsFrom: Date.parse(signsFrom),
    }
  })
}

function oldest(at: number): Date {
  return new Date(at - signsForMs - publishedAfterMs)
}
