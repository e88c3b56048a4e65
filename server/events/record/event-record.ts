import sql from 'sql-template-tag'
import type { DoorRules } from '#contract/events/door-rules.ts'
import { isEntry, isOnOrSoon } from '#contract/events/event-times.ts'
import { eventFields, type EventListItem, type HubEvent } from '#contract/events/events.ts'
import { can, type Who } from '#platform/access'
import { revisionOf } from '#platform/call'
import { rightNow } from '#platform/clock'
import type { Queries, Transaction } from '#platform/database'
import { notFound } from '#platform/refusals'
import { doorRulesInWords } from './door-rules.ts'

/** What a list shows of an event `e`. */
export const eventColumns = sql`
  e.event_id as id, e.name as "EventName", e.start_date as "EventStartDate", e.end_date as "EventEndDate",
  e.check_in_start as "CheckInStartTime", e.check_in_end as "CheckInEndTime", e.time_zone as "TimeZoneId",
  e.location as "EventLocation", e.status as "EventStatus",
  e.kind as "Kind", e.venue_no as "VenueNo", e.open_hours as "OpenHours"`

/** What an event `e` says of its door. */
export const doorRuleColumns = sql`
  e.reentry as "Reentry", e.capacity as "Capacity", e.lets_suspended_in as "LetsSuspendedIn",
  coalesce((
    select json_agg(json_build_object('SessionId', s.session_id, 'Name', s.name, 'Date', s.day,
      'CheckInStartTime', s.check_in_start, 'CheckInEndTime', s.check_in_end, 'Capacity', s.capacity)
      order by s.day, s.check_in_start, s.name, s.session_id)
    from event_session s where s.business_id = e.business_id and s.event_id = e.event_id
  ), '[]') as "Sessions"`

type EventRow = EventListItem & DoorRules & { memberFilter: string; createdAt: string; updatedAt: string }

/** The event, or a 404; one that has been deleted is nobody's to see. */
export async function readEvent(db: Queries, eventId: string): Promise<HubEvent> {
  const row = await db.maybe<EventRow>(sql`
    select ${eventColumns}, ${doorRuleColumns}, e.member_filter as "memberFilter", e.created_at as "createdAt", e.updated_at as "updatedAt"
    from event e
    where e.business_id = ${db.businessId} and e.event_id = ${eventId} and e.status <> 'Deleted'`)
  if (!row) throw notFound('The event')
  const { memberFilter, createdAt, updatedAt, ...rest } = row
  return {
    ...rest,
    BusinessId: db.businessId,
    MemberFilterQuery: memberFilter,
    Revision: revisionOf([
      ...eventFields.map((field) => rest[field]),
      memberFilter,
      JSON.stringify([rest.Reentry, rest.Capacity, rest.LetsSuspendedIn, rest.Sessions, rest.OpenHours]),
    ]),
    Meta: { Id: row.id, DateCreated: createdAt, DateUpdated: updatedAt },
  }
}

/** The same for somebody: who doesn't manage events sees what is published and on, or soon will be. */
export async function readSeenEvent(db: Queries, who: Who, eventId: string): Promise<HubEvent> {
  const event = await readEvent(db, eventId)
  const isForAll = event.EventStatus === 'Published' && isOnOrSoon(event, rightNow())
  if (!isForAll && !can(who, 'Event.Manage')) throw notFound('The event')
  return event
}

/** Refuses the front door of a venue to those who are confined to others. */
export function requireTheirEntry(
  { venues }: Pick<Who, 'venues'>,
  event: Pick<HubEvent, 'Kind' | 'VenueNo'>,
): void {
  if (isEntry(event) && venues !== null && !venues.includes(event.VenueNo ?? '')) throw notFound('The entry')
}

/** The same, kept from changing under us. */
export async function lockEvent(tx: Transaction, eventId: string): Promise<HubEvent> {
  await tx.run(sql`
    select from event where business_id = ${tx.businessId} and event_id = ${eventId} for no key update`)
  return readEvent(tx, eventId)
}

/** How the audit trail calls an event. */
export function eventRecord({ id, EventName }: Pick<HubEvent, 'id' | 'EventName'>) {
  return { kind: 'Event', id, name: EventName }
}

/** An event in words for the audit trail. */
export function eventInWords(event: HubEvent) {
  return {
    Name: event.EventName,
    Location: event.EventLocation,
    'Start date': event.EventStartDate,
    'End date': event.EventEndDate,
    'Check-in from': event.CheckInStartTime,
    'Check-in to': event.CheckInEndTime,
    'Time zone': event.TimeZoneId,
    'Member filter': event.MemberFilterQuery,
    ...doorRulesInWords(event),
    Status: event.EventStatus,
  }
}
