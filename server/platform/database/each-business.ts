import sql, { empty } from 'sql-template-tag'
import { oneByOne } from '#platform/concurrency'
import { noTenant } from './database.ts'
import type { Database } from './types.ts'

/** What the queue says to a task that recurs: when it was due. Nothing, where somebody starts it by hand. */
export type ByTheClock = { readonly _cron?: { readonly ts: string } }

/**
 * Does the work for each business, one by one: one that fails keeps no other from its turn, and is told when all have had
 * theirs. It is the only way through the businesses, so that no task can forget it. What is due once a day, at an hour of
 * the business's own clock, recurs every hour and has the turn of those alone for whom it was that hour.
 */
export async function eachBusiness(
  database: Database,
  work: (businessId: string) => Promise<unknown>,
  { _cron: due, hour }: ByTheClock & { readonly hour?: number } = {},
): Promise<void> {
  const isTheirHour =
    due && hour !== undefined
      ? sql`where extract(hour from ${due.ts}::timestamptz at time zone time_zone) = ${hour}`
      : empty
  const businesses = await database
    .forTenant(noTenant)
    .rows<{ id: string }>(sql`select business_id as id from business ${isTheirHour}`)
  await oneByOne(businesses, ({ id }) => work(id))
}
