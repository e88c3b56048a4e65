import sql from 'sql-template-tag'
import { messages } from '#contract/messages.ts'
import type { MemberPointsType } from '#contract/points/points.ts'
import type { Who } from '#platform/access'
import type { Transaction } from '#platform/database'
import { invalid, notFound } from '#platform/refusals'
import { pointsTypeName } from '#server/business/options'
import { visibleTo } from '#server/members/search'

/** What is shown of a points type `t`. */
export const typeColumns = sql`
  t.points_type_id as "PointsTypeId", ${pointsTypeName} as "DisplayName", t.is_default as "IsDefault",
  t.points_to_dollar_ratio::float8 as "PointsToDollarRatio"`

/** A member's name and one of their venue's points types. */
export type MemberAndType = MemberPointsType & { FirstName: string; LastName: string; memberId: string }

/** The member and the points type of their venue, the member locked; or why not. */
export async function lockMemberAndType(
  tx: Transaction,
  who: Who,
  { memberId, pointsTypeId }: { memberId: string; pointsTypeId: string },
): Promise<MemberAndType> {
  // The member is locked before the ledger is, as everywhere: two calls on one member wait here, in a line.
  const row = await tx.maybe<Omit<MemberAndType, 'PointsTypeId'> & { PointsTypeId: string | null }>(sql`
    select m.member_id as "memberId", m.first_name as "FirstName", m.last_name as "LastName", ${typeColumns}
    from member m
    left join points_type t on t.business_id = m.business_id and t.venue_no = m.venue_no
      and lower(t.points_type_id) = lower(${pointsTypeId})
    where m.business_id = ${tx.businessId} and m.member_id = ${memberId} and m.deleted_at is null ${visibleTo(who)}
    for no key update of m`)
  if (!row) throw notFound('The member')
  const { PointsTypeId } = row
  if (PointsTypeId === null) throw noSuchType()
  return { ...row, PointsTypeId }
}

/** 400: the venue of the member gives no such points. */
export function noSuchType() {
  return invalid(messages.points.invalidType, { PointsTypeId: messages.points.invalidType })
}
