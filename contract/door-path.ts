/** Where the addresses of doors begin. The scanner loads this file: it holds no more than its path. */
export const doorsPath = '/scan/'

/** Where the door of an event is. */
export function doorPath(businessId: string, eventId: string): string {
  return `${doorsPath}${encodeURIComponent(businessId)}/${encodeURIComponent(eventId)}`
}
