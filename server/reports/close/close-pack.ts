import sql, { empty, type Sql } from 'sql-template-tag'
import type { ClosePack, closePackApi } from '#contract/reports/close-pack.ts'
import type { Call } from '#platform/call'
import { fewOfEach } from '#platform/concurrency'
import type { Queries } from '#platform/database'
import { disbursementAccount, disbursementHours } from '#server/reports'
import { during, type Period, unmatched } from './close-transactions.ts'
import { feesIn } from './fees.ts'
import { reloadsByTender } from './reloads-by-tender.ts'

// Each adds up much: however many people open it at once, most connections are left to the others.
const adding = fewOfEach(2, 40, 20)

/** What finance closes a day or a month with: where the money was before, what moved, and where it was after. */
export function getClosePack({ db, query }: Call<typeof closePackApi.getClosePack>): Promise<ClosePack> {
  return adding(db.businessId, () => readClosePack(db, query))
}

// One statement after the other, so that it never has more than one connection.
async function readClosePack(db: Queries, query: Period): Promise<ClosePack> {
  const { lines, funds, later } = await disbursementMoved(db, query)
  const money = await moneyHeld(db, query)
  const points = await pointsOwed(db, query)
  const breakage = await brokenOff(db, query)
  const reloads = await reloadsByTender(db, query)
  const fees = await feesIn(db, query)
  const checks = await sumUnmatched(db)
  const closing = funds - later
  const moved = lines.reduce((sum, line) => sum + line.cents, 0)
  const of = (kind: string) => heldOf(money.find((row) => row.kind === kind))
  return {
    Disbursement: { Opening: (closing - moved) / 100, Closing: closing / 100 },
    Lines: lines.map(({ cents, ...line }) => ({ ...line, Amount: cents / 100 })),
    Cards: of('card'),
    Purses: of('purse'),
    InFlight: of('in-flight'),
    Points: heldOf(points),
    Reloads: reloads,
    Fees: fees,
    Breakage: breakage.money / 100,
    PointsBreakage: breakage.points / 100,
    Unmatched: { Count: checks.count, Amount: checks.cents / 100 },
  }
}

type Held = { now: number; sinceStart: number; sinceEnd: number }

/** The balances keep what is there now; what came since is taken off. */
function heldOf(held: Held = { now: 0, sinceStart: 0, sinceEnd: 0 }) {
  return { Opening: (held.now - held.sinceStart) / 100, Closing: (held.now - held.sinceEnd) / 100 }
}

/**
 * What moved the disbursement account: sums of hours, which are kept. Where a day begins at half an hour, as in
 * Adelaide, the entries themselves.
 */
function movements(db: Queries, { startDate, endDate }: { startDate: string; endDate: string | null }): Sql {
  const until = (at: Sql) => (endDate === null ? empty : sql`and ${at} < ${endDate}`)
  if (isWholeHour(startDate) && (endDate === null || isWholeHour(endDate)))
    return sql`
      select kind, entries, came_in + went_out as cents from ${disbursementHours(db)} hours
      where hour >= ${startDate} ${until(sql`hour`)}`
  return sql`
    select t.kind, 1 as entries, e.amount as cents from ledger_entry e
    join ledger_transaction t on t.business_id = e.business_id and t.transaction_id = e.transaction_id
    where e.business_id = ${db.businessId} and e.account_id = (${disbursementAccount(db)}) and e.at >= ${startDate}
      ${until(sql`e.at`)}`
}

const isWholeHour = (instant: string) => Date.parse(instant) % 3_600_000 === 0

type Line = { Kind: string; Count: number; cents: number }

/** What moved the account by kind, what is on it now, and what has come since: of one moment, or it would not add up. */
function disbursementMoved(db: Queries, period: Period) {
  const since = movements(db, { startDate: period.endDate, endDate: null })
  return db.one<{ lines: Line[]; funds: number; later: number }>(sql`
    select (
      select coalesce(json_agg(line order by line."Kind" <> 'Deposit', line."Kind"), '[]') from (
        select kind as "Kind", sum(entries)::bigint as "Count", sum(cents)::bigint as cents
        from (${movements(db, period)}) moved group by kind) line
    ) as lines,
    coalesce((select balance from ledger_account where business_id = ${db.businessId}
      and account_id = (${disbursementAccount(db)})), 0)::bigint as funds,
    (select coalesce(sum(cents), 0)::bigint from (${since}) moved) as later`)
}

