import sql from 'sql-template-tag'
import {
  type DoorRules,
  reentryWords,
  type SessionFields,
  sessionOffDays,
} from '#contract/events/door-rules.ts'
import { dayInWords } from '#contract/events/event-times.ts'
import type { EventFields } from '#contract/events/events.ts'
import type { Transaction } from '#platform/database'
import { conflict, invalid } from '#platform/refusals'

/** What a new event says of its door, unless it is told otherwise. */
export const usualRules: DoorRules = { Reentry: 'once', Capacity: null, LetsSuspendedIn: false, Sessions: [] }

/** Writes what a call says of an event's door; what it doesn't say stays. */
export async function saveDoorRules(
  tx: Transaction,
  eventId: string,
  before: DoorRules,
  given: Pick<EventFields, keyof DoorRules>,
): Promise<void> {
  const { Reentry = before.Reentry, LetsSuspendedIn = before.LetsSuspendedIn } = given
  const capacity = given.Capacity === undefined ? before.Capacity : given.Capacity
  await tx.run(sql`
    update event set reentry = ${Reentry}, capacity = ${capacity}, lets_suspended_in = ${LetsSuspendedIn}
    where business_id = ${tx.businessId} and event_id = ${eventId}`)
  if (given.Sessions) await saveSessions(tx, eventId, before.Sessions, given.Sessions)
}

/** Refuses days that leave out a session which stays as it is. */
export function requireSessionsOnDays(
  sessions: DoorRules['Sessions'],
  { EventStartDate: from, EventEndDate: to }: Pick<EventFields, 'EventStartDate' | 'EventEndDate'>,
): void {
  if (sessions.some(({ Date: day }) => day < from || day > to))
    throw invalid(sessionOffDays, { EventEndDate: sessionOffDays })
}

async function saveSessions(
  tx: Transaction,
  eventId: string,
  before: DoorRules['Sessions'],
  given: readonly SessionFields[],
): Promise<void> {
  const known = new Set(before.map(({ SessionId }) => SessionId))
  if (given.some(({ SessionId }) => SessionId !== undefined && !known.has(SessionId)))
    throw invalid('A session that is to be changed is no longer there. Reload the event.')
  const kept = new Set(given.map(({ SessionId }) => SessionId))
  if (kept.size < given.filter(({ SessionId }) => SessionId !== undefined).length)
    throw invalid('Each session can be sent once.')
  await removeSessions(
    tx,
    eventId,
    before.filter(({ SessionId }) => !kept.has(SessionId)),
  )
  for (const session of given)
    await tx.run(sql`
      insert into event_session (business_id, event_id, session_id, name, day, check_in_start, check_in_end, capacity)
      values (${tx.businessId}, ${eventId}, coalesce(${session.SessionId ?? null}::text, gen_random_uuid()::text),
        ${session.Name}, ${session.Date}, ${session.CheckInStartTime}, ${session.CheckInEndTime}, ${session.Capacity})
      on conflict (business_id, event_id, session_id) do update set name = excluded.name, day = excluded.day,
        check_in_start = excluded.check_in_start, check_in_end = excluded.check_in_end, capacity = excluded.capacity`)
}

/** Keeps the sessions of an event until the call is done: who removes one waits, and finds who has come to it. */
export async function holdSessions(tx: Transaction, eventId: string): Promise<void> {
  await tx.run(sql`
    select from event_session where business_id = ${tx.businessId} and event_id = ${eventId} for key share`)
}

/** A session that somebody came to stays, member or visitor: who came to it would be nowhere to be found. */
async function removeSessions(
  tx: Transaction,
  eventId: string,
  sessions: DoorRules['Sessions'],
): Promise<void> {
  const ids = sessions.map(({ SessionId }) => SessionId)
  if (ids.length === 0) return
  // Who is about to sign somebody in is done before we look.
  await tx.run(sql`
    select from event_session
    where business_id = ${tx.businessId} and event_id = ${eventId} and session_id = any(${ids}) for update`)
  const used = await tx.rows<{ id: string }>(sql`
    select occasion as id from event_scan
    where business_id = ${tx.businessId} and event_id = ${eventId} and occasion = any(${ids})
    union
    select occasion from visitor_entry
    where business_id = ${tx.businessId} and event_id = ${eventId} and occasion = any(${ids}) and voided_at is null`)
  const kept = sessions.find(({ SessionId }) => used.some(({ id }) => id === SessionId))
  if (kept)
    throw conflict('session_used', `The session ${kept.Name} can't be removed: people have come to it.`)
  await tx.run(sql`
    delete from event_session
    where business_id = ${tx.businessId} and event_id = ${eventId} and session_id = any(${ids})`)
}

/** What an event says of its door, in words for the audit trail. */
export function doorRulesInWords({ Reentry, Capacity, LetsSuspendedIn, Sessions }: DoorRules) {
  return {
    'Re-entry': reentryWords[Reentry],
    Capacity,
    'Lets suspended members in': LetsSuspendedIn,
    Sessions: Sessions.map(
      ({ Name, Date, CheckInStartTime: from, CheckInEndTime: to, Capacity: most }) =>
        `${Name}, ${dayInWords(Date)}, ${from} to ${to}${most === null ? '' : `, ${most} people`}`,
    ),
  }
}
