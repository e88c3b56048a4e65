import sql from 'sql-template-tag'
import type { Queries } from '#platform/database'
import { pointsTypeName } from '#server/business/points'
import { post, reverse, type Unit } from '#server/ledger'
import type { MergePair, MergeStep } from '#server/members/merge'
import { requireGiven } from './given.ts'
import { mergeKind } from './kinds.ts'
import { inPoints } from './refusals.ts'

/**
 * How points follow when two members are merged: all of the other's, of every type, in one transaction, which undoing
 * the merge reverses. They count as new from then on, so none expires sooner for it.
 */
export const mergePoints: MergeStep<string | null> = {
  name: 'points',
  label: 'Points',
  count: async (db, memberId) => wholePoints((await balancesOf(db, memberId)).map(({ balance }) => balance)),
  remarks: remarksOf,
  move: async ({ db, who }, { survivorId, otherId }) => {
    const balances = await balancesOf(db, otherId)
    await requireGiven(db, survivorId, [
      ...balances.map(({ unit }) => unit),
      ...(await unitsInFlight(db, otherId)),
    ])
    if (balances.length === 0) return null
    const lines = balances.flatMap(({ unit, balance }) => [
      { account: { kind: 'points', owner: otherId, unit } as const, amount: -balance },
      { account: { kind: 'points', owner: survivorId, unit } as const, amount: balance },
    ])
    return (await post(db, { kind: mergeKind, actor: who }, lines)).transactionId
  },
  undo: async ({ db, who }, { otherId }, transactionId) => {
    const moved = transactionId === null ? [] : await unitsMoved(db, transactionId)
    await requireGiven(db, otherId, [...moved, ...(await unitsInFlight(db, otherId))])
    if (transactionId === null) return
    await reverse(db, { transactionId, reason: 'The merge was undone', actor: who }).catch(inPoints)
  },
}

/** Less than one counts as one: it follows as well, and may be what keeps two apart. */
function wholePoints(hundredths: readonly number[]): number {
  const sum = hundredths.reduce((total, each) => total + each, 0)
  return sum > 0 ? Math.max(1, Math.floor(sum / 100)) : 0
}

function balancesOf(db: Queries, memberId: string) {
  return db.rows<{ unit: Unit; balance: number }>(sql`
    select unit, balance from ledger_account
    where business_id = ${db.businessId} and kind = 'points' and owner_id = ${memberId} and balance > 0
    order by unit`)
}

/** What tills hold of a member, or of those who were merged into them: should it come back, it comes back to them. */
function inFlight(db: Queries, memberId: string) {
  return sql`
    with recursive own as (
      select ${memberId}::text as id
      union
      select g.other_id from own
      join member_merge g on g.business_id = ${db.businessId} and g.survivor_id = own.id and g.undone_at is null
    )
    select a.unit, sum(a.balance)::bigint as balance from own
    join ledger_account a on a.business_id = ${db.businessId} and a.kind = 'in-flight'
      and a.owner_id = 'points/' || own.id and a.balance > 0
    group by a.unit`
}

async function unitsInFlight(db: Queries, memberId: string): Promise<Unit[]> {
  const rows = await db.rows<{ unit: Unit }>(inFlight(db, memberId))
  return rows.map(({ unit }) => unit)
}

async function unitsMoved(db: Queries, transactionId: string): Promise<Unit[]> {
  const rows = await db.rows<{ unit: Unit }>(sql`
    select distinct unit from ledger_entry
    where business_id = ${db.businessId} and transaction_id = ${transactionId}`)
  return rows.map(({ unit }) => unit)
}

type Other = {
  name: string
  balance: number
  isHeld: boolean
  venue: string
  was: number | null
  is: number | null
}

/** What changes for the other's points with the survivor's venue: what a dollar is, or that there are none of the type. */
async function remarksOf(db: Queries, { survivorId, otherId }: MergePair) {
  const rows = await db.rows<Other>(sql`
    select coalesce(former.name, kept.name, split_part(a.unit, '/', 2)) as name, a.balance, a."isHeld",
      v.display_name as venue, former.ratio as was, kept.ratio as is
    from (
      select business_id, unit, balance, false as "isHeld" from ledger_account
      where business_id = ${db.businessId} and kind = 'points' and owner_id = ${otherId} and balance > 0
      union all
      select ${db.businessId}, unit, balance, true from (${inFlight(db, otherId)}) held
    ) a
    join member o on o.business_id = a.business_id and o.member_id = ${otherId}
    join member s on s.business_id = a.business_id and s.member_id = ${survivorId}
    join venue v on v.business_id = s.business_id and v.venue_no = s.venue_no
    ${typeAt(sql`former`, sql`o`)} ${typeAt(sql`kept`, sql`s`)}
    where kept.ratio is null or (kept.ratio is distinct from former.ratio and not a."isHeld")
    order by a.unit, a."isHeld"`)
  return rows.map((row) => ({ Label: changeInWords(row), Count: wholePoints([row.balance]) }))
}

/** The type of an account `a` at the venue of a member. */
function typeAt(type: ReturnType<typeof sql>, member: ReturnType<typeof sql>) {
  return sql`left join lateral (
    select ${pointsTypeName} as name, t.points_to_dollar_ratio::float8 as ratio from points_type t
    where t.business_id = a.business_id and t.venue_no = ${member}.venue_no and points_unit(t.points_type_id) = a.unit
  ) ${type} on true`
}

function changeInWords({ name, isHeld, venue, was, is }: Other): string {
  if (is === null)
    return `${name}${isHeld ? ' that a till holds' : ''}, which ${venue} does not give, so that the two can not be merged`
  return was === null ? `${name}, ${is} for a dollar` : `${name}, ${is} for a dollar in place of ${was}`
}
