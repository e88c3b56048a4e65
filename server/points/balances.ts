import sql, { empty } from 'sql-template-tag'
import { isSamePointsType } from '#contract/business/venues.ts'
import {
  dollarsFor,
  type MemberPointsType,
  type PointsBalance,
  type pointsApi,
} from '#contract/points/points.ts'
import { can, type Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { notFound } from '#platform/refusals'
import { visibleTo } from '#server/members/record'
import { noSuchType, typeColumns } from './points-types.ts'

/** What a member has of each type of points that their venue gives, the default first. */
export async function listPointsBalances({ db, who, params }: Call<typeof pointsApi.listPointsBalances>) {
  return { Results: await readBalances(db, who, params.memberId) }
}

/** What a member has of one type. */
export async function getPointsBalance({
  db,
  who,
  params,
}: Call<typeof pointsApi.getPointsBalance>): Promise<PointsBalance> {
  const balances = await readBalances(db, who, params.memberId)
  const balance = balances.find(({ PointsTypeId }) => isSamePointsType(PointsTypeId, params.pointsTypeId))
  if (!balance) throw noSuchType()
  return balance
}

type Row = MemberPointsType & { PointsTypeId: string | null; hundredths: number }

export async function readBalances(db: Queries, who: Who, memberId: string): Promise<PointsBalance[]> {
  // A member whose venue gives no points is one row without a type; no row means no such member.
  const rows = await db.rows<Row>(sql`
    select ${typeColumns}, coalesce(a.balance, 0) as hundredths
    from member m
    left join points_type t on t.business_id = m.business_id and t.venue_no = m.venue_no
    left join ledger_account a on a.business_id = m.business_id and a.kind = 'points' and a.owner_id = m.member_id
      and a.unit = points_unit(t.points_type_id)
    where m.business_id = ${db.businessId} and m.member_id = ${memberId} ${visibleTo(who)}
      ${can(who, 'Member.Delete') ? empty : sql`and m.deleted_at is null`}
    order by t.is_default desc, lower(t.points_type_id)`)
  if (rows.length === 0) throw notFound('The member')
  return rows
    .filter((row) => row.PointsTypeId !== null)
    .map(({ hundredths, ...type }) => ({
      ...type,
      PointsBalanceQuantity: hundredths / 100,
      PointsBalanceDollarValue: dollarsFor(hundredths / 100, type.PointsToDollarRatio),
    }))
}
