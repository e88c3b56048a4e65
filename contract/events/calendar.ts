import { z } from 'zod'
import { readEvents } from '#contract/access/shared-reads.ts'
import { anyone, endpoint, file, may } from '#contract/endpoint.ts'
import { eventPath } from './events.ts'

/** The link that calendars read a business's events by. Whoever has it reads them without an account. */
export const CalendarLink = z.object({
  /** Its address on this server; null while there is none, or where the secret that it was sealed with is lost. */
  Path: z.string().nullable(),
  CreatedDate: z.iso.datetime().nullable(),
  CreatedByUser: z.string().nullable(),
})
export type CalendarLink = z.infer<typeof CalendarLink>

const feedPath = '/api/calendars/{feed}/events.ics'
const path = '/api/cherrypass/v1/{businessId}/calendar-link'

/** Where the calendar of that name is read. */
export const calendarPath = (feed: string): string => feedPath.replace('{feed}', encodeURIComponent(feed))

export const calendarApi = {
  getEventCalendar: endpoint({
    method: 'GET',
    path: `${eventPath}/calendar`,
    title: 'An event, as a calendar file',
    access: readEvents,
    shows: ['event'],
    output: file,
  }),
  getCalendarLink: endpoint({
    method: 'GET',
    path,
    title: 'The link to the calendar of events',
    access: may('Event.Manage'),
    shows: ['calendarLink'],
    output: CalendarLink,
  }),
  renewCalendarLink: endpoint({
    method: 'POST',
    path,
    title: 'Make a link to the calendar of events',
    access: may('Event.Manage'),
    changes: ['calendarLink'],
  }),
  withdrawCalendarLink: endpoint({
    method: 'DELETE',
    path,
    title: 'Withdraw the link to the calendar of events',
    access: may('Event.Manage'),
    changes: ['calendarLink'],
  }),
  /**
   * What is published of the last 90 days and of all to come. A link that was withdrawn is not found, like one that there
   * never was. That isn't counted as a guess: calendars go on asking by it, many from the same address.
   */
  getCalendar: endpoint({
    method: 'GET',
    path: feedPath,
    title: 'The events of a business, for calendars',
    access: anyone,
    shows: ['event'],
    mostPerMinute: 300,
    output: file,
  }),
}
