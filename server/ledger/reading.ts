import sql, { empty, type Sql } from 'sql-template-tag'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { businessToday } from '#platform/days'
import type { Account, Unit } from './accounts.ts'
import { idOf } from './posting.ts'

/** What is on an account now; nothing if no transaction has touched it. */
export async function balanceOf(db: Queries, { kind, owner, unit }: Account): Promise<number> {
  const row = await db.maybe<{ balance: number }>(sql`
    select balance from ledger_account
    where business_id = ${db.businessId} and kind = ${kind} and owner_id = ${owner} and unit = ${unit}`)
  return row?.balance ?? 0
}

/** What transactions of these kinds have put on accounts on this day of the business, but for those taken back. */
export async function putOnToday(
  db: Queries,
  accounts: readonly Account[],
  kinds: readonly string[],
): Promise<number> {
  const { amount } = await db.one<{ amount: number }>(sql`
    select coalesce(sum(e.amount), 0)::bigint as amount
    from unnest(${accounts.map(({ kind }) => kind)}::text[], ${accounts.map(({ owner }) => owner)}::text[],
      ${accounts.map(({ unit }) => unit)}::text[]) one (kind, owner_id, unit)
    join ledger_account a on a.business_id = ${db.businessId} and a.kind = one.kind and a.owner_id = one.owner_id
      and a.unit = one.unit
    join ledger_entry e on e.business_id = a.business_id and e.account_id = a.account_id
    join ledger_transaction t on t.business_id = e.business_id and t.transaction_id = e.transaction_id
    where e.at >= ${businessToday}::timestamp at time zone (select business_zone()) and t.kind = any(${kinds})
      and not exists (select from ledger_transaction r
        where r.business_id = t.business_id and r.reverses = t.transaction_id)`)
  return amount
}

/** A line of an account's history. */
export type Entry = {
  readonly entryId: string
  readonly transactionId: string
  readonly at: string
  readonly kind: string
  readonly amount: number
  /** The account's balance after it. */
  readonly balance: number
  readonly unit: Unit
  readonly reference: string | null
  readonly description: string | null
  readonly note: string | null
  readonly actorName: string
  /** The transaction that it reverses or refunds, or the hold that it settles. */
  readonly parentId: string | null
  /** True if a reversal or a refund has taken it back, in part at least. */
  readonly isTakenBack: boolean
  /** True if it can be reversed: it was posted as it is, and not taken back. */
  readonly isReversible: boolean
}

/** What this user reads of a transaction `t`. Descriptions name people, who may be of venues that aren't the user's. */
export function descriptionFor({ venues }: Pick<Who, 'venues'>): Sql {
  return venues === null ? sql`coalesce(t.description, t.kind)` : sql`t.kind`
}

type Window = { before: number | string | null; limit: number }

/** An account's entries, newest first: `limit` of them, from before the entry of this id on. */
export function entriesOf(db: Queries, account: Account, { before, limit }: Window): Promise<Entry[]> {
  // The page is found in the account's own index before anything is joined to it.
  return db.rows<Entry>(sql`
    select e.entry_id::text as "entryId", e.transaction_id::text as "transactionId", e.at, t.kind, e.amount,
      e.balance_after as balance, e.unit, t.reference, t.description, t.note, t.actor_name as "actorName",
      coalesce(t.reverses, t.refunds, t.hold_id)::text as "parentId",
      takings.found as "isTakenBack",
      not takings.found and t.reverses is null and t.refunds is null and t.hold_id is null and h.hold_id is null
        as "isReversible"
    from (
      select * from ${entriesOn(db, account)}
        ${before === null ? empty : sql`and entry_id < ${before}`}
      order by entry_id desc limit ${limit}
    ) e
    join ledger_transaction t on t.business_id = e.business_id and t.transaction_id = e.transaction_id
    left join ledger_hold h on h.business_id = e.business_id and h.hold_id = e.transaction_id
    cross join lateral (select
      exists (select from ledger_transaction r where r.business_id = e.business_id and r.reverses = e.transaction_id)
      or exists (select from ledger_transaction r where r.business_id = e.business_id and r.refunds = e.transaction_id)
      as found) takings
    order by e.entry_id desc`)
}

/** All entries of an account, to be counted: what stands behind 'from'. */
export function entriesOn(db: Queries, { kind, owner, unit }: Account): Sql {
  return sql`ledger_entry
      where business_id = ${db.businessId} and account_id = (
        select account_id from ledger_account
        where business_id = ${db.businessId} and kind = ${kind} and owner_id = ${owner} and unit = ${unit})`
}

/** A capture: the hold it settled, and how much of what it put on an outside account can still be refunded. */
export type Capture = { readonly holdId: string; readonly refundable: number }

/** The capture of this id that went to the outside account of this name; null if there is none. */
export function captureBehind(
  db: Queries,
  transactionId: string,
  outsideName: string,
): Promise<Capture | null> {
  return db.maybe<Capture>(sql`
    select t.hold_id::text as "holdId", sum(e.amount)::bigint as refundable
    from ledger_transaction t
    join ledger_hold h on h.business_id = t.business_id and h.hold_id = t.hold_id and h.settled_by = t.transaction_id
    cross join lateral (
      select t.transaction_id as id union all
      select r.transaction_id from ledger_transaction r
      where r.business_id = t.business_id and r.refunds = t.transaction_id
    ) part
    join ledger_entry e on e.business_id = t.business_id and e.transaction_id = part.id
    join ledger_account a on a.business_id = e.business_id and a.account_id = e.account_id
    where t.business_id = ${db.businessId} and t.transaction_id = ${idOf(transactionId)} and h.outcome = 'Captured'
      and a.kind = 'external' and a.owner_id = ${outsideName}
    group by t.hold_id`)
}
