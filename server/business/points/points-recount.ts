import sql, { empty } from 'sql-template-tag'
import type { Database, Queries, Transaction } from '#platform/database'
import { inLane, startJob, type Tasks, timeIsUp } from '#platform/jobs'

const task = 'count_points_anew'
// As many members as are locked at once: whoever awards points to one of them waits for no longer than a moment.
const batch = 1_000
// So many members of all venues are looked at for them: those of one may be few among many.
const slice = 10_000

type Job = { readonly businessId: string; readonly venueNo: string }

/**
 * Has the balances beside the members' names follow the venue's new default. One that is under way begins anew: what it
 * has counted was of the former default.
 */
export async function startPointsRecount(tx: Transaction, venueNo: string): Promise<void> {
  await tx.run(sql`
    update venue set points_counted_to = '', points_counted = 0, points_to_count = null
    where business_id = ${tx.businessId} and venue_no = ${venueNo}`)
  await queue(tx, venueNo)
}

function queue(tx: Transaction, venueNo: string): Promise<void> {
  const { businessId } = tx
  return startJob(tx, task, { businessId, venueNo } satisfies Job, {
    key: `${task}/${businessId}/${venueNo}`,
  })
}

/** The work behind another default points type. */
export function pointsRecountTasks(database: Database): Tasks {
  return { [task]: inLane('bulk', (job: Job) => recount(database, job)) }
}

async function recount(database: Database, { businessId, venueNo }: Job): Promise<void> {
  const isOver = timeIsUp()
  await tellHowMany(database.forTenant(businessId), venueNo)
  while (await database.transaction(businessId, (tx) => countSome(tx, venueNo)))
    if (isOver()) return database.transaction(businessId, (tx) => queue(tx, venueNo))
}

/** Writes down how many there are to count, once. */
async function tellHowMany(db: Queries, venueNo: string): Promise<void> {
  const isToBeTold = sql`business_id = ${db.businessId} and venue_no = ${venueNo}
    and points_counted_to is not null and points_to_count is null`
  if (!(await db.maybe(sql`select from venue where ${isToBeTold}`))) return
  let sum = 0
  for (let mark: string | null = ''; mark !== null;) {
    const part: { count: number; end: string | null } = await db.one(sql`
      with slice as materialized (
        select member_id, venue_no from member where business_id = ${db.businessId} and member_id > ${mark}
        order by member_id limit ${slice})
      select (select count(*)::integer from slice where venue_no = ${venueNo}) as count,
        (select member_id from slice order by member_id offset ${slice - 1} limit 1) as end`)
    sum += part.count
    mark = part.end
  }
  await db.run(sql`update venue set points_to_count = ${sum} where ${isToBeTold}`)
}

/** Counts the next members; false if there are no more, or nothing to count. */
async function countSome(tx: Transaction, venueNo: string): Promise<boolean> {
  const venue = await tx.maybe<{ countedTo: string }>(sql`
    select points_counted_to as "countedTo" from venue
    where business_id = ${tx.businessId} and venue_no = ${venueNo} and points_counted_to is not null
    for no key update`)
  if (!venue) return false
  const end = await tx.maybe<{ id: string }>(sql`
    select member_id as id from member where business_id = ${tx.businessId} and member_id > ${venue.countedTo}
    order by member_id offset ${slice - 1} limit 1`)
  // Locked before the ledger is looked at: what is posted to it afterwards waits for its turn, and sets the balance itself.
  const members = await tx.rows<{ id: string }>(sql`
    select member_id as id from member
    where business_id = ${tx.businessId} and venue_no = ${venueNo} and member_id > ${venue.countedTo}
      ${end ? sql`and member_id <= ${end.id}` : empty}
    order by member_id limit ${batch} for no key update`)
  const ids = members.map(({ id }) => id)
  await tx.run(sql`
    update member m set points_balance = counted.balance
    from (
      select one.id, coalesce(a.balance, 0) / 100.0 as balance
      from unnest(${ids}::text[]) as one (id)
      left join ledger_account a on a.business_id = ${tx.businessId} and a.kind = 'points' and a.owner_id = one.id
        and a.unit = (
          select points_unit(t.points_type_id) from points_type t
          where t.business_id = ${tx.businessId} and t.venue_no = ${venueNo} and t.is_default)
    ) counted
    where m.business_id = ${tx.businessId} and m.member_id = counted.id and m.points_balance <> counted.balance`)
  const countedTo = (ids.length === batch ? ids.at(-1) : end?.id) ?? null
  await tx.run(sql`
    update venue set points_counted_to = ${countedTo}::text,
      points_counted = points_counted + ${ids.length}::integer
    where business_id = ${tx.businessId} and venue_no = ${venueNo}`)
  return countedTo !== null
}
