import sql from 'sql-template-tag'
import { eventFields, type EventListItem, type HubEvent } from '#contract/events/events.ts'
import { revisionOf } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
import { notFound } from '#platform/refusals'

/** What a list shows of an event `e`. */
export const eventColumns = sql`
  e.event_id as id, e.name as "EventName", e.start_date as "EventStartDate", e.end_date as "EventEndDate",
  e.check_in_start as "CheckInStartTime", e.check_in_end as "CheckInEndTime", e.time_zone as "TimeZoneId",
  e.location as "EventLocation", e.status as "EventStatus"`

type EventRow = EventListItem & { memberFilter: string; createdAt: string; updatedAt: string }

/** The event, or a 404; one that has been deleted is nobody's to see. */
export async function readEvent(db: Queries, eventId: string): Promise<HubEvent> {
  const row = await db.maybe<EventRow>(sql`
    select ${eventColumns}, e.member_filter as "memberFilter", e.created_at as "createdAt", e.updated_at as "updatedAt"
    from event e
    where e.business_id = ${db.businessId} and e.event_id = ${eventId} and e.status <> 'Deleted'`)
  if (!row) throw notFound('The event')
  const { memberFilter, createdAt, updatedAt, ...rest } = row
  return {
    ...rest,
    BusinessId: db.businessId,
    MemberFilterQuery: memberFilter,
    Revision: revisionOf([...eventFields.map((field) => rest[field]), memberFilter]),
    Meta: { Id: row.id, DateCreated: createdAt, DateUpdated: updatedAt },
  }
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
    Status: event.EventStatus,
  }
}
