import { z } from 'zod'
import { readEvents } from '#contract/access/shared-reads.ts'
import { countedPage, countedPaging, endpoint, may } from '#contract/endpoint.ts'
import { FilterQuery } from '#contract/members/member-filter.ts'
import { messages } from '#contract/messages.ts'
import { revision } from '#contract/revisions.ts'
import { day } from '#contract/values/days.ts'
import { isTimeZone } from '#contract/values/time-zones.ts'
import { needed } from '#contract/words/needed.ts'
import { checkSessions, doorRuleFields, DoorRules } from './door-rules.ts'
import { eventStatuses, eventSteps } from './event-status.ts'
import { eventKinds } from './event-times.ts'
import { OpenWeek } from './open-week.ts'

const text = messages.events
/** Where the calls about events are. */
export const eventsPath = '/api/cherrypass/v1/{businessId}/events'
/** Where the calls about one of them are. */
export const eventPath = `${eventsPath}/{eventId}` as const

export const EventStatus = z.enum(eventStatuses)

const required = (sentence: string, most: number) =>
  z.string(needed(sentence)).trim().min(1, sentence).max(most)
const clockTime = (sentence: string) => z.iso.time({ precision: -1, ...needed(sentence) })

// A year before or after is a slip of the keys.
const [firstDay, lastDay] = ['2000-01-01', '2200-12-31']
const eventDay = (sentence: string) =>
  day(needed(sentence)).refine(
    (date) => firstDay <= date && date <= lastDay,
    'An event is between 1 Jan 2000 and 31 Dec 2200. Check the year.',
  )

const fields = {
  EventName: required(text.nameRequired, 120),
  EventStartDate: eventDay(text.startDateRequired),
  EventEndDate: eventDay(text.endDateRequired),
  CheckInStartTime: clockTime(text.checkInStartRequired),
  CheckInEndTime: clockTime(text.checkInEndRequired),
  EventLocation: required(text.locationRequired, 200),
  TimeZoneId: z.string(needed('Time Zone is required.')).refine(isTimeZone, 'There is no such time zone.'),
}

/** The names of what people fill in, but for the filter. */
export const eventFields = Object.keys(fields) as readonly (keyof typeof fields)[]

type Times = { [Name in 'EventStartDate' | 'EventEndDate' | 'CheckInStartTime' | 'CheckInEndTime']: string }

function checkOrder(event: Times, context: z.RefinementCtx): void {
  if (event.EventStartDate > event.EventEndDate)
    context.addIssue({ code: 'custom', message: text.endBeforeStart, path: ['EventEndDate'] })
  if (event.CheckInStartTime > event.CheckInEndTime)
    context.addIssue({ code: 'custom', message: text.checkInEndBeforeStart, path: ['CheckInEndTime'] })
}

/** What people fill in of an event. Days and times are those of its time zone. */
export const EventFields = z
  .object({ ...fields, ...doorRuleFields, MemberFilterQuery: FilterQuery.default([]) })
  .superRefine(checkOrder)
  .superRefine(checkSessions)
export type EventFields = z.output<typeof EventFields>

/** The same in the form, where the filter is still the text that it will be sent as. */
export const EventForm = z
  .object({ ...fields, ...doorRuleFields, MemberFilterQuery: z.string() })
  .superRefine(checkOrder)
  .superRefine(checkSessions)
export type EventForm = z.output<typeof EventForm>

export const EventListItem = z.object({
  id: z.string(),
  EventName: z.string(),
  EventStartDate: z.iso.date(),
  EventEndDate: z.iso.date(),
  CheckInStartTime: z.string(),
  CheckInEndTime: z.string(),
  TimeZoneId: z.string(),
  EventLocation: z.string(),
  EventStatus,
  /** An entry is the front door of a venue: it has no end. */
  Kind: z.enum(eventKinds).optional(),
  /** The venue whose entry it is. */
  VenueNo: z.string().nullish(),
  /** When an entry is open; null where it is at any hour, and for all other events. */
  OpenHours: OpenWeek.nullish(),
  /** How many have come in so far on the day that is on, of an event that is on; null for all others. */
  CameIn: z.number().int().nullable().optional(),
})
export type EventListItem = z.infer<typeof EventListItem>

