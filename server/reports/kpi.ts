import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Kpi, reportsApi } from '#contract/reports/reports.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { zonedOrBusiness } from '#platform/days'
import { visibleCards } from '#server/cards/account'
import { cardsFor } from '#server/cards/few'
import { balanceOf, disbursement } from '#server/ledger'
import { dayOf, lastTransfer, sumsSince } from '#server/ledger/sums'
import { recordSums } from '#server/reports/sums'
import { ofDisbursement } from './disbursement-sums.ts'

const weeks = 12

/** The figures of the reports' first page. What they count is what the reports list. */
export async function getKpi({ db, who, query }: Call<typeof reportsApi.getKpi>): Promise<Kpi> {
  const zone = await zonedOrBusiness(db, query.timeZone)
  const [cards, transfers, funds] = await Promise.all([
    cardsByWeek(db, who, zone),
    transfersByWeek(db, who, zone),
    fundsByWeek(db),
  ])
  return {
    CardIssuedCount: total(cards, 'count'),
    CardLastIssuedDaysAgo: soonest(cards),
    CardInitialFundValue: total(cards, 'cents') / 100,
    FundsTransferredValue: total(transfers, 'cents') / 100,
    FundsTransferredCount: total(transfers, 'count'),
    FundsLastTransferredDaysAgo: soonest(transfers),
    PointsTransferredValue: total(transfers, 'points') / 100,
    PointsTransferredCount: total(transfers, 'count'),
    PointsLastTransferredDaysAgo: soonest(transfers),
    Trends: {
      FundsAvailable: funds.map((cents) => cents / 100),
      CardIssuedCount: trend(cards, 'count'),
      CardInitialFundValue: trend(cards, 'cents').map((cents) => cents / 100),
      FundsTransferredValue: trend(transfers, 'cents').map((cents) => cents / 100),
      PointsTransferredValue: trend(transfers, 'points').map((hundredths) => hundredths / 100),
    },
  }
}

/** What a week had: 0 is the one that ends now, and all that is older than the trend is in the last. */
type Week = { week: number; count: number; cents: number; points: number; daysAgo: number | null }

// Weeks of seven days that end with this hour: nobody's Monday. Sums are kept by the quarter of an hour.
const end = sql`(date_trunc('hour', now()) + interval '1 hour')`
const trendStart = sql`(${end} - interval '${raw(String(7 * weeks))} days')`
/** Where the week of a moment begins; null for what is older than the trend. */
const startOfWeek = (at: Sql) =>
  sql`case when ${at} >= ${trendStart} then date_bin('7 days', ${at}, ${end}) end`

/** Names the weeks of sums that are grouped by their start. */
function weeksOf(db: Queries, zone: string, sums: Sql): Promise<Week[]> {
  return db.rows<Week>(sql`
    select coalesce((extract(epoch from ${end} - start) / ${7 * 86_400})::integer - 1, ${weeks}) as week,
      count, cents, points, zone_day(${zone}) - (last at time zone ${zone})::date as "daysAgo"
    from (${sums}) sums`)
}

async function cardsByWeek(db: Queries, who: Who, zone: string): Promise<Week[]> {
  return weeksOf(
    db,
    zone,
    sql`
      select ${startOfWeek(sql`at`)} as start, sum(records)::bigint as count, sum(cents)::bigint as cents, 0 as points,
        max(last) as last
      from (${who.venues === null ? allCards(db) : await cardsSeenBy(db, who)}) cards group by 1`,
  )
}

// The day of a card of long ago isn't told by its day of UTC.
const allCards = (db: Queries) => sql`
  select at, records, cents, null::timestamptz as last from ${recordSums(db, 'Card', {
    from: sql`'-infinity'`,
    days: { from: sql`'-infinity'`, until: dayOf(trendStart) },
    until: sql`'infinity'`,
  })} sums
  union all select null, 0, 0, (select max(created_at) from card where business_id = ${db.businessId})`

const cardsSeenBy = async (db: Queries, who: Who) => sql`
  select c.created_at as at, 1 as records, c.initial_cents as cents, c.created_at as last
  from ${await cardsFor(db, who)} c
  left join member m on m.business_id = c.business_id and m.member_id = c.member_id
  where c.business_id = ${db.businessId} ${visibleCards(who)}`

/** Points turned into money. One that was taken back counts for nothing: its reversal has it the other way round. */
function transfersByWeek(db: Queries, { venues }: Who, zone: string): Promise<Week[]> {
  // Users who are confined to venues count those of the members whom they see.
  const which = sql`account_kind = 'points' ${venues === null ? empty : sql`and venue_no = any(${venues})`}`
  return weeksOf(
    db,
    zone,
    sql`
      select ${startOfWeek(sql`at`)} as start, sum(transfers)::bigint as count, sum(transferred_cents)::bigint as cents,
        sum(transferred_points)::bigint as points, null::timestamptz as last
      from ${sumsSince(db, trendStart)} sums where ${which} group by 1
      union all select null, 0, 0, 0, (${lastTransfer(db, which)})`,
  )
}

/** What there was to give out at the end of each week: what there is, less what has come since. */
async function fundsByWeek(db: Queries): Promise<number[]> {
  const changes = await db.rows<{ week: number; cents: number }>(sql`
    select (extract(epoch from ${end} - start) / ${7 * 86_400})::integer - 1 as week, cents from (
      select ${startOfWeek(sql`at`)} as start, sum(came_in + went_out)::bigint as cents
      from ${sumsSince(db, trendStart)} sums where ${ofDisbursement} and at >= ${trendStart} group by 1) sums`)
  let funds = await balanceOf(db, disbursement)
  const byWeek: number[] = []
  for (let week = 0; week < weeks; week++) {
    byWeek.unshift(funds)
    funds -= changes.find((change) => change.week === week)?.cents ?? 0
  }
  return byWeek
}

type Figure = 'count' | 'cents' | 'points'

function total(all: readonly Week[], figure: Figure): number {
  return all.reduce((sum, week) => sum + week[figure], 0)
}

function trend(all: readonly Week[], figure: Figure): number[] {
  const inWeek = (week: number) => all.find((one) => one.week === week)?.[figure] ?? 0
  return Array.from({ length: weeks }, (_, i) => inWeek(weeks - 1 - i))
}

function soonest(all: readonly Week[]): number | null {
  const known = all.flatMap(({ daysAgo: days }) => (days === null ? [] : [days]))
  return known.length === 0 ? null : Math.min(...known)
}
