import sql, { empty, type Sql } from 'sql-template-tag'
import { type DoorRules, suspendedStatus } from '#contract/events/door-rules.ts'
import { closedReasons, type EventStatus } from '#contract/events/event-status.ts'
import { type EventTimes, isOver } from '#contract/events/event-times.ts'
import type { HubEvent } from '#contract/events/events.ts'
import { type MemberFilter, parseFilter } from '#contract/members/member-filter.ts'
import type { Who } from '#platform/access'
import { rightNow } from '#platform/clock'
import type { Queries } from '#platform/database'
import { conflict, notFound } from '#platform/refusals'
import { doorRuleColumns, eventColumns } from '#server/events/record'
import { requireOpenDoor } from './closed-door.ts'
import type { Refused } from './occasions.ts'

/** An event as a scan is judged by it. */
export type DoorEvent = EventTimes &
  DoorRules &
  Pick<HubEvent, 'VenueNo'> & {
    readonly id: string
    readonly EventStatus: EventStatus
    readonly filter: MemberFilter
    readonly revision: number
    readonly publishedAt: number | null
    readonly closedAt: number | null
  }

type Row = Omit<DoorEvent, 'filter' | 'publishedAt' | 'closedAt'> & {
  memberFilter: string
  publishedAt: string | null
  closedAt: string | null
}

/** Remembers the events that doors scan for. Each scan asks the database whether its revision is still the newest. */
export type DoorEvents = {
  get(db: Queries, eventId: string): Promise<DoorEvent>
  forget(db: Queries, eventId: string): void
}

const mostRemembered = 1_000

/** Remembers nothing yet. */
export function createDoorEvents(): DoorEvents {
  const known = new Map<string, DoorEvent>()
  const keyOf = (db: Queries, eventId: string) => `${db.businessId}/${eventId}`
  return {
    async get(db, eventId) {
      const event = known.get(keyOf(db, eventId)) ?? (await readDoorEvent(db, eventId))
      if (known.size >= mostRemembered) known.clear()
      known.set(keyOf(db, eventId), event)
      return event
    },
    forget: (db, eventId) => void known.delete(keyOf(db, eventId)),
  }
}

/** The event, or a 404. */
async function readDoorEvent(db: Queries, eventId: string): Promise<DoorEvent> {
  const event = await findDoorEvent(db, eventId)
  if (!event) throw notFound('The event')
  return event
}

type Viewer = Pick<Who, 'venues'>

/** The event, unless its door is closed to them. */
async function readAtOpenDoor(db: Queries, who: Viewer, eventId: string): Promise<DoorEvent> {
  const event = await readDoorEvent(db, eventId)
  await requireOpenDoor(db, who, event)
  return event
}

/** The event while it is published and its door open, also once it is over: whoever is in leaves then. */
export async function readPublishedEvent(db: Queries, who: Viewer, eventId: string): Promise<DoorEvent> {
  const event = await readAtOpenDoor(db, who, eventId)
  const closed = closedRefusal(event, rightNow())
  if (closed) throw conflict('event_not_open', closed.reason)
  return event
}

/** The event while it is still to be held, and its door open: no list of members is given out before or after. */
export async function readOpenEvent(db: Queries, who: Viewer, eventId: string): Promise<DoorEvent> {
  const event = await readAtOpenDoor(db, who, eventId)
  if (!isToBeHeld(event))
    throw conflict(
      'event_not_open',
      'The list of members is there while the event is published and not over.',
    )
  return event
}

/** The condition that a member `m` isn't suspended, where an event turns those away. */
export function unlessSuspended({ LetsSuspendedIn }: DoorEvent): Sql {
  return LetsSuspendedIn ? empty : sql`and m.status is distinct from ${suspendedStatus}`
}

/** True while an event is published and not over. */
export function isToBeHeld(event: EventTimes & Pick<DoorEvent, 'EventStatus'>): boolean {
  return event.EventStatus === 'Published' && !isOver(event, rightNow())
}

/** The event, if there is one. */
export async function findDoorEvent(db: Queries, eventId: string): Promise<DoorEvent | null> {
  const row = await db.maybe<Row>(sql`
    select ${eventColumns}, ${doorRuleColumns}, e.member_filter as "memberFilter", e.revision, e.published_at as "publishedAt",
      e.closed_at as "closedAt"
    from event e
    where e.business_id = ${db.businessId} and e.event_id = ${eventId} and e.status <> 'Deleted'`)
  if (!row) return null
  const { memberFilter, publishedAt, closedAt, ...rest } = row
  const instant = (text: string | null) => (text === null ? null : Date.parse(text))
  const { filter } = parseFilter(memberFilter)
  return { ...rest, filter, publishedAt: instant(publishedAt), closedAt: instant(closedAt) }
}

/** Why the door is shut at that moment, also to those who leave; null if it isn't. */
export function closedRefusal(event: DoorEvent, at: Date): Refused | null {
  if (isOpenAt(event, at.getTime())) return null
  return { result: 'EventNotOpen', reason: closedReasons[event.EventStatus] ?? '' }
}

// A scan may come in after the event was closed, from a door that had no connection when it was made.
function isOpenAt({ EventStatus: status, publishedAt, closedAt }: DoorEvent, at: number): boolean {
  if (status === 'Published') return true
  return publishedAt !== null && closedAt !== null && publishedAt <= at && at < closedAt
}
