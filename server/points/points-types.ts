import sql from 'sql-template-tag'
import { messages } from '#contract/messages.ts'
import type { MemberPointsType, PointsRequest } from '#contract/points/points.ts'
import type { Who } from '#platform/access'
import type { ActAbout } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
import { invalid, notFound } from '#platform/refusals'
import { pointsTypeName } from '#server/business/points'
import { visibleTo } from '#server/members/record'

/** What is shown of a points type `t`. */
export const typeColumns = sql`
  t.points_type_id as "PointsTypeId", ${pointsTypeName} as "DisplayName", t.is_default as "IsDefault",
  t.points_to_dollar_ratio::float8 as "PointsToDollarRatio"`

/** A member's name and one of their venue's points types. */
export type MemberAndType = MemberPointsType & { FirstName: string; LastName: string; memberId: string }

/** The member and the points type of their venue, the member locked and the type kept from being removed; or why not. */
export async function lockMemberAndType(
  tx: Transaction,
  who: Who,
  { memberId, pointsTypeId }: { memberId: string; pointsTypeId: string },
): Promise<MemberAndType> {
  const isTheirs = sql`
    m.business_id = ${tx.businessId} and m.member_id = ${memberId} and m.deleted_at is null ${visibleTo(who)}`
  // The member is locked before the ledger is, as everywhere: two calls on one member wait here, in a line. Who removes the
  // type waits, too, and finds the points then.
  const found = await tx.maybe<MemberAndType>(sql`
    select m.member_id as "memberId", m.first_name as "FirstName", m.last_name as "LastName", ${typeColumns}
    from member m
    join points_type t on t.business_id = m.business_id and t.venue_no = m.venue_no
      and lower(t.points_type_id) = lower(${pointsTypeId})
    where ${isTheirs}
    for no key update of m for key share of t`)
  if (found) return found
  const member = await tx.maybe(sql`select from member m where ${isTheirs}`)
  throw member ? noSuchType() : notFound('The member')
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
