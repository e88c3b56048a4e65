import sql from 'sql-template-tag'
import { canEdit, refusedStep, statusAfter, stepsFrom } from '#contract/events/event-status.ts'
import { dayInWords, isEntry, isOver } from '#contract/events/event-times.ts'
import type { EventFields, eventsApi, HubEvent } from '#contract/events/events.ts'
import { printFilter } from '#contract/members/member-filter.ts'
import type { Call } from '#platform/call'
import { rightNow } from '#platform/clock'
import type { Transaction } from '#platform/database'
import { conflict } from '#platform/refusals'
import { requireSessionsOnDays, saveDoorRules, usualRules } from './door-rules.ts'
import {
  eventInWords,
  eventRecord,
  lockEvent,
  readEvent,
  readSeenEvent,
  requireTheirEntry,
} from './event-record.ts'
import { setStatus } from './event-steps.ts'

/** One event. */
export async function getEvent({ db, who, params }: Call<typeof eventsApi.getEvent>): Promise<HubEvent> {
  return readSeenEvent(db, who, params.eventId)
}

/** Makes an event, as a draft. */
export async function createEvent(call: Call<typeof eventsApi.createEvent>): Promise<HubEvent> {
  const event = await insertEvent(call.db, call.body)
  call.audit({ record: eventRecord(event), after: eventInWords(event) })
  return event
}

/** Changes an event that isn't over and done with. */
export async function updateEvent(call: Call<typeof eventsApi.updateEvent>): Promise<HubEvent> {
  const { db, params, body } = call
  const before = await lockEvent(db, params.eventId)
  refuseEntry(before, 'Its hours and who may come are changed where it was switched on.')
  if (!canEdit(before.EventStatus))
    throw conflict('event_closed', `An event that is ${before.EventStatus} can't be changed any more.`)
  if (!body.Sessions) requireSessionsOnDays(before.Sessions, body)
  await db.run(sql`
    update event set name = ${body.EventName}, location = ${body.EventLocation}, start_date = ${body.EventStartDate},
      end_date = ${body.EventEndDate}, check_in_start = ${body.CheckInStartTime}, check_in_end = ${body.CheckInEndTime},
      time_zone = ${body.TimeZoneId}, member_filter = ${printFilter(body.MemberFilterQuery)},
      revision = revision + 1, updated_at = now()
    where business_id = ${db.businessId} and event_id = ${before.id}`)
  await saveDoorRules(db, before.id, before, body)
  const after = await readEvent(db, before.id)
  call.audit({
    record: eventRecord(after),
    before: eventInWords(before),
    after: eventInWords(after),
    revision: { was: before.Revision, is: after.Revision },
  })
  return after
}

/** Publishes, completes, cancels or deletes an event, where its status allows that. */
export async function setEventStatus(call: Call<typeof eventsApi.setEventStatus>): Promise<HubEvent> {
  const { db, who, params } = call
  const before = await lockEvent(db, params.eventId)
  requireTheirEntry(who, before)
  if (params.status === 'cancel') refuseEntry(before, 'Switch it off instead.')
  if (!stepsFrom(before.EventStatus).includes(params.status))
    throw conflict('event_status', refusedStep(before.EventStatus, params.status))
  if (params.status === 'publish' && isOver(before, rightNow()))
    throw conflict(
      'event_over',
      `The event ended on ${dayInWords(before.EventEndDate)}. Change its dates to publish it.`,
    )
  const status = statusAfter(params.status)
  await setStatus(db, before.id, status, 'somebody')
  call.audit({
    record: eventRecord(before),
    before: { Status: before.EventStatus },
    after: { Status: status },
  })
  return status === 'Deleted' ? { ...before, EventStatus: status } : readEvent(db, before.id)
}

/** Makes a draft that is like another event but for its name. */
export async function duplicateEvent(call: Call<typeof eventsApi.duplicateEvent>): Promise<HubEvent> {
  const { db, params } = call
  const event = await readEvent(db, params.eventId)
  refuseEntry(event, 'A venue has one entry. Create an event instead.')
  const { copyId } = await db.one<{ copyId: string }>(sql`
    insert into event (business_id, name, location, start_date, end_date, check_in_start, check_in_end, time_zone,
      member_filter, reentry, capacity, lets_suspended_in)
    select business_id, left('Copy of ' || name, 120), location, start_date, end_date, check_in_start, check_in_end,
      time_zone, member_filter, reentry, capacity, lets_suspended_in
    from event where business_id = ${db.businessId} and event_id = ${event.id}
    returning event_id as "copyId"`)
  await db.run(sql`
    insert into event_session (business_id, event_id, name, day, check_in_start, check_in_end, capacity)
    select business_id, ${copyId}, name, day, check_in_start, check_in_end, capacity from event_session
    where business_id = ${db.businessId} and event_id = ${event.id}`)
  const copy = await readEvent(db, copyId)
  call.audit({ record: eventRecord(copy), after: eventInWords(copy) })
  return copy
}

/** Refuses what can't be done to the front door of a venue, which has no end. */
function refuseEntry(event: HubEvent, instead: string): void {
  if (isEntry(event)) throw conflict('event_is_entry', `This is the entry of a venue. ${instead}`)
}

async function insertEvent(tx: Transaction, event: EventFields): Promise<HubEvent> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into event (business_id, name, location, start_date, end_date, check_in_start, check_in_end, time_zone,
      member_filter)
    values (${tx.businessId}, ${event.EventName}, ${event.EventLocation}, ${event.EventStartDate}, ${event.EventEndDate},
      ${event.CheckInStartTime}, ${event.CheckInEndTime}, ${event.TimeZoneId}, ${printFilter(event.MemberFilterQuery)})
    returning event_id as id`)
  await saveDoorRules(tx, id, usualRules, event)
  return readEvent(tx, id)
}
