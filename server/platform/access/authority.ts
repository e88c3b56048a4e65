import { authorityWords } from '#contract/access/authority.ts'
import { type PermissionName, permissionNames } from '#contract/access/permissions.ts'
import {
  kindOfLimit,
  type LimitName,
  limitNames,
  noLimits,
  permissionOfLimit,
  type RoleLimits,
} from '#contract/approvals/limits.ts'
import { Refusal } from '#platform/refusals'
import { can, type Who } from './who.ts'

// The one rule of authority: nobody gives what they don't have. Super administrators have everything.

/** Refuses whoever would give permissions that they don't have, or higher limits: by a role, a user or a key. */
export function requireMayGive(
  who: Who,
  permissions: readonly string[],
  limits: RoleLimits = noLimits,
): void {
  const missing = missingOf(who, permissions)
  if (missing.length > 0) throw beyond(authorityWords.notYoursToGive(missing))
  const higher = higherLimits(who, permissions, limits)
  if (higher.length > 0) throw beyond(authorityWords.higherLimits(higher))
}

/** Refuses whoever would take somebody in hand who may do more than they: as that person they could do it, too. */
export function requireNotAbove(
  who: Who,
  permissions: readonly string[],
  limits: RoleLimits = noLimits,
): void {
  const missing = missingOf(who, permissions)
  if (missing.length > 0) throw beyond(authorityWords.aboveYou(missing))
  const higher = higherLimits(who, permissions, limits)
  if (higher.length > 0) throw beyond(authorityWords.limitsAboveYou(higher))
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

/** Which of these limits are above one's own; one for what the permissions don't allow says nothing. */
function higherLimits(
  { isSuperAdmin, limits: own = noLimits }: Who,
  permissions: readonly string[],
  limits: RoleLimits,
): LimitName[] {
  if (isSuperAdmin) return []
  return limitNames.filter((name) => {
    const most = own[name]
    const isMeant = permissions.includes(permissionOfLimit[kindOfLimit(name)])
    return isMeant && most !== null && (limits[name] ?? Infinity) > most
  })
}

function isWithin({ venues }: Who, venueNos: readonly string[]): boolean {
  if (venues === null) return true
  return venueNos.length > 0 && venueNos.every((venueNo) => venues.includes(venueNo))
}

// Not `forbidden`: the call itself is open to them.
function beyond(sentence: string): Refusal {
  return new Refusal(403, 'beyond_own_authority', sentence)
}