/**
 * The accounts `a`: what is on each now, and what has come since the period's start and end. Account by account and entry
 * by entry, to be added up in one go.
 */
function sinceThen(db: Queries, { startDate, endDate }: Period, by: Sql, joins: Sql, which: Sql): Sql {
  return sql`
    select ${by} as by, a.balance as now, 0 as since_start, 0 as since_end
    from ledger_account a ${joins} where a.business_id = ${db.businessId} and ${which}
    union all
    select ${by}, 0, e.amount, case when e.at >= ${endDate} then e.amount else 0 end
    from ledger_entry e join ledger_account a on a.business_id = e.business_id and a.account_id = e.account_id ${joins}
    where e.business_id = ${db.businessId} and e.at >= ${startDate} and ${which}`
}

const sums = sql`
  select by, sum(now) as now, sum(since_start) as since_start, sum(since_end) as since_end from`

function moneyHeld(db: Queries, period: Period) {
  const which = sql`a.kind in ('card', 'purse', 'in-flight') and a.unit = 'AUD'`
  return db.rows<Held & { kind: string }>(sql`
    select by as kind, now::bigint, since_start::bigint as "sinceStart", since_end::bigint as "sinceEnd"
    from (${sums} (${sinceThen(db, period, sql`a.kind`, empty, which)}) each group by by) held`)
}

// What a member's points are worth is what their venue says. Cents, as hundredths of a point by points for a dollar.
const withRatio = sql`
  join member m on m.business_id = a.business_id and m.member_id = a.owner_id collate "default"
  join points_type t on t.business_id = m.business_id and t.venue_no = m.venue_no
    and points_unit(t.points_type_id) = a.unit`

function pointsOwed(db: Queries, period: Period): Promise<Held> {
  const ratio = sql`t.points_to_dollar_ratio`
  return db.one<Held>(sql`
    select coalesce(round(sum(now / by)), 0)::bigint as now,
      coalesce(round(sum(since_start / by)), 0)::bigint as "sinceStart",
      coalesce(round(sum(since_end / by)), 0)::bigint as "sinceEnd"
    from (${sums} (${sinceThen(db, period, ratio, withRatio, sql`a.kind = 'points'`)}) each group by by) owed`)
}

/** What nobody will claim any more: money of expired cards, and the worth of expired points. */
function brokenOff(db: Queries, period: Period) {
  return db.one<{ money: number; points: number }>(sql`
    select (
      select coalesce(sum(e.amount), 0)::bigint from ledger_account a
      join ledger_entry e on e.business_id = a.business_id and e.account_id = a.account_id
      where a.business_id = ${db.businessId} and a.kind = 'breakage' and a.unit = 'AUD' and ${during(period)}
    ) as money, (
      select coalesce(round(-sum(e.amount / t.points_to_dollar_ratio)), 0)::bigint from ledger_account broken
      join ledger_entry b on b.business_id = broken.business_id and b.account_id = broken.account_id
      join ledger_entry e on e.business_id = b.business_id and e.transaction_id = b.transaction_id
      join ledger_account a on a.business_id = e.business_id and a.account_id = e.account_id and a.kind = 'points'
      ${withRatio}
      where broken.business_id = ${db.businessId} and broken.kind = 'breakage' and ${during(period)}
    ) as points`)
}

/** How many accounts don't match, and by how many dollars: none, unless something is wrong. */
function sumUnmatched(db: Queries) {
  return db.one<{ count: number; cents: number }>(sql`
    select count(*), coalesce(sum(abs(flying - held)) filter (where unit = 'AUD'), 0)::bigint as cents
    from (${unmatched(db)}) odd`)
}
