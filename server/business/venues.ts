import sql, { empty } from 'sql-template-tag'
import { isDeletedVenue, type Venue, type venuesApi } from '#contract/business/venues.ts'
import { announceAccessChange } from '#platform/access'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import { type Transaction, likePattern } from '#platform/database'
import { requireQuota } from '#platform/limits'
import { conflict } from '#platform/refusals'
import { type PointsByVenue, savePointsTypes, startPointsRecount } from '#server/business/points'
import { readVenue, selectVenues, venueInWords, venueOf, type VenueRow } from './venue-record.ts'

/** The venues of the business by number, searched by number or part of the name. */
export async function listVenues(call: Call<typeof venuesApi.listVenues>) {
  const { q, includeDeleted } = call.query
  const wanted = sql`v.business_id = ${call.db.businessId}
      ${includeDeleted ? empty : sql`and v.deleted_at is null`}
      ${q ? sql`and (lower(v.display_name) like ${likePattern(q)} or v.venue_no = ${q.trim()})` : empty}`
  if (isToCount(call)) return totalOfList(call.db, sql`venue v where ${wanted}`)
  const after = afterKey(call, 'integer')
  const rows = await call.db.rows<VenueRow>(sql`
    ${selectVenues}
    where ${wanted}
      ${after ? sql`and v.venue_no::integer > ${after[0]}` : empty}
    order by v.venue_no::integer
    limit ${rowsToAsk(call)}`)
  return pageOf(call, rows.map(venueOf), (venue) => [Number(venue.VenueNo)])
}

/** Makes a venue with the next number; a number is never given twice, not even a deleted venue's. */
export async function createVenue(call: Call<typeof venuesApi.createVenue>): Promise<Venue> {
  const { db, body } = call
  // Two at once would find the same number free; here one goes on after the other has committed.
  await requireQuota(db, 'venues', sql`select from venue where business_id = ${db.businessId}`)
  const { venueNo } = await db.one<{ venueNo: string }>(sql`
    insert into venue (business_id, venue_no, display_name, enabled, loyalty_integration_id,
      membership_integration_id, gaming_integration_id, time_zone, latitude, longitude, maximum_hold_seconds, closed_at)
    select ${db.businessId}, coalesce(max(venue_no::integer), 0) + 1, ${body.DisplayName}, ${body.Enabled}::boolean,
      nullif(${body.DefaultLoyaltyIntegrationId}, ''), nullif(${body.DefaultMembershipIntegrationId}, ''),
      nullif(${body.DefaultGamingIntegrationId}, ''), ${body.TimeZone}::text,
      ${body.Location?.Latitude ?? null}::float8, ${body.Location?.Longitude ?? null}::float8,
      ${body.PointsTransactionConfiguration.MaximumHoldTransactionTimeToLiveSeconds}::integer,
      case when not ${body.Enabled}::boolean then now() end
    from venue where business_id = ${db.businessId}
    returning venue_no as "venueNo"`)
  await savePointsTypes(db, venueNo, body.PointsTypes)
  const venue = await readVenue(db, venueNo)
  call.audit({ record: venueRecord(venue), after: venueInWords(venue) })
  return venue
}

type Updating = Call<typeof venuesApi.updateVenue>

/** Changes what the body names. The maximum hold time stays as it was chosen at the start. */
export const updateVenue = (pointsByVenue: PointsByVenue) => async (call: Updating) => {
  const { db, params, body } = call
  const before = await lockVenue(db, params.venueId)
  if (isDeletedVenue(before))
    throw conflict('venue_deleted', 'This venue is deleted. Restore it to change it.')
  const wanted = { ...before, ...body }
  await db.run(sql`
    update venue set display_name = ${wanted.DisplayName}, enabled = ${wanted.Enabled},
      loyalty_integration_id = nullif(${wanted.DefaultLoyaltyIntegrationId}, ''),
      membership_integration_id = nullif(${wanted.DefaultMembershipIntegrationId}, ''),
      gaming_integration_id = nullif(${wanted.DefaultGamingIntegrationId}, ''), time_zone = ${wanted.TimeZone},
      latitude = ${wanted.Location?.Latitude ?? null}, longitude = ${wanted.Location?.Longitude ?? null},
      closed_at = case when enabled and not ${wanted.Enabled}::boolean then now() else closed_at end,
      opened_at = case when enabled = ${wanted.Enabled}::boolean then opened_at when not enabled then now() end
    where business_id = ${db.businessId} and venue_no = ${before.VenueNo}`)
  // Its tills stop selling with it, from their next call on.
  if (wanted.Enabled !== before.Enabled) await announceAccessChange(db, db.businessId)
  const saved =
    body.PointsTypes && (await savePointsTypes(db, before.VenueNo, body.PointsTypes, pointsByVenue))
  if (saved?.isDefaultChanged) await startPointsRecount(db, before.VenueNo)
  const after = await readVenue(db, before.VenueNo)
  call.audit({
    record: venueRecord(after),
    before: venueInWords(before),
    after: venueInWords(after),
    revision: { was: before.Revision, is: after.Revision },
  })
  return after
}

/** Deletes a venue, or restores it. Users confined to it stay confined: freed of it, they might see all the others. */
export async function deleteVenue(call: Call<typeof venuesApi.deleteVenue>): Promise<undefined> {
  const { db, params, query } = call
  const venue = await lockVenue(db, params.venueId)
  if (query.undelete && !isDeletedVenue(venue))
    throw conflict('venue_not_deleted', 'This venue is not deleted.')
  if (!query.undelete && isDeletedVenue(venue))
    throw conflict('venue_deleted', 'This venue has been deleted already.')
  // While it was deleted it was closed: a restored venue is one that opens again.
  await db.run(sql`
    update venue set deleted_at = case when ${query.undelete} then null else now() end,
      closed_at = case when ${query.undelete} and enabled then deleted_at else closed_at end,
      opened_at = case when ${query.undelete} and enabled then now() else opened_at end
    where business_id = ${db.businessId} and venue_no = ${venue.VenueNo}`)
  // The keys of its tills stop working with it.
  await announceAccessChange(db, db.businessId)
  call.audit({
    record: venueRecord(venue),
    before: { Deleted: isDeletedVenue(venue) },
    after: { Deleted: !isDeletedVenue(venue) },
  })
}

/** The venue, kept from changing under us; or a 404. */
async function lockVenue(tx: Transaction, venueNo: string): Promise<Venue> {
  await tx.run(sql`
    select from venue where business_id = ${tx.businessId} and venue_no = ${venueNo} for no key update`)
  return readVenue(tx, venueNo)
}

function venueRecord({ VenueNo, DisplayName }: Venue) {
  return { kind: 'Venue', id: VenueNo, name: DisplayName }
}
