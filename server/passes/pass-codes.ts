import sql from 'sql-template-tag'
import type { Queries } from '#platform/database.ts'

// A pass lets its member in while it is active, and not used up.
const isUsable = sql`p.state = 'Active' and coalesce(p.usage_count < p.usage_limit, true)`

/** Whose pass a code is, and whether it still lets its member in; null if it is no pass's. */
export function readPassCode(
  db: Queries,
  code: string,
): Promise<{ memberId: string; isActive: boolean } | null> {
  return db.maybe(sql`
    select p.member_id as "memberId", ${isUsable} as "isActive"
    from pass_now p where p.business_id = ${db.businessId} and p.coupon_code = upper(${code})`)
}

/** The passes `p` that let their members in: `member_id` and `coupon_code` of each, as a table of a query. */
export const usablePasses = sql`(
  select p.member_id, p.coupon_code from pass_now p where p.business_id = current_business() and ${isUsable})`

/** Something that differs whenever other passes than before let their members in. */
export async function usablePassesState(db: Queries): Promise<string> {
  const { state } = await db.one<{ state: string }>(sql`
    select count(*) filter (where ${isUsable}) || ' ' || coalesce(max(greatest(p.claimed_at, p.revoked_at))::text, '') as state
    from pass_now p where p.business_id = ${db.businessId}`)
  return state
}
