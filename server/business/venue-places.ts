import sql from 'sql-template-tag'
import type { Coordinates } from '#contract/values/coordinates.ts'
import type { Queries } from '#platform/database'

export type VenuePlace = Coordinates & { readonly DisplayName: string }

/** Where the open venues are of which that is known, by number, so many at the most. */
export function venuePlaces(db: Queries, most: number): Promise<VenuePlace[]> {
  return db.rows<VenuePlace>(sql`
    select v.display_name as "DisplayName", v.latitude as "Latitude", v.longitude as "Longitude" from venue v
    where v.business_id = ${db.businessId} and v.latitude is not null and v.enabled and v.deleted_at is null
    order by v.venue_no::integer limit ${most}`)
}
