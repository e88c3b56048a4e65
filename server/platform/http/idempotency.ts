import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { type Database, noTenant, type Queries, type Transaction } from '#platform/database'
import { forgetInPieces, type InPieces, workGently } from '#platform/jobs'
import { conflict, invalid, Refusal } from '#platform/refusals'

export type Answer = { readonly status: number; readonly body: unknown }

/** One intent of one caller: the same key stands for the same request, however often it is sent. */
export type Intent = { readonly actor: string; readonly key: string; readonly hash: Buffer }

/** A secret must not lie in the table for a day: the answer that holds one is given once and not stored. */
export type Keeping = { readonly answersOnce?: true | undefined }

/** Reads the Idempotency-Key header; null when the caller sent none. */
export function intentOf(header: unknown, actor: string, request: readonly unknown[]): Intent | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header))
    throw invalid('The Idempotency-Key must be 1 to 200 printable characters.')
  return {
    actor,
    key: header,
    hash: createHash('sha256').update(JSON.stringify(request, unguarded)).digest(),
  }
}

/** Leaves out what opens an account: a fast hash of a password is soon guessed. */
const unguarded = (name: string, value: unknown) => (/password|proof/i.test(name) ? undefined : value)

/**
 * Does the work once per intent: a repeat gets the stored answer. The answer is stored in the work's own transaction,
 * so there is never one without the other, whatever crashes in between.
 */
export async function withIdempotency(
  tx: Transaction,
  intent: Intent | null,
  { answersOnce }: Keeping,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (intent === null) return work()
  const earlier = await storedAnswer(tx, intent)
  if (earlier) return earlier
  const answer = await work()
  const response = answersOnce ? null : JSON.stringify(answer.body ?? null)
  await tx.commitWith(sql`
    insert into idempotency_key (business_id, actor_id, key, request_hash, status, response)
    values (${tx.businessId}, ${intent.actor}, ${intent.key}, ${intent.hash}, ${answer.status}, ${response})`)
  return answer
}

type Stored = { isFree: boolean; hash: Buffer | null; status: number; response: unknown; isKept: boolean }

async function storedAnswer(tx: Transaction, { actor, key, hash }: Intent): Promise<Answer | null> {
  const lock = `${tx.businessId}/${actor}/${key}`
  const stored = await tx.one<Stored>(sql`
    select is_free as "isFree", request_hash as hash, status, response, response is not null as "isKept"
    from recall_intent(${tx.businessId}, ${actor}, ${key}, ${lock})`)
  if (!stored.isFree) throw conflict('request_in_flight', 'The same request is still being carried out.')
  if (!stored.hash) return null
  if (!stored.hash.equals(hash))
    throw new Refusal(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request.')
  if (!stored.isKept)
    throw conflict(
      'answered_once',
      'This was done already. Its answer held a secret, which can not be shown again.',
    )
  return { status: stored.status, body: stored.response }
}

/** Forgets the answers that are more than 24 hours old: of calls for no business, then of each. */
export async function forgetOldIntents(database: Database, turn: InPieces = {}): Promise<void> {
  const ofNobody = database.forTenant(noTenant)
  if (!turn.left) await workGently(async () => (await forgetSome(ofNobody, mostAtOnce)) === mostAtOnce)
  await forgetInPieces(database, 'forget_old_intents', forgetSome, turn)
}

const mostAtOnce = 1_000

const forgetSome = (db: Queries, most: number) =>
  db.run(sql`
    delete from idempotency_key where business_id = ${db.businessId} and (actor_id, key) in (
      select actor_id, key from idempotency_key
      where business_id = ${db.businessId} and created_at < now() - interval '24 hours'
      order by created_at limit ${most})`)
