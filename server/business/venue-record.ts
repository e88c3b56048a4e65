import sql from 'sql-template-tag'
import { locationInWords, pointsTypeInWords } from '#contract/business/venue-words.ts'
import { shortestHoldSeconds, type Venue, venueFields } from '#contract/business/venues.ts'
import { revisionOf } from '#platform/call'
import type { Queries } from '#platform/database'
import { notFound } from '#platform/refusals'
import { pointsTypeName } from '#server/business/points'

/** A venue as the database has it. */
export type VenueRow = Omit<Venue, 'id' | 'PointsTransactionConfiguration' | 'Revision' | '_Meta'> & {
  maximumHoldSeconds: number
  deletedAt: string | null
  recount: { Counted: number; Total: number | null } | null
}

/** The start of every query that reads venues. */
export const selectVenues = sql`
  select v.venue_no as "VenueNo", v.display_name as "DisplayName", v.enabled as "Enabled",
    v.loyalty_integration_id as "DefaultLoyaltyIntegrationId",
    v.membership_integration_id as "DefaultMembershipIntegrationId",
    v.gaming_integration_id as "DefaultGamingIntegrationId", v.time_zone as "TimeZone",
    case when v.latitude is not null
      then json_build_object('Latitude', v.latitude, 'Longitude', v.longitude) end as "Location",
    v.maximum_hold_seconds as "maximumHoldSeconds", v.deleted_at as "deletedAt",
    case when v.points_counted_to is not null
      then json_build_object('Counted', v.points_counted, 'Total', v.points_to_count) end as recount,
    coalesce(p.types, '[]') as "PointsTypes", coalesce(u.count, 0) as "RestrictedUserCount"
  from venue v
  left join lateral (
    select json_agg(json_strip_nulls(json_build_object('PointsTypeId', points_type_id, 'DisplayName', ${pointsTypeName},
      'PointsToDollarRatio', points_to_dollar_ratio, 'IsDefault', is_default, 'ExpiryMonths', expiry_months))
      order by is_default desc, lower(points_type_id)) as types
    from points_type t where t.business_id = v.business_id and t.venue_no = v.venue_no
  ) p on true
  left join (
    select business_id, no, count(*)::integer as count
    from business_user cross join unnest(venue_nos) no group by business_id, no
  ) u on u.business_id = v.business_id and u.no = v.venue_no`

/** The venue of this number, or a 404. */
export async function readVenue(db: Queries, venueNo: string): Promise<Venue> {
  const row = await db.maybe<VenueRow>(
    sql`${selectVenues} where v.business_id = ${db.businessId} and v.venue_no = ${venueNo}`,
  )
  if (!row) throw notFound('The venue')
  return venueOf(row)
}

/** A row in the contract's shape. */
export function venueOf({ maximumHoldSeconds, deletedAt, recount, ...row }: VenueRow): Venue {
  return {
    ...row,
    id: row.VenueNo,
    Revision: revisionOf(venueFields.map((field) => row[field])),
    PointsTransactionConfiguration: {
      MinimumHoldTransactionTimeToLiveSeconds: shortestHoldSeconds,
      MaximumHoldTransactionTimeToLiveSeconds: maximumHoldSeconds,
    },
    _Meta: { DateDeleted: deletedAt, ...(recount && { PointsRecount: recount }) },
  }
}

/** A venue as the audit trail tells of it. */
export function venueInWords(venue: Venue): Record<string, unknown> {
  return {
    Name: venue.DisplayName,
    Enabled: venue.Enabled,
    'Loyalty integration': venue.DefaultLoyaltyIntegrationId,
    'Membership integration': venue.DefaultMembershipIntegrationId,
    'Gaming integration': venue.DefaultGamingIntegrationId,
    'Time zone': venue.TimeZone,
    Location: venue.Location && locationInWords(venue.Location),
    'Maximum hold (seconds)': venue.PointsTransactionConfiguration.MaximumHoldTransactionTimeToLiveSeconds,
    'Points types': venue.PointsTypes.map(pointsTypeInWords),
  }
}
