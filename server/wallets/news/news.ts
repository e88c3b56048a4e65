import sql from 'sql-template-tag'
import { type Database, eachBusiness, type Queries, type Transaction } from '#platform/database'
import { startJob } from '#platform/jobs'
import { raiseAgain } from '#server/passes/issued'
import { countTold } from './rollouts.ts'

/** The job that tells wallets what has changed. */
export const tellTask = 'tell_wallets'
export type TellPayload = { businessId: string }
export type Wallet = 'apple' | 'google'

/** A pass that a wallet has yet to be told of. */
export type News = { readonly passId: string; readonly queuedAt: string }

/** Puts changed passes, however many, into the queues of the wallets that have them, and starts the job if any has. */
export async function queueNews(
  tx: Transaction,
  passes: readonly { readonly passId: string }[],
): Promise<void> {
  await queueNewsOf(tx, passes, null)
}

/**
 * The same for the change of a design; tells how many that were. What is in somebody's hands stays there: another must not
 * take it before they are done, or a wallet might hear the older last.
 */
export async function queueNewsOf(
  tx: Transaction,
  passes: readonly { readonly passId: string }[],
  rolloutId: string | null,
): Promise<number> {
  const passIds = passes.map(({ passId }) => passId)
  const queued = await tx.run(sql`
    insert into wallet_news (business_id, wallet, pass_id, rollout_id)
    select distinct ${tx.businessId}, 'apple', pass_id, ${rolloutId}::text from apple_registration
    where business_id = ${tx.businessId} and pass_id = any(${passIds})
    union all
    select ${tx.businessId}, 'google', pass_id, ${rolloutId}::text from google_pass
    where business_id = ${tx.businessId} and pass_id = any(${passIds})
    on conflict (business_id, wallet, pass_id) do update set queued_at = excluded.queued_at,
      rollout_id = coalesce(excluded.rollout_id, wallet_news.rollout_id), not_before = null, tries = 0`)
  if (queued > 0) await startTellingPhones(tx)
  return queued
}

/** Starts the job; one that waits already will do, but for one that waits longer. */
export function startTellingPhones(tx: Transaction, { inSeconds = 0 } = {}): Promise<void> {
  const { businessId } = tx
  const key = `${tellTask}/${businessId}${inSeconds > 0 ? '/later' : ''}`
  return startJob(tx, tellTask, { businessId } satisfies TellPayload, { key, inSeconds })
}

/**
 * Has the phones of a pass told of it once more, in a while: they came for it, and there was no time to make it. What they
 * were told is struck out, or about to be.
 */
export async function tellAgain(tx: Transaction, passId: string): Promise<void> {
  await raiseAgain(tx, passId)
  // Others came in vain, too: the job that is to tell them finds this one.
  const isBegun = await tx.maybe(sql`
    select from wallet_news where business_id = ${tx.businessId} and not_before is not null limit 1`)
  const queued = await tx.run(sql`
    insert into wallet_news (business_id, wallet, pass_id, not_before)
    select distinct business_id, 'apple', pass_id, now() + interval '1 minute' * (1 + random())
    from apple_registration where business_id = ${tx.businessId} and pass_id = ${passId}
    on conflict (business_id, wallet, pass_id) do update
      set queued_at = excluded.queued_at, not_before = excluded.not_before`)
  if (queued > 0 && !isBegun) await startTellingPhones(tx, { inSeconds: 60 })
}

// Longer than a batch takes: after a crash another job takes it up.
const inHandMinutes = 5

/** Takes the oldest news for a wallet into one's hands. */
export function takeNews(db: Queries, wallet: Wallet, most: number): Promise<News[]> {
  // Looked up once, before it is joined: looked up anew for each row it would be more than the limit.
  return db.rows<News>(sql`
    with due as materialized (
      select business_id, wallet, pass_id from wallet_news
      where business_id = ${db.businessId} and wallet = ${wallet} and (taken_until is null or taken_until < now())
        and (not_before is null or not_before <= now())
      order by queued_at limit ${most} for update skip locked
    )
    update wallet_news n set taken_until = now() + make_interval(mins => ${inHandMinutes})
    from due
    where n.business_id = due.business_id and n.wallet = due.wallet and n.pass_id = due.pass_id
    returning n.pass_id as "passId", n.queued_at as "queuedAt"`)
}

/** Strikes out what was told. A pass that has changed meanwhile stays, to be told of next: tells whether there is one. */
export async function strikeOut(db: Queries, wallet: Wallet, told: readonly News[]): Promise<boolean> {
  const gone = await db.rows<{ rolloutId: string | null }>(sql`
    delete from wallet_news n
    using json_to_recordset(${JSON.stringify(told)}::json) as t ("passId" text, "queuedAt" timestamptz)
    where n.business_id = ${db.businessId} and n.wallet = ${wallet} and n.pass_id = t."passId"
      and n.queued_at = t."queuedAt" returning n.rollout_id as "rolloutId"`)
  await countTold(
    db,
    gone.flatMap(({ rolloutId }) => rolloutId ?? []),
  )
  if (gone.length === told.length) return false
  await db.run(sql`
    update wallet_news set taken_until = null
    where business_id = ${db.businessId} and wallet = ${wallet}
      and pass_id = any(${told.map(({ passId }) => passId)})`)
  return true
}

// Of what fails again and again the next try is so much later at the most.
const longestPause = sql`interval '1 hour'`

/**
 * Puts off what couldn't be told, longer each time: those behind it in the line are told meanwhile. A pass that has changed
 * since may be told now.
 */
export async function putOff(db: Queries, wallet: Wallet, untold: readonly News[]): Promise<void> {
  await db.run(sql`
    update wallet_news n set taken_until = null,
      tries = case when n.queued_at = t."queuedAt" then least(n.tries + 1, 10) else 0 end,
      not_before = case when n.queued_at = t."queuedAt"
        then now() + least(interval '1 minute' * 2 ^ n.tries, ${longestPause}) end
    from json_to_recordset(${JSON.stringify(untold)}::json) as t ("passId" text, "queuedAt" timestamptz)
    where n.business_id = ${db.businessId} and n.wallet = ${wallet} and n.pass_id = t."passId"`)
}

/** How many passes of a business are put off. */
export async function countPutOff(db: Queries): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::integer as count from wallet_news
    where business_id = ${db.businessId} and not_before is not null`)
  return count
}

/** Starts the job again for businesses whose news has waited so long that its job must have been given up. */
export async function findUntold(database: Database): Promise<void> {
  await eachBusiness(database, (businessId) =>
    database.transaction(businessId, async (tx) => {
      const isWaiting = await tx.maybe(sql`
        select from wallet_news
        where business_id = ${businessId} and queued_at < now() - interval '15 minutes'
          and (not_before is null or not_before <= now()) limit 1`)
      if (isWaiting) await startTellingPhones(tx)
    }),
  )
}
