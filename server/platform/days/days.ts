import sql, { type Sql } from 'sql-template-tag'
import type { Queries } from '#platform/database'

// Days are told by the database (migration 0053), which has one clock however many servers there are.

/** Today in the business that a statement works for, for use in it; the database looks it up once. */
export const businessToday: Sql = sql`(select business_day())`

/** Today in a zone, such as an event's, for use in a statement. */
export function dayIn(timeZone: string): Sql {
  return sql`(select zone_day(${timeZone}))`
}

/** Today in the business, as YYYY-MM-DD. */
export async function businessDay(db: Queries): Promise<string> {
  return (await db.one<{ day: string }>(sql`select business_day() as day`)).day
}

/** Today in a zone, as YYYY-MM-DD. */
export async function dayOfZone(db: Queries, timeZone: string): Promise<string> {
  return (await db.one<{ day: string }>(sql`select zone_day(${timeZone}) as day`)).day
}

/** The zone of the business; UTC for what belongs to none. */
export async function businessZone(db: Queries): Promise<string> {
  return (await db.one<{ zone: string | null }>(sql`select business_zone() as zone`)).zone ?? 'UTC'
}

/** The zone that a call asks for, or else the business's. */
export async function zonedOrBusiness(db: Queries, timeZone: string | undefined): Promise<string> {
  return timeZone ?? businessZone(db)
}

/** Now as the database itself tells it, for who asks once; a server asks `rightNow` (#platform/clock). */
export async function instantOfDatabase(db: Queries): Promise<Date> {
  return new Date((await db.one<{ at: string }>(sql`select now() as at`)).at)
}
