import sql from 'sql-template-tag'
import type { Queries, Transaction } from '#platform/database'
import { conflict } from '#platform/refusals'
import { move, NotEnough, post, purseOf, reverse } from '#server/ledger'
import { type MergedPair, type MergeStep, rowsThatFollow } from '#server/members/merge'
import { currentPurse } from '#server/passes/issued'
import { mergeKind } from '#server/points'

const passesThatFollow = rowsThatFollow({
  name: 'passes',
  label: 'Digital membership cards',
  table: sql`pass`,
  id: sql`r.pass_id`,
  follows: ({ survivorId }) => sql`(r.revoked_at is not null or not exists (
    select from pass own where own.business_id = r.business_id and own.member_id = ${survivorId}
      and own.pass_configuration_id = r.pass_configuration_id and own.revoked_at is null))`,
})

/**
 * Passes, with what is in their purses, follow their member; but nobody has two of a design. When that is undone, those go back
 * that were sent in the place of such a pass since: what was in its purse is in theirs.
 */
export const mergePasses: MergeStep = {
  ...passesThatFollow,
  undo: async (call, pair, moved) => {
    const passes = moved as readonly string[]
    const next = await sentInTheirPlace(call.db, pair, passes)
    await passesThatFollow.undo(call, pair, [...passes, ...next])
  },
}

/** A pass that was in force when it came leaves the survivor none of its design: what was sent since continues it. */
async function sentInTheirPlace(
  tx: Transaction,
  { survivorId, mergedAt }: MergedPair,
  passIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select next.pass_id as id from pass one
    join pass next on next.business_id = one.business_id and next.member_id = ${survivorId}
      and next.pass_configuration_id = one.pass_configuration_id and next.created_at > ${mergedAt}
    where one.business_id = ${tx.businessId} and one.pass_id = any(${passIds})
      and (one.revoked_at is null or one.revoked_at > ${mergedAt})`)
  return rows.map(({ id }) => id)
}

/**
 * The money in the purses of passes that can't be paid with goes to the survivor's pass of the same design, in one transaction,
 * which undoing the merge reverses. It comes after the passes themselves.
 */
export const mergePurses: MergeStep<string | null> = {
  name: 'purses',
  label: 'Dollars in the purses of digital cards',
  count: async (db, memberId) => {
    const { dollars } = await db.one<{ dollars: number }>(sql`
      select floor(coalesce(sum(a.balance), 0) / 100)::bigint as dollars from pass p
      join ledger_account a on a.business_id = p.business_id and a.kind = 'purse' and a.owner_id = p.pass_id
      where p.business_id = ${db.businessId} and p.member_id = ${memberId}`)
    return dollars
  },
  move: async ({ db, who }, { survivorId, otherId }) => {
    const left = await leftBehind(db, survivorId, otherId)
    if (left.length === 0) return null
    const lines = left.flatMap(({ from, to, balance }) => [
      { account: purseOf(from), amount: -balance },
      { account: purseOf(to), amount: balance },
    ])
    return (await post(db, { kind: mergeKind, actor: who }, lines)).transactionId
  },
  undo: async ({ db, who }, _, transactionId) => {
    if (transactionId === null) return
    const reason = 'The merge was undone'
    try {
      for (const { passId, amount } of await filledBy(db, transactionId)) {
        const [from, to] = [await currentPurse(db, passId), purseOf(passId)]
        if (from.owner !== to.owner)
          await move(db, { kind: mergeKind, actor: who, note: reason }, { from, to, amount })
      }
      await reverse(db, { transactionId, reason, actor: who })
    } catch (error) {
      inPurse(error)
    }
  },
}

/** What is in the purses of passes, revoked ones among them, that aren't the one of its design which the survivor has. */
function leftBehind(db: Queries, survivorId: string, otherId: string) {
  return db.rows<{ from: string; to: string; balance: number }>(sql`
    select p.pass_id as from, own.pass_id as to, a.balance from pass p
    join pass own on own.business_id = p.business_id and own.member_id = ${survivorId}
      and own.pass_configuration_id = p.pass_configuration_id and own.revoked_at is null
    join ledger_account a on a.business_id = p.business_id and a.kind = 'purse' and a.owner_id = p.pass_id
    where p.business_id = ${db.businessId} and p.member_id in (${survivorId}, ${otherId}) and p.pass_id <> own.pass_id
      and a.balance > 0
    order by p.pass_id`)
}

/** The purses that a transaction has put money into. It may be in that of the next pass by now. */
function filledBy(db: Queries, transactionId: string) {
  return db.rows<{ passId: string; amount: number }>(sql`
    select a.owner_id as "passId", sum(e.amount)::bigint as amount from ledger_entry e
    join ledger_account a on a.business_id = e.business_id and a.account_id = e.account_id
    where e.business_id = ${db.businessId} and e.transaction_id = ${transactionId} and e.amount > 0
    group by a.owner_id order by a.owner_id`)
}

function inPurse(error: unknown): never {
  if (!(error instanceof NotEnough)) throw error
  throw conflict(
    error.code,
    'What came with the merge has been spent from the purse of the digital card since.',
  )
}
