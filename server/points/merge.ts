import sql from 'sql-template-tag'
import type { Queries } from '#platform/database'
import { post, reverse, type Unit } from '#server/ledger'
import type { MergeStep } from '#server/members/merge'
import { inPoints } from './refusals.ts'

/**
 * How points follow when two members are merged: all of the other's, of every type, in one transaction, which undoing
 * the merge reverses. They count as new from then on, so none expires sooner for it.
 */
export const mergePoints: MergeStep<string | null> = {
  name: 'points',
  label: 'Points',
  count: async (db, memberId) => {
    const balances = await balancesOf(db, memberId)
    return Math.floor(balances.reduce((sum, { balance }) => sum + balance, 0) / 100)
  },
  move: async ({ db, who }, { survivorId, otherId }) => {
    const balances = await balancesOf(db, otherId)
    if (balances.length === 0) return null
    const lines = balances.flatMap(({ unit, balance }) => [
      { account: { kind: 'points', owner: otherId, unit } as const, amount: -balance },
      { account: { kind: 'points', owner: survivorId, unit } as const, amount: balance },
    ])
    return (await post(db, { kind: 'Merge', actor: who }, lines)).transactionId
  },
  undo: async ({ db, who }, _, transactionId) => {
    if (transactionId === null) return
    await reverse(db, { transactionId, reason: 'The merge was undone', actor: who }).catch(inPoints)
  },
}

function balancesOf(db: Queries, memberId: string) {
  return db.rows<{ unit: Unit; balance: number }>(sql`
    select unit, balance from ledger_account
    where business_id = ${db.businessId} and kind = 'points' and owner_id = ${memberId} and balance > 0
    order by unit`)
}
