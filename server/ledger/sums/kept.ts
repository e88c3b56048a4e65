import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Queries, Transaction } from '#platform/database'
import { dayOf, measures, quarterOf } from './entries.ts'

/** How far the sums of a business go, and how far they may go. */
export type Kept = {
  readonly kept: string
  readonly marked: string
  /** There is a mark, by whoever was here last. */
  readonly isMarked: boolean
  /** Nothing that is marked is still to be kept. */
  readonly isDone: boolean
  /** Nothing at or below the mark is still to come. */
  readonly isFinal: boolean
}

/** One at a time for each business. Null where another is at it, and isn't to be waited for. */
export async function lockKept(
  tx: Transaction,
  { isWaitedFor }: { readonly isWaitedFor: boolean },
): Promise<Kept | null> {
  await tx.run(sql`insert into ledger_kept (business_id) values (${tx.businessId}) on conflict do nothing`)
  const locked = await tx.maybe(sql`
    select from ledger_kept where business_id = ${tx.businessId} for update ${isWaitedFor ? empty : sql`skip locked`}`)
  if (!locked) return null
  // A mark from before a business was moved, or the database restored, may lie beyond all that this one has counted: it is
  // made anew. One that doesn't is as good as ours: what it speaks of came here at once.
  return tx.one<Kept>(sql`
    select transaction_id::text as kept, marked::text, marked_before is not null as "isMarked",
      marked <= transaction_id or coalesce(marked_before > pg_snapshot_xmax(pg_current_snapshot()), true) as "isDone",
      coalesce(marked_before <= pg_snapshot_xmin(pg_current_snapshot()), false) as "isFinal"
    from ledger_kept where business_id = ${tx.businessId}`)
}

/** The last transaction that is there. It may be marked by a transaction that has written nothing before it asks. */
export async function lastTransaction(db: Queries): Promise<string> {
  const { last } = await db.one<{ last: string }>(sql`
    select coalesce(max(transaction_id), 0)::text as last from ledger_transaction where business_id = ${db.businessId}`)
  return last
}

/** Marks a transaction that was seen; whose sums these are is locked. */
export async function markSeen(tx: Transaction, last: string): Promise<void> {
  // The number of this transaction, which began to write after that was seen: whoever got an id up to it had begun to write
  // before, and has a lower one. The end of a snapshot wouldn't do: it is behind those that are still at work.
  await tx.run(sql`
    update ledger_kept set marked = ${last}, marked_before = pg_current_xact_id()
    where business_id = ${tx.businessId}`)
}

/** Says that the sums have all transactions up to this one. */
export async function setKept(tx: Transaction, last: string): Promise<void> {
  await tx.run(sql`update ledger_kept set transaction_id = ${last} where business_id = ${tx.businessId}`)
}

const names = raw(measures.join(', '))
const added = raw(measures.map((name) => `sum(${name})`).join(', '))
const together = raw(measures.map((name) => `${name} = kept.${name} + excluded.${name}`).join(', '))

/** Adds entries to the sums, as these have them. */
export async function addToSums(tx: Transaction, entries: Sql): Promise<void> {
  const key = sql`account_kind, since, unit, owner_id, venue_no, kind`
  await tx.run(sql`
    insert into ledger_sum as kept (business_id, span, ${key}, ${names})
    select ${tx.businessId}, span, ${key}, ${added} from (
      select entry.*, span, case span when 'Day' then ${dayOf(sql`at`)} else ${quarterOf(sql`at`)} end as since
      from (${entries}) entry cross join unnest(array['Day', 'Quarter']) span) each
    group by span, ${key}
    on conflict (business_id, span, ${key}) do update set ${together}`)
}
