import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import { conflict } from '#platform/refusals'
import { pointsTypeName } from '#server/business/points'
import type { Unit } from '#server/ledger'

/**
 * Refuses to give a member points that their venue doesn't give: nobody would see them, nor could they be used. The types
 * stay until the call is done: who removes one waits, and finds the points then.
 */
export async function requireGiven(tx: Transaction, memberId: string, units: readonly Unit[]): Promise<void> {
  if (units.length === 0) return
  await tx.run(sql`
    select from member m join points_type t on t.business_id = m.business_id and t.venue_no = m.venue_no
    where m.business_id = ${tx.businessId} and m.member_id = ${memberId} for key share of t`)
  const missing = await tx.maybe<{ type: string; venue: string }>(sql`
    select coalesce(elsewhere.name, split_part(wanted.unit, '/', 2)) as type, v.display_name as venue
    from member m
    join venue v on v.business_id = m.business_id and v.venue_no = m.venue_no
    cross join unnest(${units}::text[]) as wanted (unit)
    left join lateral (
      select ${pointsTypeName} as name from points_type t
      where t.business_id = m.business_id and points_unit(t.points_type_id) = wanted.unit
      order by t.venue_no limit 1
    ) elsewhere on true
    where m.business_id = ${tx.businessId} and m.member_id = ${memberId} and not exists (
      select from points_type t
      where t.business_id = m.business_id and t.venue_no = m.venue_no and points_unit(t.points_type_id) = wanted.unit)
    order by wanted.unit limit 1`)
  if (missing)
    throw conflict(
      'points_type_missing',
      `${missing.venue} gives no points of the type ${missing.type}: add the type there first.`,
    )
}
