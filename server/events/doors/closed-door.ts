import sql, { type Sql } from 'sql-template-tag'
import type { HubEvent } from '#contract/events/events.ts'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { closedVenueRefusal, closedVenues, someVenueClosed } from '#server/business'
import { requireTheirEntry } from '#server/events/record'

/**
 * The closed venues that the door of an event stands at, by name, or null: the venue whose entry it is or that its
 * location names, or those that whoever scans is confined to. An event of the whole business somewhere else stands at none.
 */
export function closedDoor(businessId: string, { venues }: Pick<Who, 'venues'>, event: Sql, at?: Sql): Sql {
  return sql`coalesce(${closedVenues(businessId, isThere(event), at)},
    ${closedVenues(businessId, isTheirs(venues), at)})`
}

/** Whether any of those venues was closed: where none was, the door was open, and nothing more is to be asked. */
export function closedSomewhere(
  businessId: string,
  { venues }: Pick<Who, 'venues'>,
  event: Sql,
  at: Sql,
): Sql {
  const isMeant = venues === null ? isThere(event) : sql`(${isThere(event)} or ${isTheirs(venues)})`
  return someVenueClosed(businessId, isMeant, at)
}

const isThere = (event: Sql) => sql`case when ${event}.kind = 'Entry' then v.venue_no = ${event}.venue_no
    else lower(v.display_name) = lower(trim(${event}.location)) end`
const isTheirs = (venues: Who['venues']) => sql`v.venue_no = any(${venues}::text[])`

/** Refuses the door of an event where that is closed, or the front door of a venue that isn't theirs. */
export async function requireOpenDoor(
  db: Queries,
  who: Pick<Who, 'venues'>,
  event: Pick<HubEvent, 'id' | 'Kind' | 'VenueNo'>,
): Promise<void> {
  requireTheirEntry(who, event)
  const door = await db.maybe<{ closed: string[] | null }>(sql`
    select ${closedDoor(db.businessId, who, sql`e`)} as closed from event e
    where e.business_id = ${db.businessId} and e.event_id = ${event.id}`)
  if (door?.closed) throw closedVenueRefusal(door.closed)
}
