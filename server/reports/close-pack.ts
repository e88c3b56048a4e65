import sql, { empty, type Sql } from 'sql-template-tag'
import type { ClosePack, CloseTransaction, reportsApi } from '#contract/reports.ts'
import type { Call } from '#platform/call.ts'
import type { Queries } from '#platform/database.ts'
import { afterKey, pageOf, rowsToAsk } from '#platform/paging.ts'
import { balanceOf, descriptionFor, disbursement } from '#server/ledger'

type Period = { startDate: string; endDate: string }

/** What finance closes a day or a month with: where the money was before, what moved, and where it was after. */
export async function getClosePack({ db, query }: Call<typeof reportsApi.getClosePack>): Promise<ClosePack> {
  const [lines, later, funds, money, points, breakage, unmatched] = await Promise.all([
    disbursementLines(db, query),
    sumSince(db, query.endDate),
    balanceOf(db, disbursement),
    moneyHeld(db, query),
    pointsOwed(db, query),
    brokenOff(db, query),
    unmatchedHolds(db),
  ])
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
    Breakage: breakage.money / 100,
    PointsBreakage: breakage.points / 100,
    Unmatched: { Count: unmatched.count, Amount: unmatched.cents / 100 },
  }
}

type Held = { now: number; sinceStart: number; sinceEnd: number }

/** The balances keep what is there now; what came since is taken off. */
function heldOf(held: Held = { now: 0, sinceStart: 0, sinceEnd: 0 }) {
  return { Opening: (held.now - held.sinceStart) / 100, Closing: (held.now - held.sinceEnd) / 100 }
}

const accountOf = (db: Queries): Sql => sql`
  select account_id from ledger_account
  where business_id = ${db.businessId} and kind = ${disbursement.kind} and owner_id = ${disbursement.owner}
    and unit = ${disbursement.unit}`

const during = ({ startDate, endDate }: Period): Sql => sql`e.at >= ${startDate} and e.at < ${endDate}`

function disbursementLines(db: Queries, period: Period) {
  return db.rows<{ Kind: string; Count: number; cents: number }>(sql`
    select t.kind as "Kind", count(*) as "Count", sum(e.amount)::bigint as cents from ledger_entry e
    join ledger_transaction t on t.business_id = e.business_id and t.transaction_id = e.transaction_id
    where e.business_id = ${db.businessId} and e.account_id = (${accountOf(db)}) and ${during(period)}
    group by t.kind order by t.kind <> 'Deposit', t.kind`)
}

async function sumSince(db: Queries, at: string): Promise<number> {
  const { cents } = await db.one<{ cents: number }>(sql`
    select coalesce(sum(amount), 0)::bigint as cents from ledger_entry
    where business_id = ${db.businessId} and account_id = (${accountOf(db)}) and at >= ${at}`)
  return cents
}

const moneyKinds = ['card', 'purse', 'in-flight']

function moneyHeld(db: Queries, { startDate, endDate }: Period) {
  return db.rows<Held & { kind: string }>(sql`
    select a.kind, sum(a.balance)::bigint as now, coalesce(sum(later.since_start), 0)::bigint as "sinceStart",
      coalesce(sum(later.since_end), 0)::bigint as "sinceEnd"
    from ledger_account a left join (
      select account_id, sum(amount) as since_start, sum(amount) filter (where at >= ${endDate}) as since_end
      from ledger_entry where business_id = ${db.businessId} and unit = 'AUD' and at >= ${startDate} group by 1
    ) later on later.account_id = a.account_id
    where a.business_id = ${db.businessId} and a.kind = any(${moneyKinds}) and a.unit = 'AUD' group by a.kind`)
}

// What a member's points are worth is what their venue says. Cents, as hundredths of a point by points for a dollar.
const withRatio = sql`
  join member m on m.business_id = a.business_id and m.member_id = a.owner_id collate "default"
  join points_type t on t.business_id = m.business_id and t.venue_no = m.venue_no
    and points_unit(t.points_type_id) = a.unit`

function pointsOwed(db: Queries, { startDate, endDate }: Period): Promise<Held> {
  return db.one<Held>(sql`
    select coalesce(round(sum(a.balance / t.points_to_dollar_ratio)), 0)::bigint as now,
      coalesce(round(sum(later.since_start / t.points_to_dollar_ratio)), 0)::bigint as "sinceStart",
      coalesce(round(sum(later.since_end / t.points_to_dollar_ratio)), 0)::bigint as "sinceEnd"
    from ledger_account a ${withRatio} left join (
      select account_id, sum(amount) as since_start, sum(amount) filter (where at >= ${endDate}) as since_end
      from ledger_entry where business_id = ${db.businessId} and unit like 'points/%' and at >= ${startDate} group by 1
    ) later on later.account_id = a.account_id
    where a.business_id = ${db.businessId} and a.kind = 'points'`)
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

/** Where what is in flight isn't what is held: nothing, unless something is wrong. */
function unmatchedHolds(db: Queries) {
  return db.one<{ count: number; cents: number }>(sql`
    with held as (
      select b.kind || '/' || b.owner_id as owner_id, b.unit, sum(h.amount) as amount from ledger_hold h
      join ledger_account b on b.business_id = h.business_id and b.account_id = h.account_id
      where h.business_id = ${db.businessId} and h.outcome is null group by 1, 2
    ), flying as (
      select owner_id, unit, balance from ledger_account
      where business_id = ${db.businessId} and kind = 'in-flight'
    )
    select count(*), coalesce(sum(abs(coalesce(f.balance, 0) - coalesce(h.amount, 0))), 0)::bigint as cents
    from flying f full join held h using (owner_id, unit)
    where coalesce(f.balance, 0) <> coalesce(h.amount, 0)`)
}

type Row = Omit<CloseTransaction, 'Amount'> & { hundredths: number; id: string }

/** The entries behind a line of the pack, newest first. */
export async function listCloseTransactions(call: Call<typeof reportsApi.listCloseTransactions>) {
  const { db, who, query } = call
  const after = afterKey(call)
  const rows = await db.rows<Row>(sql`
    select e.entry_id::text as id, e.transaction_id::text as "TransactionId", e.at as "OccurredAt", t.kind as "Type",
      ${descriptionFor(who)} as "TypeDescription", e.amount as hundredths, e.unit as "Unit",
      t.reference as "Reference", t.actor_name as "ActorName"
    from ledger_account a
    join ledger_entry e on e.business_id = a.business_id and e.account_id = a.account_id
    join ledger_transaction t on t.business_id = e.business_id and t.transaction_id = e.transaction_id
    where a.business_id = ${db.businessId} and a.kind = ${query.account} and ${during(query)}
      ${query.kind ? sql`and t.kind = ${query.kind}` : empty}
      ${after ? sql`and (e.at, e.entry_id) < (${after[0]}, ${after[1]})` : empty}
    order by e.at desc, e.entry_id desc limit ${rowsToAsk(call)}`)
  const { Results, _links } = pageOf(call, rows, (row) => [row.OccurredAt, row.id])
  return { Results: Results.map(({ hundredths, ...row }) => ({ ...row, Amount: hundredths / 100 })), _links }
}
