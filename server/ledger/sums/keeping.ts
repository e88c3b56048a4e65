import sql from 'sql-template-tag'
import type { Database, Transaction } from '#platform/database'
import type { InPieces } from '#platform/jobs'
import { keepByTurns } from './by-turns.ts'
import { asSummed, countedAt, ofMembers, ofTransactions, transactionsIn } from './entries.ts'
import { addToSums, type Kept, lastTransaction, lockKept, markSeen, setKept } from './kept.ts'

// So much in one transaction: what a business brings along is kept in turns.
const transactionsAtOnce = 5_000
const membersAtOnce = 200

/** Adds what has come since to the sums of every business. */
export function keepLedgerSums(database: Database, turn: InPieces = {}): Promise<void> {
  // A place is the last transaction that was there when the business had its first turn.
  return keepByTurns(
    database,
    'keep_ledger_sums',
    async (businessId, after, alone) =>
      (await alone(businessId, (tx) => keepSome(tx, after))) ??
      (await alone(businessId, (tx) => moveSome(tx, after))),
    turn,
  )
}

// Who adds up anew, which may take a while, adds up what we would.
const nobodyIsWaitedFor = { isWaitedFor: false }

/**
 * Keeps the next of what was there at the first turn, and tells how far it goes; null if there is no more for now. However the mark was
 * set meanwhile, it goes on from there.
 */
async function keepSome(tx: Transaction, after: string): Promise<string | null> {
  const last = after || (await lastTransaction(tx))
  const state = await lockKept(tx, nobodyIsWaitedFor)
  if (!state || BigInt(state.kept) >= BigInt(last)) return null
  if (state.isDone) await markSeen(tx, last)
  else if (state.isFinal) await keepNext(tx, state)
  else return null
  return last
}

async function keepNext(tx: Transaction, { kept, marked }: Kept): Promise<void> {
  const { to } = await tx.one<{ to: string | null }>(sql`
    select max(transaction_id)::text as to from (
      select transaction_id from ledger_transaction
      where business_id = ${tx.businessId} and transaction_id > ${kept} and transaction_id <= ${marked}
      order by transaction_id limit ${transactionsAtOnce}) next`)
  const last = to ?? marked
  const next = transactionsIn(tx, sql`transaction_id > ${kept} and transaction_id <= ${last}`)
  await addToSums(tx, asSummed(ofTransactions(tx, next), countedAt.summed))
  await setKept(tx, last)
}

/** Adds up at their venue what members have who came from another; null if there are no more for now, else the same place. */
async function moveSome(tx: Transaction, after: string): Promise<string | null> {
  if (!(await lockKept(tx, nobodyIsWaitedFor))) return null
  // Who is changing their venue at this moment has their turn later. The others wait for us.
  const moved = await tx.rows<{ id: string }>(sql`
    select member_id as id from points_summed_at where business_id = ${tx.businessId}
    order by member_id limit ${membersAtOnce} for update skip locked`)
  if (moved.length === 0) return null
  const members = moved.map(({ id }) => id)
  await addToSums(tx, asSummed(ofMembers(tx, sql`select unnest(${members}::text[])`), countedAt.moved))
  await tx.run(sql`
    delete from points_summed_at where business_id = ${tx.businessId} and member_id = any(${members})`)
  return moved.length === membersAtOnce ? after : null
}
