import sql from 'sql-template-tag'
import { messages } from '#contract/messages.ts'
import type { MemberPointsType, PointsRequest } from '#contract/points/points.ts'
import type { Who } from '#platform/access'
import type { ActAbout } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
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

/** What would be done with a member's points, for who has to approve it. */
export async function aboutPoints(
  db: Queries,
  who: Who,
  { memberId, pointsTypeId }: { memberId: string; pointsTypeId: string },
  { PointsByQuantity, Note }: Pick<PointsRequest, 'PointsByQuantity' | 'Note'>,
): Promise<ActAbout> {
  const row = await db.maybe<{ id: string; name: string; type: string | null }>(sql`
    select m.member_id as id, m.first_name || ' ' || m.last_name as name, ${pointsTypeName} as type
    from member m
    left join points_type t on t.business_id = m.business_id and t.venue_no = m.venue_no
      and lower(t.points_type_id) = lower(${pointsTypeId})
    where m.business_id = ${db.businessId} and m.member_id = ${memberId} and m.deleted_at is null ${visibleTo(who)}`)
  if (!row) throw notFound('The member')
  if (row.type === null) throw noSuchType()
  const details = { 'Points type': row.type, Note }
  return { amount: Math.round(PointsByQuantity * 100), memberId: row.id, name: row.name, details }
}

/** 400: the venue of the member gives no such points. */
export function noSuchType() {
  return invalid(messages.points.invalidType, { PointsTypeId: messages.points.invalidType })
}
