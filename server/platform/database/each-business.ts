import sql from 'sql-template-tag'
import { oneByOne } from '#platform/concurrency'
import { noTenant } from './database.ts'
import type { Database } from './types.ts'

/**
 * Does the work for each business, one by one: one that fails keeps no other from its turn, and is told when all have had
 * theirs. It is the only way through the businesses, so that no task can forget it.
 */
export async function eachBusiness(
  database: Database,
  work: (businessId: string) => Promise<unknown>,
): Promise<void> {
  const businesses = await database
    .forTenant(noTenant)
    .rows<{ id: string }>(sql`select business_id as id from business`)
  await oneByOne(businesses, ({ id }) => work(id))
}
