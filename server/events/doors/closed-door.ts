import sql, { type Sql } from 'sql-template-tag'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { closedVenueRefusal, closedVenues } from '#server/business'

/**
 * The closed venues that the door of an event stands at, by name, or null: the venue whose entry it is or that its
 * location names, or those that whoever scans is confined to. An event of the whole business somewhere else stands at none.
 */
export function closedDoor(businessId: string, { venues }: Pick<Who, 'venues'>, event: Sql, at?: Sql): Sql {
  const isThere = sql`case when ${event}.kind = 'Entry' then v.venue_no = ${event}.venue_no
    else lower(v.display_name) = lower(trim(${event}.location)) end`
  return sql`coalesce(${closedVenues(businessId, isThere, at)},
    ${closedVenues(businessId, sql`v.venue_no = any(${venues}::text[])`, at)})`
}

/** Refuses the door of an event where that is closed. */
export async function requireOpenDoor(db: Queries, who: Pick<Who, 'venues'>, eventId: string): Promise<void> {
  const door = await db.maybe<{ closed: string[] | null }>(sql`
    select ${closedDoor(db.businessId, who, sql`e`)} as closed from event e
    where e.business_id = ${db.businessId} and e.event_id = ${eventId}`)
  if (door?.closed) throw closedVenueRefusal(door.closed)
}
