import type { Door } from '#contract/events/event-scans.ts'

const event: Door['Event'] = {
  id: 'night',
  EventName: 'Quiz',
  EventStartDate: '2026-01-01',
  EventEndDate: '2999-01-01',
  CheckInStartTime: '00:00',
  CheckInEndTime: '23:59',
  TimeZoneId: 'UTC',
  EventLocation: 'Hall',
  EventStatus: 'Published',
}

/** The door of an event that is on, as a test wants it. */
export function doorOf(ofEvent: Partial<Door['Event']> = {}, ofDoor: Partial<Door> = {}): Door {
  return {
    Event: { ...event, ...ofEvent },
    Brand: 'Club',
    BusinessName: 'Club',
    BusinessId: 'club',
    ScannedBy: 'Gate',
    CanOverride: false,
    Reentry: 'once',
    Capacity: null,
    Sessions: [],
    ServerTime: new Date().toISOString(),
    ...ofDoor,
  }
}
