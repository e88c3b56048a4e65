import type { z } from 'zod'
import type { EventForm, HubEvent } from '#contract/events/events.ts'

export type EventValues = z.input<typeof EventForm>

/** The values a form starts with. A new event is held where whoever makes it is. */
export function valuesOf(event: HubEvent | null): EventValues {
  return {
    EventName: event?.EventName ?? '',
    EventStartDate: event?.EventStartDate ?? '',
    EventEndDate: event?.EventEndDate ?? '',
    CheckInStartTime: event?.CheckInStartTime ?? '',
    CheckInEndTime: event?.CheckInEndTime ?? '',
    EventLocation: event?.EventLocation ?? '',
    TimeZoneId: event?.TimeZoneId ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    MemberFilterQuery: event?.MemberFilterQuery ?? '',
  }
}
