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

/**
 * The hashes of the passes that let a member `m` in, with tabs between them. Looked up for each member: put together
 * beforehand they were compared with every member wherever the planner knew nothing of passes yet.
 */
export const passHashes = sql`(
  select string_agg(code_hash(p.business_id, p.coupon_code), e'\t') from pass_now p
  where p.business_id = m.business_id and p.member_id = m.member_id and ${isUsable})`

/** Something that differs whenever other passes than before let their members in. */
export async function usablePassesState(db: Queries): Promise<string> {
  const { state } = await db.one<{ state: string }>(sql`
    select count(*) filter (where ${isUsable}) || ' ' || coalesce(max(greatest(p.claimed_at, p.revoked_at))::text, '') as state
    from pass_now p where p.business_id = ${db.businessId}`)
  return state
}
