import sql from 'sql-template-tag'
import type { Queries } from '#platform/database'

/** How many messages of a business were tried in vain. */
export async function countFailedMessages(db: Queries): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from outbox_message where business_id = ${db.businessId} and state = 'Failed'`)
  return count
}
