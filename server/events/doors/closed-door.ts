import sql, { type Sql } from 'sql-template-tag'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { closedVenueRefusal, closedVenues } from '#server/business'

/**
 * The closed venues that a door stands at, by name, or null: the venue that the event's location names, or those that
 * whoever scans is confined to. An event of the whole business somewhere else stands at none.
 */
export function closedDoor(
  businessId: string,
  { venues }: Pick<Who, 'venues'>,
  location: Sql,
  at?: Sql,
): Sql {
  const isNamed = sql`lower(v.display_name) = lower(trim(${location}))`
  return sql`coalesce(${closedVenues(businessId, isNamed, at)},
    ${closedVenues(businessId, sql`v.venue_no = any(${venues}::text[])`, at)})`
}

/** Refuses the door of an event where that is closed. */
export async function requireOpenDoor(db: Queries, who: Pick<Who, 'venues'>, eventId: string): Promise<void> {
  const door = await db.maybe<{ closed: string[] | null }>(sql`
    select ${closedDoor(db.businessId, who, sql`e.location`)} as closed from event e
    where e.business_id = ${db.businessId} and e.event_id = ${eventId}`)
  if (door?.closed) throw closedVenueRefusal(door.closed)
}
