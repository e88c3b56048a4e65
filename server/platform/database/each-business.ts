import sql from 'sql-template-tag'
import { oneByOne } from '#platform/concurrency'
import { noTenant } from './database.ts'
import type { Database } from './types.ts'

/** What the queue says to a task that recurs: when it was due. Nothing, where somebody starts it by hand. */
export type ByTheClock = { readonly _cron?: { readonly ts: string } }

export type EachOptions = {
  readonly hour?: number
  /** Why it is done for suspended businesses as well. */
  readonly whileSuspended?: string
}

/**
 * Does the work for each business, one by one: one that fails keeps no other from its turn, and is told when all have had
 * theirs. It is the way through the businesses, so that no task can forget it; what may take long goes `inPieces`.
 */
export async function eachBusiness(
  database: Database,
  work: (businessId: string) => Promise<unknown>,
  options: ByTheClock & EachOptions = {},
): Promise<void> {
  await oneByOne(await businessesDue(database, options), work)
}

/**
 * The businesses that have a turn. What is due once a day, at an hour of the business's own clock, recurs every hour and
 * has the turn of those alone for whom it was that hour. A business that is suspended or ended rests, unless it is said
 * why it must not; of one that is being erased nothing is done.
 */
export async function businessesDue(
  database: Database,
  { _cron: due, hour, whileSuspended }: ByTheClock & EachOptions,
): Promise<string[]> {
  const isTheirHour =
    due && hour !== undefined
      ? sql`extract(hour from ${due.ts}::timestamptz at time zone time_zone) = ${hour}`
      : sql`true`
  const hasTurn = whileSuspended ? sql`erasing_since is null` : sql`standing = 'Open'`
  const businesses = await database
    .forTenant(noTenant)
    .rows<{ id: string }>(sql`select business_id as id from business where ${isTheirHour} and ${hasTurn}`)
  return businesses.map(({ id }) => id)
}
