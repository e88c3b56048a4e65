import sql from 'sql-template-tag'
import type { Licence } from '#contract/licences.ts'
import type { Queries } from '#platform/database.ts'

/** What a business is licensed for; null if there is no such business. */
export async function licencesOf(db: Queries): Promise<readonly Licence[] | null> {
  const row = await db.maybe<{ licences: Licence[] }>(
    sql`select licences from business where business_id = ${db.businessId}`,
  )
  return row?.licences ?? null
}
