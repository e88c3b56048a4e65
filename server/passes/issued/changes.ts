import sql, { empty } from 'sql-template-tag'
import { oneByOne } from '#platform/concurrency'
import { type Database, noTenant, type Queries, type Transaction } from '#platform/database'
import { failureOf, inPieces, type InPieces, type Piece, startJob, workGently } from '#platform/jobs'

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

/** Raises the tag of a pass that hasn't changed: phones that were told of it, and couldn't have it, ask for it once more. */
export async function raiseAgain(tx: Transaction, passId: string): Promise<void> {
  await tx.run(sql`
    select from pass where business_id = ${tx.businessId} and pass_id = ${passId} for no key update`)
  const tag = await nextTag(tx)
  await tx.run(sql`with taken as (select ${passId}::text as pass_id) ${raiseTaken(tx, tag)}`)
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

// Some days are looked at again, and as many more as nobody has: the server was down, or the business suspended.
const daysToCatchUp = 3
const lookedFrom = (businessId: string) => sql`(
  select least(now() - make_interval(days => ${daysToCatchUp}), (
    select looked_at from ended_passes_look where business_id = ${businessId})))`

/** Keeps that all passes of a business that have ended by now are queued. */
async function keepLook(tx: Queries): Promise<void> {
  await tx.run(sql`
    insert into ended_passes_look (business_id, looked_at) values (${tx.businessId}, now())
    on conflict (business_id) do update set looked_at = excluded.looked_at`)
}

// So many passes are looked at in one statement, however many of them have ended.
const slice = 2_000

/** Queues the passes that have ended by the calendar: expired, or void since their member isn't financial any more. */
export async function queueEndedPasses(database: Database, clock: InPieces): Promise<void> {
  const queueIn = async (businessId: string, place: string): Promise<Piece> => {
    const [after = '', missed] = place.split(' ')
    const db = database.forTenant(businessId)
    const last = await db.maybe<{ id: string }>(sql`
      select pass_id as id from pass where business_id = ${businessId} and pass_id > ${after}
      order by pass_id offset ${slice - 1} limit 1`)
    const work = db.run(sql`
      select queue_passes(${businessId}, array_agg(p.pass_id))
      from pass_now p join member m on m.business_id = p.business_id and m.member_id = p.member_id
      where p.business_id = ${businessId} and p.pass_id > ${after} ${last ? sql`and p.pass_id <= ${last.id}` : empty}
        and p.claimed_at is not null and (
          p.state = 'Expired' and p.expires_at > ${lookedFrom(businessId)}
          or p.state = 'Void' and m.date_financial >= (${lookedFrom(businessId)} at time zone (select business_zone()))::date)
      having count(*) > 0`)
    const failure = await failureOf(work)
    // One slice that failed is looked for from as far back the next time: the place says so.
    const isMissed = missed !== undefined || failure !== undefined
    if (!last && !isMissed) await keepLook(db)
    return { next: last ? `${last.id}${isMissed ? ' missed' : ''}` : null, failure }
  }
  // When the day before is over.
  await inPieces(database, 'queue_ended_passes', queueIn, { ...clock, hour: 0 })
}
