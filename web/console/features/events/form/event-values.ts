import type { z } from 'zod'
import type { EventForm, HubEvent } from '#contract/events/events.ts'

export type EventValues = z.input<typeof EventForm>

/** The values a form starts with. A new event is held where the business is. */
export function valuesOf(event: HubEvent | null, zone: string): EventValues {
  return {
    EventName: event?.EventName ?? '',
    EventStartDate: event?.EventStartDate ?? '',
    EventEndDate: event?.EventEndDate ?? '',
    CheckInStartTime: event?.CheckInStartTime ?? '',
    CheckInEndTime: event?.CheckInEndTime ?? '',
    EventLocation: event?.EventLocation ?? '',
    TimeZoneId: event?.TimeZoneId ?? zone,
    MemberFilterQuery: event?.MemberFilterQuery ?? '',
  }
}
