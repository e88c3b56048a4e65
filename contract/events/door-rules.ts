import { z } from 'zod'
import { messages } from '#contract/messages.ts'
import { day } from '#contract/values/days.ts'
import { needed } from '#contract/words/needed.ts'

/** Whether somebody who has come in may come in again: not at all, as they like, or once they were checked out. */
export const reentryRules = ['once', 'free', 'checkout'] as const
export const ReentryRule = z.enum(reentryRules, 'Re-entry is once, free or checkout.')
export type ReentryRule = z.infer<typeof ReentryRule>

export const reentryWords: Readonly<Record<ReentryRule, string>> = {
  once: 'Nobody comes in twice',
  free: 'In and out as they like',
  checkout: 'In again after a check-out',
}

/** The status of members whom an event turns away unless it says otherwise. */
export const suspendedStatus = 'Suspended'

const mostPeople = 1_000_000

/** How many may be in at the same time. */
export const Capacity = z
  .number('A capacity is a whole number, or empty for none.')
  .int('A capacity is a whole number, or empty for none.')
  .min(1, 'A capacity is 1 or more.')
  .max(mostPeople, 'A capacity is 1,000,000 at the most.')
  .nullable()

const clockTime = (sentence: string) => z.iso.time({ precision: -1, ...needed(sentence) })

const sessionFields = {
  Name: z
    .string(needed('A session needs a name.'))
    .trim()
    .min(1, 'A session needs a name.')
    .max(60, 'The name of a session can have 60 characters at the most.'),
  Date: day(needed('A session needs a date.')),
  CheckInStartTime: clockTime(messages.events.checkInStartRequired),
  CheckInEndTime: clockTime(messages.events.checkInEndRequired),
  Capacity,
}

/** A part of an event with a check-in of its own: who comes to two of them counts in each. */
export const EventSession = z.object({ SessionId: z.string(), ...sessionFields })
export type EventSession = z.infer<typeof EventSession>

/** The same as it is sent: a new one has no id yet. */
export const SessionFields = z.object({
  ...sessionFields,
  SessionId: z.string().max(64, 'A session ID can have 64 characters at the most.').optional(),
  Capacity: Capacity.default(null),
})
export type SessionFields = z.output<typeof SessionFields>

export const mostSessions = 60

/** Which session a door stands at that is set to none. */
export const sessionOfTheHour = 'The one that checks in now'

/** What an event says of its door. What a call doesn't send stays as it is. */
export const doorRuleFields = {
  Reentry: ReentryRule.optional(),
  Capacity: Capacity.optional(),
  LetsSuspendedIn: z.boolean('Let suspended members in is true or false.').optional(),
  Sessions: z
    .array(SessionFields)
    .max(mostSessions, `An event can have ${mostSessions} sessions at the most.`)
    .optional(),
}

export const DoorRules = z.object({
  Reentry: ReentryRule,
  /** How many may be in at the same time: at each session that says no other number, or on each day. */
  Capacity: z.number().int().nullable(),
  /** Whether members who are suspended come in like all others. */
  LetsSuspendedIn: z.boolean(),
  /** In the order of time. */
  Sessions: z.array(EventSession),
})
export type DoorRules = z.infer<typeof DoorRules>

type Days = { readonly EventStartDate: string; readonly EventEndDate: string }

export const sessionOffDays = 'A session is on one of the days of its event.'

/** Sessions are within the days of their event, and end after they begin. */
export function checkSessions(
  event: Days & { readonly Sessions?: readonly SessionFields[] | undefined },
  context: z.RefinementCtx,
): void {
  for (const [i, session] of (event.Sessions ?? []).entries()) {
    if (session.Date < event.EventStartDate || session.Date > event.EventEndDate)
      context.addIssue({
        code: 'custom',
        message: sessionOffDays,
        path: ['Sessions', i, 'Date'],
      })
    if (session.CheckInStartTime > session.CheckInEndTime)
      context.addIssue({
        code: 'custom',
        message: messages.events.checkInEndBeforeStart,
        path: ['Sessions', i, 'CheckInEndTime'],
      })
  }
}

/** From here on a door says that it is nearly full. */
export function isNearlyFull(peopleIn: number, capacity: number | null): boolean {
  return capacity !== null && peopleIn >= capacity * 0.9
}
