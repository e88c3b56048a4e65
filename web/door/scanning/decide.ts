import type { Door, NewScan, ScanAnswer, ScanResult } from '#contract/events/event-scans.ts'
import { closedReasons } from '#contract/events/event-status.ts'
import { checkInTimes, isCheckInTime, sinceWhen, zonedTime } from '#contract/events/event-times.ts'
import type { Guest } from '#door/desk/guest-list.ts'
import { sessionAt, timesOf } from './occasion.ts'

/** How somebody stands by what this device scanned. */
export type Presence = { readonly isIn: boolean; readonly since: Date }

type Question = {
  readonly scan: Pick<NewScan, 'ScanId' | 'Direction' | 'SessionId'>
  /** By the server's clock, as far as the device knows it. */
  readonly at: Date
  readonly door: Pick<Door, 'Event' | 'Sessions' | 'Reentry'>
  /** Whom the code means; null if it isn't on the list. */
  readonly guest: Guest | null
  /** Null where this device has not scanned them for this day or session. */
  readonly presence: Presence | null
  /** Of when the list is; null where there is none. */
  readonly listedAt: Date | null
}

/** What a door says of a scan while it can't ask. The server judges it again, by the same rules, once it is told. */
export function decide(question: Question): ScanAnswer {
  const { scan, at, guest } = question
  const [Result, Reason] = scan.Direction === 'Out' ? decideOut(question) : decideIn(question)
  return {
    ScanId: scan.ScanId,
    Result,
    Reason,
    Member: memberOf(guest),
    ScannedAt: at.toISOString(),
    IsUndone: false,
    Direction: scan.Direction,
    IsLetInTwice: false,
  }
}

type Decision = readonly [ScanResult, reason: string | null]

function decideIn(question: Question): Decision {
  const { scan, at, door, guest, presence } = question
  const { Event: event } = door
  const closed = closedReasons[event.EventStatus]
  if (closed !== null) return ['EventNotOpen', closed]
  if (!guest) return notListed(question)
  const session = sessionAt(door, scan.SessionId, at)
  if (!session && door.Sessions.length > 0) return ['OutsideCheckIn', 'No session checks in at this time.']
  const times = session ? timesOf(event, session) : event
  if (!isCheckInTime(times, at)) return ['OutsideCheckIn', checkInTimes(times, at)]
  if (!presence) return ['Valid', null]
  const isFree = door.Reentry === 'free' || (door.Reentry === 'checkout' && !presence.isIn)
  return isFree ? ['Reentry', null] : ['AlreadyIn', sinceWhen(presence.since, event.TimeZoneId, at)]
}

// Who came in by another door, or with a reason although they aren't on the list, is not known here: nobody is kept from
// leaving for that.
function decideOut({ guest, presence }: Question): Decision {
  if (presence?.isIn === false) return ['NotIn', 'They have checked out before.']
  return ['CheckedOut', guest ? null : "Not on this device's list. Hub is told who left."]
}

function notListed({ listedAt, door }: Question): Decision {
  if (!listedAt) return ['NotEligible', "Without a connection and a list the door can't tell."]
  const { time } = zonedTime(listedAt, door.Event.TimeZoneId)
  return ['NotEligible', `Not on the list of ${time}. Without a connection more can't be known.`]
}

function memberOf(guest: Guest | null): ScanAnswer['Member'] {
  if (!guest) return null
  const cut = guest.name.indexOf(' ')
  return {
    FirstName: cut < 0 ? guest.name : guest.name.slice(0, cut),
    LastName: cut < 0 ? '' : guest.name.slice(cut + 1),
    MemberLevelDescription: guest.level,
    // The end of it, which is all that a list has.
    MembershipNumber: guest.details.number,
    BirthYear: Number(guest.details.birthYear) || null,
    PhotoId: null,
  }
}