export const HubEvent = EventListItem.extend({
  ...DoorRules.shape,
  BusinessId: z.string(),
  /** Who may come: a member filter query; an empty one lets every member in. */
  MemberFilterQuery: z.string(),
  /** Another one, once somebody has changed what people fill in. */
  Revision: z.string(),
  Meta: z.object({ Id: z.string(), DateCreated: z.iso.datetime(), DateUpdated: z.iso.datetime() }),
})
export type HubEvent = z.infer<typeof HubEvent>

export const eventSorts = [
  'NameAsc',
  'NameDesc',
  'EventDateNewestFirst',
  'EventDateOldestFirst',
  'LastModifiedNewestFirst',
  'LastModifiedOldestFirst',
] as const
export type EventSort = (typeof eventSorts)[number]

/** Days told by the clocks of each event: what is today in Perth may be tomorrow in Sydney. */
export const eventTimeframes = ['today', 'upcoming'] as const

const anyDay = day().optional()

/** A status to look for, in either spelling; what is deleted isn't offered. */
const WantedStatus = z
  .enum(['Draft', 'Published', 'Completed', 'Canceled', 'Cancelled'])
  .transform((status) => (status === 'Cancelled' ? 'Canceled' : status))

export const eventsApi = {
  listEvents: endpoint({
    method: 'GET',
    path: eventsPath,
    title: 'Events',
    access: readEvents,
    shows: ['event'],
    query: z.object({
      ...countedPaging,
      q: z.string().max(200).optional(),
      startDateFrom: anyDay,
      startDateTo: anyDay,
      endDateFrom: anyDay,
      endDateTo: anyDay,
      timeframe: z.enum(eventTimeframes).optional(),
      status: WantedStatus.optional(),
      sortBy: z.enum(eventSorts).default('LastModifiedNewestFirst'),
    }),
    output: countedPage(EventListItem),
  }),
  getEvent: endpoint({
    method: 'GET',
    path: eventPath,
    title: 'An event',
    access: readEvents,
    shows: ['event'],
    output: HubEvent,
  }),
  createEvent: endpoint({
    method: 'POST',
    path: eventsPath,
    title: 'Create an event',
    access: may('Event.Manage'),
    changes: ['event'],
    body: EventFields,
    output: HubEvent,
  }),
  updateEvent: endpoint({
    method: 'PUT',
    path: eventPath,
    title: 'Change an event',
    access: may('Event.Manage'),
    changes: ['event'],
    query: z.object({ revision }),
    body: EventFields,
    output: HubEvent,
  }),
  setEventStatus: endpoint({
    method: 'PUT',
    path: `${eventPath}/set/status/{status}`,
    title: "Change an event's status",
    access: may('Event.Manage'),
    changes: ['event'],
    withoutRevision: 'The status that it has decides which steps it can go.',
    params: {
      status: z.enum(eventSteps, 'An event can be published, completed, canceled or deleted.'),
    },
    output: HubEvent,
  }),
  duplicateEvent: endpoint({
    method: 'POST',
    path: `${eventPath}/duplicate`,
    title: 'Duplicate an event',
    access: may('Event.Manage'),
    changes: ['event'],
    output: HubEvent,
  }),
  getAdmission: endpoint({
    method: 'GET',
    path: `${eventPath}/admission`,
    title: 'Whether a member would get in, and why',
    access: may('Event.Manage'),
    shows: ['event', 'member'],
    query: z.object({ memberId: z.string().min(1).max(200) }),
    output: z.object({
      IsEligible: z.boolean(),
      /** Why not, a sentence for each part of the filter that the member doesn't meet. */
      Reasons: z.array(z.string()),
    }),
  }),
}
