import sql, { type Sql } from 'sql-template-tag'
import type { Queries, Transaction } from '#platform/database'

// A pass lets its member in while it is active, and not used up.
const isUsable = sql`p.state = 'Active' and coalesce(p.usage_count < p.usage_limit, true)`

/**
 * Whose pass a code is, and whether it still lets its member in; null if it is no pass's. Until the end of the
 * transaction no other counts a use of it: at two events at once it would else let its member in once too often.
 */
export async function readPassCode(
  tx: Transaction,
  code: string,
): Promise<{ memberId: string; isActive: boolean } | null> {
  const ofCode = sql`p.business_id = ${tx.businessId} and p.coupon_code = code_key(${code})`
  const held = await tx.run(sql`select from pass p where ${ofCode} for no key update`)
  if (held === 0) return null
  return tx.maybe(sql`
    select p.member_id as "memberId", ${isUsable} as "isActive"
    from pass_now p where ${ofCode}`)
}

/** The member whose pass it is, while it is active; null otherwise. */
export async function memberOfPass(db: Queries, passId: string): Promise<string | null> {
  const pass = await db.maybe<{ memberId: string }>(sql`
    select p.member_id as "memberId" from pass_now p
    where p.business_id = ${db.businessId} and p.pass_id = ${passId} and p.state = 'Active'`)
  return pass?.memberId ?? null
}

/** True if what is a pass's has a pass to go to: itself or the one in its place, not revoked, of a member who is there. */
export async function hasPassInForce(db: Queries, passId: string): Promise<boolean> {
  const found = await db.maybe(sql`
    select from pass p join member m on m.business_id = p.business_id and m.member_id = p.member_id
    where p.business_id = ${db.businessId} and p.pass_id = current_pass(${passId}) and p.revoked_at is null
      and m.deleted_at is null`)
  return found !== null
}

/**
 * The hashes, by `hashOf`, of the passes that let a member `m` in, with tabs between them. Looked up for each member: put together
 * beforehand they were compared with every member wherever the planner knew nothing of passes yet.
 */
export const passHashes = (hashOf: (code: Sql) => Sql) => sql`(
  select string_agg(${hashOf(sql`p.coupon_code`)}, e'\t') from pass_now p
  where p.business_id = m.business_id and p.member_id = m.member_id and ${isUsable})`
