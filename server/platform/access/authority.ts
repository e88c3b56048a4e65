import { authorityWords } from '#contract/access/authority.ts'
import { type PermissionName, permissionNames } from '#contract/access/permissions.ts'
import { Refusal } from '#platform/refusals'
import { can, type Who } from './who.ts'

// The one rule of authority: nobody gives what they don't have. Super administrators have everything.

/** Refuses whoever would give permissions that they don't have: by a role, a user or a key. */
export function requireMayGive(who: Who, permissions: readonly string[]): void {
  const missing = missingOf(who, permissions)
  if (missing.length > 0) throw beyond(authorityWords.notYoursToGive(missing))
}

/** Refuses whoever would take somebody in hand who may do more than they: as that person they could do it, too. */
export function requireNotAbove(who: Who, permissions: readonly string[]): void {
  const missing = missingOf(who, permissions)
  if (missing.length > 0) throw beyond(authorityWords.aboveYou(missing))
}

/** Refuses those who are confined to venues to give others, or all: a list of none means all. */
export function requireMayGiveVenues(who: Who, venueNos: readonly string[]): void {
  if (!isWithin(who, venueNos)) throw beyond(authorityWords.otherVenuesToGive)
}

/** Refuses those who are confined to venues what holds for all of them. */
export function requireAllVenues({ venues }: Who): void {
  if (venues !== null) throw beyond(authorityWords.allVenues)
}

/** Refuses those who are confined to venues to change somebody who isn't confined to the same. */
export function requireSameVenues(who: Who, venueNos: readonly string[]): void {
  if (!isWithin(who, venueNos)) throw beyond(authorityWords.otherVenues)
}

function missingOf(who: Who, permissions: readonly string[]): PermissionName[] {
  return permissionNames.filter((name) => permissions.includes(name) && !can(who, name))
}

function isWithin({ venues }: Who, venueNos: readonly string[]): boolean {
  if (venues === null) return true
  return venueNos.length > 0 && venueNos.every((venueNo) => venues.includes(venueNo))
}

// Not `forbidden`: the call itself is open to them.
function beyond(sentence: string): Refusal {
  return new Refusal(403, 'beyond_own_authority', sentence)
}
