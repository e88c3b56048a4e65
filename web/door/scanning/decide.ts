import type { Door, ScanAnswer } from '#contract/events/event-scans.ts'
import { closedReasons } from '#contract/events/event-status.ts'
import { daysOf, isCheckInTime, sinceWhen, zonedTime } from '#contract/events/event-times.ts'
import type { Guest } from '#door/desk/guest-list.ts'

type Question = {
  readonly scanId: string
  readonly at: Date
  readonly event: Door['Event']
  /** Whom the code means; null if it isn't on the list. */
  readonly guest: Guest | null
  /** When this device let the guest in. */
  readonly inSince: Date | null
  /** Of when the list is; null where there is none. */
  readonly listedAt: Date | null
}

/** What a door says of a scan while it can't ask. The server judges it again, by the same rules, once it is told. */
export function decide({ scanId, at, event, guest, inSince, listedAt }: Question): ScanAnswer {
  const answer = { ScanId: scanId, ScannedAt: at.toISOString(), IsUndone: false, Member: memberOf(guest) }
  const time = (instant: Date) => zonedTime(instant, event.TimeZoneId).time
  const closed = closedReasons[event.EventStatus]
  if (closed !== null) return { ...answer, Result: 'EventNotOpen', Reason: closed }
  if (!guest) {
    const reason = listedAt
      ? `Not on the list of ${time(listedAt)}. Without a connection more can't be known.`
      : "Without a connection and a list the door can't tell."
    return { ...answer, Result: 'NotEligible', Reason: reason }
  }
  if (!isCheckInTime(event, at)) {
    const reason = `Check-in is from ${event.CheckInStartTime} to ${event.CheckInEndTime}, ${daysOf(event)}.`
    return { ...answer, Result: 'OutsideCheckIn', Reason: reason }
  }
  if (inSince) return { ...answer, Result: 'AlreadyIn', Reason: sinceWhen(inSince, event.TimeZoneId, at) }
  return { ...answer, Result: 'Valid', Reason: null }
}

function memberOf(guest: Guest | null): ScanAnswer['Member'] {
  if (!guest) return null
  const cut = guest.name.indexOf(' ')
  return {
    FirstName: cut < 0 ? guest.name : guest.name.slice(0, cut),
    LastName: cut < 0 ? '' : guest.name.slice(cut + 1),
    MemberLevelDescription: guest.level,
  }
}
