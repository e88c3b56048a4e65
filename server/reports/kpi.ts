import sql, { empty, type Sql } from 'sql-template-tag'
import type { Kpi, reportsApi } from '#contract/reports.ts'
import type { Call } from '#platform/call.ts'
import type { Queries } from '#platform/database.ts'
import type { Who } from '#platform/who.ts'
import { visibleCards } from '#server/cards'
import { balanceOf, disbursement } from '#server/ledger'
import { visibleTo } from '#server/members'

const weeks = 12

/** The figures of the reports' first page. What they count is what the reports list. */
export async function getKpi({ db, who, query }: Call<typeof reportsApi.getKpi>): Promise<Kpi> {
  const [cards, transfers, funds] = await Promise.all([
    cardsByWeek(db, who, query.timeZone),
    transfersByWeek(db, who, query.timeZone),
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

// Weeks of seven days that end now: nobody's Monday.
const weekOf = (at: Sql) =>
  sql`least(floor(extract(epoch from now() - ${at}) / ${7 * 86_400}), ${weeks})::integer`
const daysAgo = (at: Sql, zone: string) =>
  sql`(now() at time zone ${zone})::date - (${at} at time zone ${zone})::date`

function cardsByWeek(db: Queries, who: Who, zone: string): Promise<Week[]> {
  const member = who.venues === null ? empty : withMember
  return db.rows<Week>(sql`
    select ${weekOf(sql`c.created_at`)} as week, count(*), sum(c.initial_cents)::bigint as cents, 0 as points,
      ${daysAgo(sql`max(c.created_at)`, zone)} as "daysAgo"
    from card c ${member}
    where c.business_id = ${db.businessId} ${visibleCards(who)} group by 1`)
}

/** Points turned into money. One that was taken back counts for nothing: its reversal has it the other way round. */
function transfersByWeek(db: Queries, who: Who, zone: string): Promise<Week[]> {
  return db.rows<Week>(sql`
    select ${weekOf(sql`e.at`)} as week, (sum(sign(e.amount)))::bigint as count, sum(e.amount)::bigint as points,
      -sum(money.amount)::bigint as cents, ${daysAgo(sql`max(e.at) filter (where e.amount > 0)`, zone)} as "daysAgo"
    from ledger_account a
    join ledger_entry e on e.business_id = a.business_id and e.account_id = a.account_id
    join ledger_entry money on money.business_id = e.business_id and money.transaction_id = e.transaction_id
      and money.account_id = (${accountOf(db, 'disbursement', '')})
    ${who.venues === null ? empty : withOwner}
    where a.business_id = ${db.businessId} and a.kind = 'external' and a.owner_id = 'transfers'
      ${visibleTo(who)} group by 1`)
}

const accountOf = (db: Queries, kind: string, owner: string) => sql`
  select account_id from ledger_account
  where business_id = ${db.businessId} and kind = ${kind} and owner_id = ${owner} and unit = 'AUD'`

const withMember = sql`
  left join member m on m.business_id = c.business_id and m.member_id = c.member_id`

// Whose points they were.
const withOwner = sql`
  join ledger_entry taken on taken.business_id = e.business_id and taken.transaction_id = e.transaction_id
    and taken.unit = e.unit and taken.account_id <> e.account_id
  join ledger_account owner on owner.business_id = taken.business_id and owner.account_id = taken.account_id
  join member m on m.business_id = owner.business_id and m.member_id = owner.owner_id collate "default"`

/** What there was to give out at the end of each week: what there is, less what has come since. */
async function fundsByWeek(db: Queries): Promise<number[]> {
  const changes = await db.rows<{ week: number; cents: number }>(sql`
    select ${weekOf(sql`at`)} as week, sum(amount)::bigint as cents from ledger_entry
    where business_id = ${db.businessId} and account_id = (${accountOf(db, 'disbursement', '')})
      and at > now() - make_interval(days => ${7 * weeks}) group by 1`)
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
