import { z } from 'zod'
import { endpoint, may } from '#contract/endpoint.ts'
import { day } from '#contract/values/days.ts'
import { needed } from '#contract/words/needed.ts'
import { eventPath } from './events.ts'

export const Visit = z.object({
  At: z.iso.datetime(),
  EventId: z.string(),
  EventName: z.string(),
  TimeZoneId: z.string(),
})
export type Visit = z.infer<typeof Visit>

/** How many came in an hour of a day of the week, over all of a span. */
export const BusyHour = z.object({
  /** 0 is Monday. */
  Weekday: z.number().int(),
  Hour: z.number().int(),
  Count: z.number().int(),
})
export type BusyHour = z.infer<typeof BusyHour>

/** How many days a span has at the most: two years, to compare one with the other. */
export const mostBusyDays = 731

export const visitsApi = {
  getLastVisit: endpoint({
    method: 'GET',
    path: '/api/cherrypay/v1/{businessId}/members/{memberId}/last-visit',
    title: 'When a member was last let in',
    access: may('Member.ReadDetails'),
    shows: ['attendance', 'member'],
    output: z.object({ LastVisit: Visit.nullable() }),
  }),
  getBusyHours: endpoint({
    method: 'GET',
    path: `${eventPath}/busy-hours`,
    title: 'When people come to an event, by hour and day of the week',
    access: may('Event.Manage'),
    shows: ['attendance'],
    mayLag: true,
    query: z.object({
      from: day(needed('From which day on? Enter one such as 2026-01-31.')),
      to: day(needed('To which day? Enter one such as 2026-01-31.')),
    }),
    /** Hours in which somebody came, by the clocks of the event. */
    output: z.object({ Total: z.number().int(), Hours: z.array(BusyHour) }),
  }),
}
