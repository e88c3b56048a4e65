import sql from 'sql-template-tag'
import { oneByOne } from '#platform/concurrency'
import { type ByTheClock, type Database, eachBusiness, noTenant, type Transaction } from '#platform/database'
import { businessToday } from '#platform/days'
import { startJob, workGently } from '#platform/jobs'

/** A pass that wallets have to be told of. */
export type ChangedPass = { readonly passId: string; readonly serial: string; readonly updateTag: number }

/** Told, in the transaction that raises their tags, which passes have changed: so that pushes are queued with it. */
export type OnPassesChanged = (tx: Transaction, passes: readonly ChangedPass[]) => Promise<void>

const batch = 200

export const raiseTask = 'raise_pass_tags'

/**
 * Raises the update tags of the passes in a business's queue, batch by batch until it is empty. Whatever changes a pass
 * has put it there (migration 0023). One transaction of the business at a time, of all servers: a number that somebody has
 * seen is never followed by a smaller one.
 */
export async function raiseTags(
  database: Database,
  businessId: string,
  onChanged: OnPassesChanged,
): Promise<void> {
  const isDone = await workGently(() =>
    database.transaction(businessId, async (tx) => {
      const passes = await raiseBatch(tx, await nextTag(tx))
      if (passes.length > 0) await onChanged(tx, passes)
      return passes.length === batch
    }),
  )
  if (!isDone) await database.transaction(businessId, (tx) => startJob(tx, raiseTask, { businessId }))
  else if (await hasLeft(database, businessId)) await raiseSoon(database, businessId)
}

/** Whether any was skipped: while it is there, no other change of the business would begin this work. */
async function hasLeft(database: Database, businessId: string): Promise<boolean> {
  const { isLeft } = await database.forTenant(businessId).one<{ isLeft: boolean }>(sql`
    select exists (select from pass_change where business_id = ${businessId}) as "isLeft"`)
  return isLeft
}

// Who holds one is about to be done, mostly.
function raiseSoon(database: Database, businessId: string): Promise<void> {
  const terms = { key: `${raiseTask}/${businessId}`, inSeconds: 2 }
  return database.transaction(businessId, (tx) => startJob(tx, raiseTask, { businessId }, terms))
}

/** The business's next tag, once no other transaction of any server is about to give out one (migration 0098). */
async function nextTag(tx: Transaction): Promise<number> {
  const { tag } = await tx.one<{ tag: number }>(sql`select next_pass_tag(${tx.businessId}) as tag`)
  return tag
}

/** Raises the tags of the passes of a design that come next in the order of their ids: at most a batch of them. */
export async function raiseNextOfDesign(
  tx: Transaction,
  passConfigurationId: string,
  afterId: string,
): Promise<{ passes: readonly ChangedPass[]; lastId: string; isEnd: boolean }> {
  const next = await tx.rows<{ id: string }>(sql`
    select pass_id as id from pass
    where business_id = ${tx.businessId} and pass_configuration_id = ${passConfigurationId}
      and claimed_at is not null and pass_id > ${afterId}
    order by pass_id limit ${batch} for no key update`)
  // Only now: while one of these is being changed, nobody else waits for the tags.
  const tag = await nextTag(tx)
  const passes = await tx.rows<ChangedPass>(sql`
    with taken as (select unnest(${next.map(({ id }) => id)}::text[]) as pass_id) ${raiseTaken(tx, tag)}`)
  return { passes, lastId: next.at(-1)?.id ?? afterId, isEnd: next.length < batch }
}

const raiseTaken = (tx: Transaction, tag: number) => sql`
  update pass p set update_tag = ${tag}, changed_at = clock_timestamp()
  from taken where p.business_id = ${tx.businessId} and p.pass_id = taken.pass_id
  returning p.pass_id as "passId", p.serial, p.update_tag as "updateTag"`

// The pass first and then its place in the queue, as whoever changes a pass has it: neither waits for the other. One that
// is being changed right now, or whose member is, is left for the next time (migration 0110): what is told is what was
// committed by then, and the rest comes after it.
function raiseBatch(tx: Transaction, tag: number): Promise<ChangedPass[]> {
  return tx.rows(sql`
    with taken as materialized (
      select p.pass_id from pass_change c
      join pass p on p.business_id = c.business_id and p.pass_id = c.pass_id
      where c.business_id = ${tx.businessId} limit ${batch} for no key update of p, c skip locked
    ), gone as (
      delete from pass_change c using taken where c.business_id = ${tx.businessId} and c.pass_id = taken.pass_id
    ) ${raiseTaken(tx, tag)}`)
}

/** Raises what is left over: a server may have gone down, or a change have just missed the job of another. */
export async function raiseLeftTags(database: Database, onChanged: OnPassesChanged): Promise<void> {
  const left = await database.forTenant(noTenant).rows<{ id: string }>(sql`
    select distinct business_id as id from pass_change where at < now() - interval '1 minute'`)
  await oneByOne(left, ({ id }) => raiseTags(database, id, onChanged))
}

// A day that the server was down for is made up for.
const daysToCatchUp = 3

/** Queues the passes that have ended by the calendar: expired, or void since their member isn't financial any more. */
export async function queueEndedPasses(database: Database, clock: ByTheClock): Promise<void> {
  const queueIn = (businessId: string) =>
    database.forTenant(businessId).run(sql`
      select queue_passes(${businessId}, array_agg(p.pass_id))
      from pass_now p join member m on m.business_id = p.business_id and m.member_id = p.member_id
      where p.business_id = ${businessId} and p.claimed_at is not null and (
        p.state = 'Expired' and p.expires_at > now() - make_interval(days => ${daysToCatchUp})
        or p.state = 'Void' and m.date_financial >= ${businessToday} - ${daysToCatchUp}::integer)
      having count(*) > 0`)
  // When the day before is over.
  await eachBusiness(database, queueIn, { ...clock, hour: 0 })
}
