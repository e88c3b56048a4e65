import sql from 'sql-template-tag'
import type { Licence } from '#contract/licences.ts'
import type { Queries } from '#platform/database.ts'
import type { Recall } from '#platform/recall.ts'

/** What a business is licensed for; null if there is no such business. */
export function licencesOf(db: Queries, recall: Recall): Promise<readonly Licence[] | null> {
  return recall.get(`licences ${db.businessId}`, async () => {
    const row = await db.maybe<{ licences: Licence[] }>(
      sql`select licences from business where business_id = ${db.businessId}`,
    )
    return { value: row?.licences ?? null, about: [db.businessId] }
  })
}
