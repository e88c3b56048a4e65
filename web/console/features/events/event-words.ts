import { doorPath } from '#contract/door-path.ts'
import type { EventStatus } from '#contract/events/event-status.ts'
import type { EventListItem, EventSort } from '#contract/events/events.ts'
import type { StatusColor } from '#ui/feedback/status-badge.tsx'

export const statusColors: Readonly<Record<EventStatus, StatusColor>> = {
  Published: 'blue',
  Draft: 'grey',
  Completed: 'green',
  Canceled: 'red',
  Deleted: 'red',
}

export const sortLabels: Readonly<Record<EventSort, string>> = {
  NameAsc: 'Name (A-Z)',
  NameDesc: 'Name (Z-A)',
  EventDateNewestFirst: 'Event Date (Newest First)',
  EventDateOldestFirst: 'Event Date (Oldest First)',
  LastModifiedNewestFirst: 'Last Modified (Newest First)',
  LastModifiedOldestFirst: 'Last Modified (Oldest First)',
}

/** When people are let in, as '18:00 – 20:30'. */
export function checkInOf({
  CheckInStartTime,
  CheckInEndTime,
}: Pick<EventListItem, 'CheckInStartTime' | 'CheckInEndTime'>): string {
  return `${CheckInStartTime} – ${CheckInEndTime}`
}

/** The whole address of an event's door, or of one of its sessions, to be sent to somebody. */
export function scanUrl(businessId: string, eventId: string, sessionId = ''): string {
  const session = sessionId && `?session=${encodeURIComponent(sessionId)}`
  return location.origin + doorPath(businessId, eventId) + session
}
