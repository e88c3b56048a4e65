import sql, { type Sql } from 'sql-template-tag'
import { venueClosed } from '#contract/business/venues.ts'
import type { Coordinates } from '#contract/values/coordinates.ts'
import type { Queries } from '#platform/database'
import { conflict, invalid, type Refusal } from '#platform/refusals'

/** Whether a venue `v` is open: people can join it, its tills sell and its doors let in. */
export const isOpenVenue: Sql = sql`(v.enabled and v.deleted_at is null)`

// Of a venue that is open again the last time that it was closed is known. The former version closes a venue without
// noting when: then it counts as closed all along.
const wasClosed = (at: Sql): Sql => sql`(
  case when v.enabled then coalesce(v.closed_at <= ${at} and ${at} < v.opened_at, false)
    else coalesce(v.closed_at <= ${at}, true) end
  or coalesce(v.deleted_at <= ${at}, false))`

/**
 * The names of the venues `v` that a condition names, where all of them were closed at a moment; null if one was open, or
 * if there is none.
 */
export function closedVenues(businessId: string, condition: Sql, at: Sql = sql`now()`): Sql {
  return sql`(
    select case when bool_and(${wasClosed(at)}) then array_agg(v.display_name order by v.venue_no::integer) end
    from venue v where v.business_id = ${businessId} and ${condition})`
}

/** Whether any of the venues `v` that a condition names was closed at a moment. */
export function someVenueClosed(businessId: string, condition: Sql, at: Sql): Sql {
  return sql`exists (select from venue v where v.business_id = ${businessId} and ${condition} and ${wasClosed(at)})`
}

/** 409: what it takes has to be open. `field` is where a form shows it. */
export function closedVenueRefusal(names: readonly string[], field?: string): Refusal {
  const sentence = venueClosed(...names)
  return conflict('venue_closed', sentence, field === undefined ? undefined : { [field]: sentence })
}

type Asked = {
  /** Where a form chooses it. */
  readonly field: string
  /** What is said of a venue that there is not. */
  readonly missing?: string
}

/** Refuses a venue for something new that is closed, or that there is not. */
export async function requireOpenVenue(
  db: Queries,
  venueNo: string,
  { field, missing = 'There is no such venue.' }: Asked,
): Promise<void> {
  const venue = await db.maybe<{ name: string; isOpen: boolean }>(sql`
    select v.display_name as name, ${isOpenVenue} as "isOpen" from venue v
    where v.business_id = ${db.businessId} and v.venue_no = ${venueNo} and v.deleted_at is null`)
  if (!venue) throw invalid(missing, { [field]: missing })
  if (!venue.isOpen) throw closedVenueRefusal([venue.name], field)
}

type VenuePlace = Coordinates & { readonly DisplayName: string }

/** Where the open venues are of which that is known, by number, so many at the most. */
export function venuePlaces(db: Queries, most: number): Promise<VenuePlace[]> {
  return db.rows<VenuePlace>(sql`
    select v.display_name as "DisplayName", v.latitude as "Latitude", v.longitude as "Longitude" from venue v
    where v.business_id = ${db.businessId} and v.latitude is not null and ${isOpenVenue}
    order by v.venue_no::integer limit ${most}`)
}
