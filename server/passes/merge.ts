import sql from 'sql-template-tag'
import type { Queries } from '#platform/database'
import { conflict } from '#platform/refusals'
import { NotEnough, post, purseOf, reverse } from '#server/ledger'
import { type MergeStep, rowsThatFollow } from '#server/members/merge'

/** Passes, with what is in their purses, follow their member; but nobody has two of a design. */
export const mergePasses = rowsThatFollow({
  name: 'passes',
  label: 'Digital membership cards',
  table: sql`pass`,
  id: sql`r.pass_id`,
  follows: ({ survivorId }) => sql`(r.revoked_at is not null or not exists (
    select from pass own where own.business_id = r.business_id and own.member_id = ${survivorId}
      and own.pass_configuration_id = r.pass_configuration_id and own.revoked_at is null))`,
})

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
    return (await post(db, { kind: 'Merge', actor: who }, lines)).transactionId
  },
  undo: async ({ db, who }, _, transactionId) => {
    if (transactionId === null) return
    await reverse(db, { transactionId, reason: 'The merge was undone', actor: who }).catch(inPurse)
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

function inPurse(error: unknown): never {
  if (!(error instanceof NotEnough)) throw error
  throw conflict(
    error.code,
    'What came with the merge has been spent from the purse of the digital card since.',
  )
}
