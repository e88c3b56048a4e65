import sql, { type Sql } from 'sql-template-tag'
import { trendMonths } from '#contract/today/trends.ts'
import type { Database, Transaction } from '#platform/database'
import { businessToday } from '#platform/days'
import { failureOf, inPieces, type InPieces, type Piece } from '#platform/jobs'
import { standingColumn } from '#server/members/record'

// After the day has turned, and those who lapsed with it are told.
const early = 5

/** Counts what the plots of the home page show, for each business in its early morning. */
export async function countTrends(database: Database, clock: InPieces): Promise<void> {
  // One part after the other, by its place.
  const countIn = async (id: string, after: string): Promise<Piece> => {
    const place = Number(after)
    const failure = await failureOf(database.transaction(id, parts[place]!))
    return { next: place + 1 < parts.length ? String(place + 1) : null, failure }
  }
  await inPieces(database, 'count_trends', countIn, { ...clock, hour: early })
}

export async function countAll(tx: Transaction): Promise<void> {
  for (const part of parts) await part(tx)
}

async function forgetOld(tx: Transaction): Promise<void> {
  await tx.run(sql`
    delete from trend where business_id = ${tx.businessId}
      and month <= ${businessToday} - make_interval(months => ${2 * trendMonths})`)
  // What was snoozed is of a week at the most, also where its user is gone since.
  await tx.run(sql`
    delete from today_snooze where business_id = ${tx.businessId} and until <= current_instant()`)
}

const thisMonth = sql`date_trunc('month', ${businessToday})::date`
const firstMonth = sql`(${thisMonth} - make_interval(months => ${trendMonths - 1}))::date`

/** Keeps rows of figure, month, venue and value; what a venue no longer has of them is nothing. */
async function keep(tx: Transaction, rows: Sql): Promise<void> {
  await tx.run(sql`
    with counted as materialized (${rows}), gone as (
      update trend set value = 0, counted_on = ${businessToday}
      where business_id = ${tx.businessId} and (figure, month) in (select figure, month from counted)
        and (figure, month, venue_no) not in (select figure, month, venue_no from counted)
    )
    insert into trend as known (business_id, figure, month, venue_no, value, counted_on)
    select ${tx.businessId}, figure, month, venue_no, value, ${businessToday} from counted
    on conflict (business_id, figure, month, venue_no) do update
      set value = excluded.value, counted_on = excluded.counted_on`)
}

const ofVenues = (tx: Transaction) => sql`venue v where v.business_id = ${tx.businessId}`

const withType = sql`
  left join option_list_item type on type.business_id = m.business_id and type.list = 'MembershipType'
    and type.key = m.membership_type`

const members = (tx: Transaction) => sql`m.business_id = ${tx.businessId} and m.deleted_at is null`

const standingsNow = (tx: Transaction) => sql`
  select figure, ${thisMonth} as month, v.venue_no, count(m.standing) as value
  from unnest(array['Financial', 'In grace', 'Lapsed', 'No date']) figure
  cross join (select venue_no from ${ofVenues(tx)}) v
  left join (
    select m.venue_no, ${standingColumn} as standing from member m ${withType} where ${members(tx)}
  ) m on m.venue_no = v.venue_no and m.standing = figure
  group by 1, 3`

/** The points of members' lists, in hundredths. */
const pointsNow = (tx: Transaction) => sql`
  select 'Points' as figure, ${thisMonth} as month, v.venue_no,
    coalesce(sum(m.points_balance * 100), 0)::bigint as value
  from (select venue_no from ${ofVenues(tx)}) v
  left join member m on m.venue_no = v.venue_no and ${members(tx)}
  group by 3`

/** A row for each of the months and venues, also where there is nothing to count. */
const byMonth = (tx: Transaction, figure: string, days: Sql) => sql`
  select ${figure}::text as figure, each.month::date as month, v.venue_no, coalesce(sum(c.value), 0)::bigint as value
  from generate_series(${firstMonth}, ${thisMonth}, interval '1 month') each (month)
  cross join (select venue_no from ${ofVenues(tx)}) v
  left join (${days}) c on c.month = each.month and c.venue_no = v.venue_no
  group by 2, 3`

const joined = (tx: Transaction) =>
  byMonth(
    tx,
    'Joined',
    sql`select date_trunc('month', coalesce(m.date_joined, zone_day((select business_zone()), m.created_at))) as month,
        m.venue_no, count(*) as value
      from member m where ${members(tx)} group by 1, 2`,
  )

/** Those who lapsed, in the month that they did, and have not come back since. */
const left = (tx: Transaction) =>
  byMonth(
    tx,
    'Left',
    sql`select date_trunc('month', m.date_financial + coalesce(type.grace_days, 0) + 1) as month, m.venue_no, count(*) as value
      from member m ${withType} where ${members(tx)} and ${standingColumn} = 'Lapsed' group by 1, 2`,
  )

/** Who came in at doors. What has fallen away is counted with the rest, and events that were over before aren't looked at. */
const visits = (tx: Transaction) => {
  const from = sql`(${firstMonth}::timestamp at time zone (select business_zone()))`
  const ofEvents = (scan: Sql) => sql`${scan} = any(array(
    select e.event_id from event e where e.business_id = ${tx.businessId} and (e.kind <> 'Event' or e.end_date >= ${firstMonth})))`
  return byMonth(
    tx,
    'Visits',
    sql`select date_trunc('month', quarter at time zone (select business_zone())) as month, venue_no, sum(scans) as value
      from (
        select date_bin('15 minutes', s.scanned_at, 'epoch') as quarter, m.venue_no, count(*) as scans
        from event_scan s join member m on m.business_id = s.business_id and m.member_id = s.member_id
        where s.business_id = ${tx.businessId} and ${ofEvents(sql`s.event_id`)} and s.scanned_at >= ${from}
          and s.result = 'Valid' and s.undone_at is null
        group by 1, 2
        union all
        select s.quarter, s.venue_no, s.scans from event_scan_sum s
        where s.business_id = ${tx.businessId} and ${ofEvents(sql`s.event_id`)} and s.quarter >= ${from} and s.result = 'Valid'
      ) by_quarter group by 1, 2`,
  )
}

// Each figure in one statement over all members or scans: this is done at night, so that nobody who opens the page does.
const parts: readonly ((tx: Transaction) => Promise<void>)[] = [
  ...[standingsNow, pointsNow, joined, left, visits].map(
    (figure) => (tx: Transaction) => keep(tx, figure(tx)),
  ),
  forgetOld,
]
