import sql from 'sql-template-tag'
import type { Queries } from '#platform/database'

/** What the business is called. */
export async function businessName(db: Queries): Promise<string> {
  const { name } = await db.one<{ name: string }>(
    sql`select display_name as name from business where business_id = ${db.businessId}`,
  )
  return name
}
