import sql, { type Sql } from 'sql-template-tag'
import type { Queries } from '#platform/database'

/** Whose sums they are. */
export type Owner = Pick<Queries, 'businessId'>

/** At which venues an entry of a member's points counts, and how often: rows of `venue_no` and `times`. */
export const countedAt = {
  /** At the venue that is the member's now. */
  theirs: sql`select m.venue_no, 1`,
  /** Where the sums have the member's points. */
  summed: sql`select coalesce(summed.venue_no, m.venue_no), 1`,
  /** What makes the one out of the other. */
  moved: sql`select m.venue_no, 1 union all select summed.venue_no, -1`,
} as const

/** What is added up of an entry, beside how it is told apart. */
export const measures = [
  'entries',
  'came_in',
  'went_out',
  'outgoing',
  'broken',
  'transfers',
  'made',
  'transferred_cents',
  'transferred_points',
] as const

/** Some entries, each as the sums have it. */
export function asSummed(entries: Sql, venues: Sql): Sql {
  return sql`
    select e.at, a.kind as account_kind, e.unit,
      case when reload.tender is not null then 'reload/' || reload.tender when may_go_negative(a.kind) then a.owner_id
        else '' end as owner_id,
      coalesce(counted.venue_no, reload.venue_no, '') as venue_no, t.kind,
      counted.times as entries, greatest(e.amount, 0) * counted.times as came_in,
      least(e.amount, 0) * counted.times as went_out, (e.amount < 0)::integer * counted.times as outgoing,
      case when beside.is_broken then e.amount else 0 end * counted.times as broken,
      coalesce(sign(beside.moved), 0) * counted.times as transfers,
      coalesce((beside.moved > 0)::integer, 0) * counted.times as made,
      case when beside.moved is null then 0 else beside.cents end * counted.times as transferred_cents,
      coalesce(beside.moved, 0) * counted.times as transferred_points
    from (${entries}) e
    ${whatTheyBelongTo}
    cross join lateral (${venues}) counted (venue_no, times)`
}

// Entry by entry, whatever the database thinks of how many there are: most of the ledger isn't among them. 'offset 0' keeps it
// from beginning anywhere else.
const whatTheyBelongTo = sql`
  cross join lateral (
    select * from ledger_account where business_id = e.business_id and account_id = e.account_id offset 0) a
  cross join lateral (
    select * from ledger_transaction where business_id = e.business_id and transaction_id = e.transaction_id offset 0) t
  left join lateral (
    select venue_no from member
    where a.kind = 'points' and business_id = e.business_id and member_id = a.owner_id collate "default" offset 0) m on true
  left join lateral (
    select venue_no from points_summed_at
    where a.kind = 'points' and business_id = e.business_id and member_id = a.owner_id collate "default" offset 0
  ) summed on true
  left join lateral (
    select tender, venue_no from card_reload
    where a.kind = 'external' and a.owner_id like 'tender/%' and a.unit = 'AUD' and business_id = e.business_id
      and transaction_id = coalesce(t.reverses, t.transaction_id)::text offset 0) reload on true
  -- What else the transaction of a member's points did: they expired, or became money.
  cross join lateral (
    select bool_or(b.kind = 'breakage') as is_broken,
      sum(o.amount) filter (where b.kind = 'external' and b.owner_id = 'transfers' and o.unit = e.unit) as moved,
      coalesce(-sum(o.amount) filter (where b.kind = 'disbursement'), 0) as cents
    from ledger_entry o
    cross join lateral (
      select kind, owner_id from ledger_account where business_id = o.business_id and account_id = o.account_id offset 0) b
    where a.kind = 'points' and o.business_id = e.business_id and o.transaction_id = e.transaction_id) beside`

/** The entries of transactions: those whose ids a query has. */
export const ofTransactions = (db: Owner, ids: Sql): Sql => sql`
  select entry.* from (${ids}) one (id)
  cross join lateral (
    select * from ledger_entry where business_id = ${db.businessId} and transaction_id = one.id offset 0) entry`

/** Those of the points of members that are in the sums. */
export const ofMembers = (db: Owner, ids: Sql): Sql => sql`
  select entry.* from (${ids}) one (id)
  cross join lateral (
    select account_id from ledger_account
    where business_id = ${db.businessId} and kind = 'points' and owner_id = one.id offset 0) account
  cross join lateral (
    select * from ledger_entry where business_id = ${db.businessId} and account_id = account.account_id offset 0) entry
  where entry.transaction_id <= ${lastKept(db)}`

/** The ids of transactions. */
export const transactionsIn = (db: Owner, which: Sql): Sql => sql`
  select transaction_id from ledger_transaction where business_id = ${db.businessId} and ${which}`

/** Where the quarter of an hour, or the day of UTC, of a moment begins. */
export const quarterOf = (at: Sql): Sql => sql`date_bin('15 minutes', ${at}, 'epoch')`
export const dayOf = (at: Sql): Sql => sql`date_bin('1 day', ${at}, 'epoch')`

/**
 * The last transaction that is in the sums. A query by itself: with 'coalesce' around it no index would be used, as the database
 * doesn't know whether that tells anybody of others' rows.
 */
export const lastKept = (db: Owner): Sql => sql`(
  select coalesce(max(transaction_id), 0) from ledger_kept where business_id = ${db.businessId})`
