import { eventsApi } from '#contract/events/events.ts'

/** What a change of an event makes out of date. */
export const showsEvents = [eventsApi.listEvents, eventsApi.getEvent]
