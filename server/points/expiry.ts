import sql from 'sql-template-tag'
import type { pointsApi } from '#contract/points/points.ts'
import { can } from '#platform/access'
import { clock } from '#platform/call'
import type { Call } from '#platform/call'
import { oneByOne } from '#platform/concurrency'
import type { Database, Queries, Transaction } from '#platform/database'
import { failureOf, inPieces, type InPieces, type Piece } from '#platform/jobs'
import { breakage, move, pointsOf } from '#server/ledger'
import { readMember } from '#server/members/record'
import { expiryKind } from './kinds.ts'

// How many days of expiries a forecast tells.
const forecastDays = 12

type Due = { memberId: string; pointsTypeId: string; amount: number }

/**
 * What has expired of members' points and is still there. Points are used oldest first, so of all that was put on an
 * account before the date, what was taken off it since ever is gone; the rest has expired.
 */
const selectDue = sql`
  select m.member_id as "memberId", t.points_type_id as "pointsTypeId",
    e.credited_after - (a.credited - a.balance) as amount
  from points_type t
  join member m on m.business_id = t.business_id and m.venue_no = t.venue_no
  join ledger_account a on a.business_id = m.business_id and a.kind = 'points' and a.owner_id = m.member_id
    and a.unit = points_unit(t.points_type_id) and a.balance > 0
  cross join lateral (
    select credited_after from ledger_entry
    where business_id = a.business_id and account_id = a.account_id
      and at < now() - make_interval(months => t.expiry_months)
    order by entry_id desc limit 1
  ) e
  where t.expiry_months is not null and e.credited_after > a.credited - a.balance`

/** Takes every point whose time is over, in each business. */
export async function expirePoints(database: Database, turn: InPieces = {}): Promise<void> {
  const expireIn = async (businessId: string, after: string): Promise<Piece> => {
    const ofSome = await database.forTenant(businessId).maybe(sql`
      select from points_type where business_id = ${businessId} and expiry_months is not null limit 1`)
    return ofSome ? expireAfter(database, businessId, after) : { next: null }
  }
  await inPieces(database, 'expire_points', expireIn, turn)
}

// So many members are looked at in one statement, however many there are.
const batch = 500

/** Takes what is due of so many members after an id; one that fails keeps none of the others. */
async function expireAfter(database: Database, businessId: string, after: string): Promise<Piece> {
  const db = database.forTenant(businessId)
  const { to, count } = await db.one<{ to: string | null; count: number }>(sql`
    select max(id) as to, count(*) from (
      select member_id as id from member where business_id = ${businessId} and member_id > ${after}
      order by member_id limit ${batch}) next`)
  if (to === null) return { next: null }
  const expireThese = async () => {
    const due = await db.rows<Due>(sql`
      ${selectDue} and t.business_id = ${businessId} and m.member_id > ${after} and m.member_id <= ${to}`)
    await oneByOne(due, (one) => database.transaction(businessId, (tx) => expire(tx, one)))
  }
  return { next: count < batch ? null : to, failure: await failureOf(expireThese()) }
}

async function expire(tx: Transaction, { memberId, pointsTypeId }: Due): Promise<void> {
  await tx.run(sql`
    select from member where business_id = ${tx.businessId} and member_id = ${memberId} for no key update`)
  // Looked at again under the lock: some may have been used since.
  const due = await tx.maybe<Due>(sql`${selectDue} and t.business_id = ${tx.businessId}
    and m.member_id = ${memberId} and t.points_type_id = ${pointsTypeId}`)
  if (!due) return
  const account = pointsOf(memberId, pointsTypeId)
  await move(
    tx,
    { kind: expiryKind, actor: clock },
    { from: account, to: breakage(account.unit), amount: due.amount },
  )
}

/** The next days on which points of a member expire, unless they are used before. */
export async function forecastPointsExpiry({ db, who, params }: Call<typeof pointsApi.forecastPointsExpiry>) {
  const { id, VenueNo } = await readMember(db, who, params.memberId, {
    isDeletedToo: can(who, 'Member.Delete'),
  })
  return {
    Results: await forecast(db, { memberId: id, venueNo: VenueNo, pointsTypeId: params.pointsTypeId }),
  }
}

type Wanted = { memberId: string; venueNo: string; pointsTypeId: string }

function forecast(db: Queries, { memberId, venueNo, pointsTypeId }: Wanted) {
  const { kind, owner, unit } = pointsOf(memberId, pointsTypeId)
  // Each entry that put something on the account after what is spent by now still has some of it there.
  return db.rows<{ ExpiresOn: string; Quantity: number }>(sql`
    select zone_day((select business_zone()), e.at + make_interval(months => t.expiry_months)) as "ExpiresOn",
      (sum(e.credited_after - greatest(a.credited - a.balance, e.before)) / 100.0)::float8 as "Quantity"
    from ledger_account a
    join points_type t on t.business_id = a.business_id and t.venue_no = ${venueNo}
      and points_unit(t.points_type_id) = a.unit and t.expiry_months is not null
    cross join lateral (
      select at, credited_after, lag(credited_after, 1, 0::bigint) over (order by entry_id) as before
      from ledger_entry where business_id = a.business_id and account_id = a.account_id
    ) e
    where a.business_id = ${db.businessId} and a.kind = ${kind} and a.owner_id = ${owner} and a.unit = ${unit}
      and e.credited_after > e.before and e.credited_after > a.credited - a.balance
    group by 1 order by 1 limit ${forecastDays}`)
}
