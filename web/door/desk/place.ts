import type { Place } from './calls.ts'

/** Which door an address is: /scan/{businessId}/{eventId}. */
export function placeOf(path: string): Place | null {
  const [, scan, businessId, eventId] = path.split('/')
  if (scan !== 'scan' || !businessId || !eventId) return null
  return { businessId: decodeURIComponent(businessId), eventId: decodeURIComponent(eventId) }
}

/**
 * The door kit of this device for an event. It comes in the part of a link that is sent to no server, and is kept,
 * since the device may be started again without a connection.
 */
export function kitFor({ eventId }: Place): string | null {
  const name = `door-kit ${eventId}`
  const [, given] = /^#kit=(.+)$/.exec(location.hash) ?? []
  if (given) {
    localStorage.setItem(name, given)
    // Nobody should read it off the screen.
    history.replaceState(null, '', location.pathname)
  }
  return given ?? localStorage.getItem(name)
}
