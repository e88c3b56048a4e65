import sql from 'sql-template-tag'
import { oneByOne } from '#platform/concurrency'
import { type Database, noTenant } from '#platform/database'

/**
 * Lets this month begin in the tables that are cut by month, makes the next one's part ahead, and drops months that everything has
 * fallen away from. While nobody does it the month before goes on: nothing is refused.
 */
export async function beginMonths(database: Database): Promise<void> {
  const db = database.forTenant(noTenant)
  const tables = await db.rows<{ name: string }>(sql`select name from tables_by_month()`)
  await oneByOne(tables, async ({ name }) => {
    // Each by itself: others wait for every one of them, and each is done at once.
    await db.run(sql`select make_months_ahead(${name})`)
    const { hasBegun } = await db.one<{ hasBegun: boolean }>(sql`select begin_month(${name}) as "hasBegun"`)
    while ((await db.one<{ isGone: boolean }>(sql`select drop_month(${name}) as "isGone"`)).isGone);
    if (hasBegun) await db.run(sql`select analyze_by_month(${name})`)
  })
}
