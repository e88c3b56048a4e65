import sql, { type Sql } from 'sql-template-tag'
import type { ClosePack } from '#contract/reports/close-pack.ts'
import type { Queries } from '#platform/database'
import { sumsAround } from '#server/ledger/sums'
import type { Period } from './close-transactions.ts'

/** Cents, but for the lines' and reloads' own words. */
export type PackSums = {
  lines: { Kind: string; Count: number; cents: number }[]
  held: { kind: string; opening: number; closing: number }[]
  points: { opening: number; closing: number; broken: number }
  breakage: number
  reloads: (Omit<ClosePack['Reloads'][number], 'Amount' | 'TakenBack'> & {
    cents: number
    takenBackCents: number
  })[]
}

/** What the ledger has for the pack: of one moment, or it would not add up. */
export function readPackSums(db: Queries, { startDate, endDate }: Period): Promise<PackSums> {
  return db.one<PackSums>(sql`
    with moved as materialized (
      select account_kind, unit, owner_id, venue_no, kind,
        coalesce(sum(came_in + went_out) filter (where at < ${startDate}), 0) as opening,
        coalesce(sum(came_in + went_out), 0) as closing,
        coalesce(sum(entries) filter (where at >= ${startDate}), 0)::bigint as entries,
        coalesce(sum(outgoing) filter (where at >= ${startDate}), 0)::bigint as outgoing,
        coalesce(sum(came_in) filter (where at >= ${startDate}), 0) as came_in,
        coalesce(-sum(broken) filter (where at >= ${startDate}), 0) as broken
      from ${sumsAround(db, startDate, endDate)} sums group by 1, 2, 3, 4, 5
    )
    select (${lines}) as lines, (${held}) as held, (${points(db)}) as points, (${breakage}) as breakage,
      (${reloads(db)}) as reloads`)
}

const rowsOf = (rows: Sql, order: Sql) => sql`
  select coalesce(json_agg(row_to_json(line) order by ${order}), '[]') from (${rows}) line`

// What moved the disbursement account by kind.
const lines = rowsOf(
  sql`
    select kind as "Kind", sum(entries)::bigint as "Count", sum(closing - opening)::bigint as cents from moved
    where account_kind = 'disbursement' and unit = 'AUD' group by kind having sum(entries) > 0`,
  sql`"Kind" <> 'Deposit', "Kind"`,
)

const held = rowsOf(
  sql`
    select account_kind as kind, sum(opening)::bigint as opening, sum(closing)::bigint as closing from moved
    where account_kind in ('disbursement', 'card', 'purse', 'in-flight') and unit = 'AUD' group by account_kind`,
  sql`kind`,
)

// What a member's points are worth is what their venue says. Cents, as hundredths of a point by points for a dollar.
const points = (db: Queries) => sql`
  select row_to_json(worth) from (
    select coalesce(round(sum(opening / t.points_to_dollar_ratio)), 0)::bigint as opening,
      coalesce(round(sum(closing / t.points_to_dollar_ratio)), 0)::bigint as closing,
      coalesce(round(sum(broken / t.points_to_dollar_ratio)), 0)::bigint as broken
    from moved
    join points_type t on t.business_id = ${db.businessId} and t.venue_no = moved.venue_no
      and points_unit(t.points_type_id) = moved.unit
    where account_kind = 'points') worth`

// What nobody will claim any more: money of expired cards.
const breakage = sql`
  select coalesce(sum(closing - opening), 0)::bigint from moved where account_kind = 'breakage' and unit = 'AUD'`

// What was paid for reloads, by venue and by how. What a drawer has is told by the account that it left.
const reloads = (db: Queries) =>
  rowsOf(
    sql`
      select moved.venue_no as "VenueNo", coalesce(v.display_name, nullif(moved.venue_no, ''), 'Card page') as "VenueName",
        split_part(owner_id, '/', 2) as "Tender", sum(outgoing)::bigint as "Count",
        sum(opening - closing)::bigint as cents, sum(came_in)::bigint as "takenBackCents"
      from moved
      left join venue v on v.business_id = ${db.businessId} and v.venue_no = moved.venue_no
      where account_kind = 'external' and owner_id like 'reload/%' group by 1, 2, 3 having sum(entries) > 0`,
    sql`"VenueName", "VenueNo", "Tender"`,
  )
