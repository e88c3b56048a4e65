import sql, { empty } from 'sql-template-tag'
import type { entriesApi, FormerEntry, VenueEntry } from '#contract/events/entries.ts'
import { endlessDay } from '#contract/events/event-times.ts'
import type { HubEvent } from '#contract/events/events.ts'
import { weekHours } from '#contract/events/open-hours.ts'
import { printFilter } from '#contract/members/member-filter.ts'
import { can } from '#platform/access'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict, invalid, notFound } from '#platform/refusals'
import { requireOpenVenue } from '#server/business'
import { readEntriesNow, type VisitorsIn } from '#server/events/presence'
import {
  doorRulesInWords,
  eventColumns,
  eventRecord,
  lockEvent,
  readEvent,
  saveDoorRules,
} from '#server/events/record'

/** The venues that the user sees, each with its entry, and those who see doors who came to it. */
export async function listEntries({ db, who }: Call<typeof entriesApi.listEntries>, visitorsIn: VisitorsIn) {
  const rows = await db.rows<FormerEntry & { venueNo: string; venueName: string }>(sql`
    select v.venue_no as "venueNo", v.display_name as "venueName", ${eventColumns}, e.reentry as "Reentry",
      e.capacity as "Capacity", e.member_filter as "MemberFilterQuery"
    from venue v left join event e on e.business_id = v.business_id and e.venue_no = v.venue_no and e.kind = 'Entry'
    where v.business_id = ${db.businessId} and v.deleted_at is null
      ${who.venues === null ? empty : sql`and v.venue_no = any(${who.venues})`}
    order by v.venue_no::integer`)
  const maySee = can(who, 'Event.Manage') || can(who, 'Event.Scan')
  const isOn = ({ EventStatus }: FormerEntry) => maySee && EventStatus === 'Published'
  const now = await readEntriesNow(db, visitorsIn, rows.filter(isOn))
  const Results: VenueEntry[] = rows.map(({ venueNo, venueName, ...event }) => ({
    VenueNo: venueNo,
    VenueName: venueName,
    Entry: event.id === null ? null : event,
    Now: now.get(event.id) ?? null,
  }))
  return { Results }
}

/** Opens the front door of a venue: a new one, or the one it had, with its doors and all who came. */
export async function switchEntryOn(call: Call<typeof entriesApi.switchEntryOn>): Promise<HubEvent> {
  const { db, who, body } = call
  if (who.venues !== null && !who.venues.includes(body.VenueNo))
    throw invalid('There is no such venue.', { VenueNo: 'There is no such venue.' })
  await requireOpenVenue(db, body.VenueNo, { field: 'VenueNo' })
  const before = await lockEntryOf(db, body.VenueNo)
  const id = before ? await openAgain(db, before) : await openFirst(db, body.VenueNo)
  if (!id) throw conflict('entry_is_on', 'The entry of this venue is switched on already.')
  const event = await saveGiven(db, await readEvent(db, id), body)
  call.audit({
    record: eventRecord(event),
    ...(before && { before: entryInWords(before) }),
    after: entryInWords(event),
  })
  return event
}

/** The entry that a venue has, on or off, kept from changing; null if it was never switched on. */
async function lockEntryOf(tx: Transaction, venueNo: string): Promise<HubEvent | null> {
  const known = await tx.maybe<{ id: string }>(sql`
    select event_id as id from event
    where business_id = ${tx.businessId} and venue_no = ${venueNo} and kind = 'Entry' for no key update`)
  return known && readEvent(tx, known.id)
}

/** The new entry's id; null if there is one. Two at once meet in the index that gives a venue one. */
async function openFirst(tx: Transaction, venueNo: string): Promise<string | null> {
  const opened = await tx.maybe<{ id: string }>(sql`
    insert into event (business_id, kind, venue_no, name, location, start_date, end_date, check_in_start,
      check_in_end, time_zone, member_filter, reentry, status, published_at)
    select v.business_id, 'Entry', v.venue_no, left('Entry, ' || v.display_name, 120), v.display_name,
      zone_day(coalesce(v.time_zone, b.time_zone)), ${endlessDay}::date, '00:00', '23:59', coalesce(v.time_zone, b.time_zone),
      '', 'free', 'Published', now()
    from venue v join business b on b.business_id = v.business_id
    where v.business_id = ${tx.businessId} and v.venue_no = ${venueNo}
    on conflict (business_id, venue_no) where kind = 'Entry' do nothing
    returning event_id as id`)
  return opened?.id ?? null
}

/** Opens a former entry as it was, by the clocks that its venue has now; null if it is on. */
async function openAgain(tx: Transaction, { id, EventStatus }: HubEvent): Promise<string | null> {
  if (EventStatus === 'Published') return null
  await tx.run(sql`
    update event e set status = 'Published', published_at = now(), closed_at = null,
      time_zone = coalesce(v.time_zone, b.time_zone), revision = e.revision + 1, updated_at = now()
    from venue v join business b on b.business_id = v.business_id
    where e.business_id = ${tx.businessId} and e.event_id = ${id}
      and v.business_id = e.business_id and v.venue_no = e.venue_no`)
  return id
}

/** Changes when an entry is open, and for whom. */
export async function saveEntry(call: Call<typeof entriesApi.saveEntry>): Promise<HubEvent> {
  const { db, who, params, body } = call
  const before = await lockEvent(db, params.eventId)
  const isTheirs = who.venues === null || who.venues.includes(before.VenueNo ?? '')
  if (before.Kind !== 'Entry' || !isTheirs) throw notFound('The entry')
  const after = await saveGiven(db, before, body)
  call.audit({
    record: eventRecord(after),
    before: entryInWords(before),
    after: entryInWords(after),
    revision: { was: before.Revision, is: after.Revision },
  })
  return after
}

/** Writes what a call says of an entry. What it doesn't say stays: nobody is let in by what was left out. */
async function saveGiven(
  tx: Transaction,
  before: HubEvent,
  given: Call<typeof entriesApi.saveEntry>['body'],
): Promise<HubEvent> {
  const hours = given.OpenHours === undefined ? (before.OpenHours ?? null) : given.OpenHours
  const filter = given.MemberFilterQuery ? printFilter(given.MemberFilterQuery) : before.MemberFilterQuery
  await tx.run(sql`
    update event set open_hours = ${hours && JSON.stringify(hours)}::jsonb, member_filter = ${filter},
      revision = revision + 1, updated_at = now()
    where business_id = ${tx.businessId} and event_id = ${before.id}`)
  await saveDoorRules(tx, before.id, before, given)
  return readEvent(tx, before.id)
}

/** An entry in words for the audit trail. */
function entryInWords(event: HubEvent) {
  const { EventName, EventStatus, OpenHours, MemberFilterQuery } = event
  const { Sessions: _, ...rules } = doorRulesInWords(event)
  return {
    Name: EventName,
    'Open hours': weekHours(OpenHours),
    'Member filter': MemberFilterQuery,
    Status: EventStatus,
    ...rules,
  }
}
