import { doorsPath } from '#contract/door-path.ts'
import type { Place } from './calls.ts'

/** Which door an address is, as doorPath makes it. */
export function placeOf(path: string): Place | null {
  const [businessId, eventId] = path.slice(doorsPath.length).split('/')
  if (!path.startsWith(doorsPath) || !businessId || !eventId) return null
  return { businessId: decodeURIComponent(businessId), eventId: decodeURIComponent(eventId) }
}

/** The parts of the name that a door has on its device: business and event. */
export function placeOfKey(key: string): Place {
  const [businessId = '', eventId = ''] = key.split('/')
  return { businessId, eventId }
}

/**
 * The door kit of this device for an event. It comes in the part of a link that is sent to no server, and is kept,
 * since the device may be started again without a connection.
 */
export function kitFor(place: Place): string | null {
  const [, given] = /^#kit=(.+)$/.exec(location.hash) ?? []
  if (!given) return keptKit(place)
  localStorage.setItem(nameOfKit(place), given)
  // Nobody should read it off the screen.
  history.replaceState(null, '', location.pathname + location.search)
  return given
}

/** The session that a link opens the door at, if it says one. It is said once: the door may be set to another. */
export function sessionFor(): string | null {
  const session = new URLSearchParams(location.search).get('session')
  if (session) history.replaceState(null, '', location.pathname)
  return session
}

const nameOfKit = ({ eventId }: Place) => `door-kit ${eventId}`

/** The kit that the device has for a door from before. */
export function keptKit(place: Place): string | null {
  return localStorage.getItem(nameOfKit(place))
}

export function forgetKit(place: Place): void {
  localStorage.removeItem(nameOfKit(place))
}
