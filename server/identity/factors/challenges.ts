import sql from 'sql-template-tag'
import type { Queries, Transaction } from '#platform/database'
import { hashOf, newSecret } from '#platform/secrets'
import type { Account } from '#server/identity/accounts'

/** What a challenge may be answered for: one that was made for something else is none. */
export type Purpose = 'sign-in' | 'passkey-sign-in' | 'add-passkey' | 'add-authenticator' | 'prove'

/** Whose it is, and what goes with it. */
export type Challenge = {
  /** Null where it isn't known yet who answers. */
  readonly uid: string | null
  /** Stands for the password that was given before. */
  readonly shown?: Buffer | null
  /** The secret of an authenticator app that is being added. */
  readonly sealed?: Buffer | null
}

/** How long a person may take to answer. */
export const challengeLifetimeMs = 5 * 60 * 1000

/** Makes a challenge. It is stored as its hash: who reads the table can answer none. */
export async function issueChallenge(
  db: Queries,
  purpose: Purpose,
  { uid, shown = null, sealed = null }: Challenge,
  now: Date,
): Promise<string> {
  const secret = newSecret()
  const expiresAt = new Date(now.getTime() + challengeLifetimeMs)
  await db.run(sql`
    insert into identity.challenge (secret_hash, purpose, uid, shown, sealed, expires_at)
    values (${hashOf(secret)}, ${purpose}, ${uid}, ${shown}, ${sealed}, ${expiresAt})`)
  return secret
}

/** The challenge that was made for this; null when it is unknown, used, expired or for something else. */
export function readChallenge(
  db: Queries,
  purpose: Purpose,
  secret: string,
  now: Date,
): Promise<Challenge | null> {
  return db.maybe<Challenge>(sql`
    select uid, shown, sealed from identity.challenge
    where secret_hash = ${hashOf(secret)} and purpose = ${purpose} and expires_at > ${now}`)
}

/** Uses a challenge up, and tells whether it still could be used: of two at once, one gets it. */
export async function spendChallenge(tx: Transaction, secret: string): Promise<boolean> {
  return (await tx.run(sql`delete from identity.challenge where secret_hash = ${hashOf(secret)}`)) === 1
}

/** What stands for the password of an account, so that a challenge ends with it. */
export function passwordShown({ uid, passwordHash }: Pick<Account, 'uid' | 'passwordHash'>): Buffer {
  return hashOf(`${uid} ${passwordHash}`)
}
