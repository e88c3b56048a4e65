import sql from 'sql-template-tag'
import { mostCounted } from '#contract/endpoint.ts'
import type { Queries } from '#platform/database'

/** How many messages of a business were tried in vain; counted so far, and one beyond that where there are more. */
export async function countFailedMessages(db: Queries): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from (
      select from outbox_message where business_id = ${db.businessId} and state = 'Failed' limit ${mostCounted + 1}) counted`)
  return count
}
