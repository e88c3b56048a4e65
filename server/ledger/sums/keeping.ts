import sql, { raw, type Sql } from 'sql-template-tag'
import { type Database, eachBusiness, type Transaction } from '#platform/database'
import {
  asSummed,
  countedAt,
  dayOf,
  measures,
  ofMembers,
  ofTransactions,
  quarterOf,
  transactionsIn,
} from './entries.ts'

// So much in one transaction: what a business brings along is kept in turns.
const transactionsAtOnce = 5_000
const membersAtOnce = 200

/** Adds what has come since to the sums of every business. */
export async function keepLedgerSums(database: Database): Promise<void> {
  await eachBusiness(
    database,
    async (businessId) => {
      const last = await lastSeen(database, businessId)
      await database.transaction(businessId, (tx) => mark(tx, last))
      while (await database.transaction(businessId, keepSome));
      while (await database.transaction(businessId, moveSome));
    },
    { whileSuspended: 'Super administrators read the reports.' },
  )
}

type Kept = { kept: string; marked: string; isDone: boolean; isFinal: boolean }

/** One at a time for each business. */
async function lockKept(tx: Transaction): Promise<Kept> {
  await tx.run(sql`insert into ledger_kept (business_id) values (${tx.businessId}) on conflict do nothing`)
  await tx.run(sql`select from ledger_kept where business_id = ${tx.businessId} for update`)
  // A mark from before a business was moved, or the database restored, may lie beyond all that this one has counted: it is
  // made anew. One that doesn't is as good as ours: what it speaks of came here at once.
  return tx.one<Kept>(sql`
    select transaction_id::text as kept, marked::text,
      marked <= transaction_id or marked_before > pg_snapshot_xmax(pg_current_snapshot()) as "isDone",
      marked_before <= pg_snapshot_xmin(pg_current_snapshot()) as "isFinal"
    from ledger_kept where business_id = ${tx.businessId}`)
}

async function lastSeen(database: Database, businessId: string): Promise<string> {
  const { last } = await database.forTenant(businessId).one<{ last: string }>(sql`
    select coalesce(max(transaction_id), 0)::text as last from ledger_transaction where business_id = ${businessId}`)
  return last
}

/** Marks the last transaction that was seen, unless what was marked before is still to be kept. */
async function mark(tx: Transaction, last: string): Promise<void> {
  const { isDone } = await lockKept(tx)
  if (!isDone) return
  // The number of this transaction, which began to write after that was seen: whoever got an id up to it had begun to write
  // before, and has a lower one. The end of a snapshot wouldn't do: it is behind those that are still at work.
  await tx.run(sql`
    update ledger_kept set marked = ${last}, marked_before = pg_current_xact_id()
    where business_id = ${tx.businessId}`)
}

/** Keeps the next of what is marked; false if there is no more for now. */
async function keepSome(tx: Transaction): Promise<boolean> {
  const { kept, marked, isDone, isFinal } = await lockKept(tx)
  if (isDone || !isFinal) return false
  const { to, count } = await tx.one<{ to: string | null; count: number }>(sql`
    select max(transaction_id)::text as to, count(*) from (
      select transaction_id from ledger_transaction
      where business_id = ${tx.businessId} and transaction_id > ${kept} and transaction_id <= ${marked}
      order by transaction_id limit ${transactionsAtOnce}) next`)
  const last = to ?? marked
  const next = transactionsIn(tx, sql`transaction_id > ${kept} and transaction_id <= ${last}`)
  await add(tx, asSummed(ofTransactions(tx, next), countedAt.summed))
  await tx.run(sql`update ledger_kept set transaction_id = ${last} where business_id = ${tx.businessId}`)
  return count === transactionsAtOnce
}

/** Adds up at their venue what members have who came from another; false if there are no more for now. */
async function moveSome(tx: Transaction): Promise<boolean> {
  await lockKept(tx)
  // Who is changing their venue at this moment has their turn later. The others wait for us.
  const moved = await tx.rows<{ id: string }>(sql`
    select member_id as id from points_summed_at where business_id = ${tx.businessId}
    order by member_id limit ${membersAtOnce} for update skip locked`)
  if (moved.length === 0) return false
  const members = moved.map(({ id }) => id)
  await add(tx, asSummed(ofMembers(tx, sql`select unnest(${members}::text[])`), countedAt.moved))
  await tx.run(sql`
    delete from points_summed_at where business_id = ${tx.businessId} and member_id = any(${members})`)
  return moved.length === membersAtOnce
}

/** Forgets all that is kept of a business: what is read is added up entry by entry, until the job has kept it anew. */
export async function forgetLedgerSums(tx: Transaction): Promise<void> {
  await lockKept(tx)
  await tx.run(sql`delete from ledger_sum where business_id = ${tx.businessId}`)
  await tx.run(sql`delete from points_summed_at where business_id = ${tx.businessId}`)
  await tx.run(sql`
    update ledger_kept set transaction_id = 0, marked = 0, marked_before = null where business_id = ${tx.businessId}`)
}

const names = raw(measures.join(', '))
const added = raw(measures.map((name) => `sum(${name})`).join(', '))
const together = raw(measures.map((name) => `${name} = kept.${name} + excluded.${name}`).join(', '))

async function add(tx: Transaction, entries: Sql): Promise<void> {
  const key = sql`account_kind, since, unit, owner_id, venue_no, kind`
  await tx.run(sql`
    insert into ledger_sum as kept (business_id, span, ${key}, ${names})
    select ${tx.businessId}, span, ${key}, ${added} from (
      select entry.*, span, case span when 'Day' then ${dayOf(sql`at`)} else ${quarterOf(sql`at`)} end as since
      from (${entries}) entry cross join unnest(array['Day', 'Quarter']) span) each
    group by span, ${key}
    on conflict (business_id, span, ${key}) do update set ${together}`)
}
