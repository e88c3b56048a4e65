import { permissionDisplayName, type PermissionName } from '#contract/access/permissions.ts'
import { secondFactorWords } from '#contract/access/second-factor-words.ts'
import type { RoleLimits } from '#contract/approvals/limits.ts'
import type { Licence } from '#contract/business/licences.ts'
import { closedWords } from '#contract/business/standing-words.ts'
import type { Standing } from '#contract/business/standing.ts'
import { venueClosed } from '#contract/business/venues.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { rightNowMs } from '#platform/clock'
import { conflict, forbidden, notFound, Refusal } from '#platform/refusals'

/** How somebody stands with what they show beside the password. */
export type SecondFactorStanding = {
  readonly isSet: boolean
  readonly isRequired: boolean
  /** From when on they may do nothing else before they have set one up; null where nothing is asked of them. */
  readonly due: Date | null
}

/** Who makes a call: read from the API's own tables, not from the token. */
export type Who = {
  readonly uid: string
  readonly email: string
  readonly name: string
  readonly sessionId: string
  /** When the session began, of those who have one. */
  readonly signedInAt?: Date
  readonly isSuperAdmin: boolean
  /** The business the user is tied to; null for a super administrator. */
  readonly businessId: string | null
  readonly role: string | null
  readonly permissions: ReadonlySet<string>
  /** How much they may give without a second person; any amount where there are none. */
  readonly limits?: RoleLimits
  /** The venues the user is confined to; null means all. */
  readonly venues: readonly string[] | null
  /** Of users: nobody else has one. */
  readonly secondFactor?: SecondFactorStanding
  /** The event whose door this is: a door kit scans for it, and may nothing else. */
  readonly doorOf?: string
  /** The venue whose till this is, by its API key: it may do what tills do, and nothing else. */
  readonly till?: TillPlace
}

/** Where a till stands. */
export type TillPlace = {
  readonly venueNo: string
  readonly venueName: string
  readonly longestHoldSeconds: number
  readonly isClosed: boolean
}

/** Nobody in particular: the caller of an endpoint that is open to anyone. */
export const nobody: Who = {
  uid: '',
  email: '',
  name: 'Nobody',
  sessionId: '',
  isSuperAdmin: false,
  businessId: null,
  role: null,
  permissions: new Set(),
  venues: null,
}

/** True if the user's role grants the permission; a super administrator may everything. */
export function can(who: Pick<Who, 'isSuperAdmin' | 'permissions'>, permission: PermissionName): boolean {
  return who.isSuperAdmin || who.permissions.has(permission)
}

/** Refuses another business's id as if it didn't exist: a tied user must not learn which businesses there are. */
export function requireOwnBusiness(who: Who, businessId: string): void {
  if (who.businessId !== null && who.businessId !== businessId) throw notFound('The business')
}

/** Refuses a door kit another event than its own as if that didn't exist. */
export function requireOwnDoor(who: Who, eventId: string | undefined): void {
  if (who.doorOf !== undefined && who.doorOf !== eventId) throw notFound('The event')
}

/** Refuses a call that the row's access doesn't allow this user, in a sentence. */
export function requireAccess(who: Who, access: Access): void {
  if (who.doorOf !== undefined && !(access.kind === 'permission' && access.orDoorKit))
    throw forbidden('A door kit can do nothing but scan.')
  if (access.kind === 'till' || who.till) return requireTill(who, access)
  if (access.kind === 'anyone' || access.kind === 'signed-in' || who.isSuperAdmin) return
  if (access.kind === 'super-administrator') throw forbidden('Only a super administrator can do this.')
  requireOneOf(who, access.permissions)
  if (access.also) requireOneOf(who, [access.also])
}

/** Refuses those whose role grants none of the permissions, and says which one is asked for as people know it. */
export function requireOneOf(who: Who, permissions: readonly PermissionName[]): void {
  if (permissions.some((permission) => can(who, permission))) return
  const names = permissions.map((permission) => `'${permissionDisplayName(permission)}'`)
  throw forbidden(`Your role does not allow this: it needs the permission ${names.join(' or ')}.`)
}

const ofOneself = '/api/cherrypay/v1/me'

/** Refuses whoever has not set up the second factor they should have by now all but what is about themself. */
export function requireSecondFactor({ secondFactor }: Who, path: string): void {
  const isOverdue = secondFactor?.due && secondFactor.due.getTime() <= rightNowMs()
  if (!isOverdue || path === ofOneself || path.startsWith(`${ofOneself}/`)) return
  throw new Refusal(403, 'second_factor_required', secondFactorWords.required)
}

function requireTill(who: Who, access: Access): void {
  if (!who.till) throw forbidden('Only a till can do this, with its API key.')
  if (access.kind !== 'till') throw forbidden('An API key is for the calls of tills alone.')
}

/**
 * Refuses a till whose venue is closed what isn't about a sale under way. Asked after the answers that were given before:
 * whoever lost one, and asks again, has to learn that it was done.
 */
export function requireOpenTill({ till }: Who, access: Access): void {
  if (!till?.isClosed || (access.kind === 'till' && access.settles)) return
  const { venueName } = till
  const refusal = conflict('venue_closed', venueClosed(venueName))
  refusal.receipt = [venueName, 'Declined', refusal.message]
  throw refusal
}

/**
 * Refuses those who belong to a business that is suspended or ended, whatever they ask for, but for the rows that say why not. Devices are
 * told by a 409, as at a closed venue, that it is for now: a door hands in what it has, and tries again by itself.
 */
export function requireOpenBusiness(
  who: Who,
  { access, whileSuspended }: Pick<Endpoint, 'access' | 'whileSuspended'>,
  standing: Standing,
): void {
  if (standing === 'Open' || who.isSuperAdmin || whileSuspended) return
  const isAtDoor = access.kind === 'permission' && access.orDoorKit
  const { code, staff } = closedWords[standing]
  const refusal = new Refusal(who.till || isAtDoor ? 409 : 403, code, staff)
  if (who.till) refusal.receipt = [who.till.venueName, 'Declined', refusal.message]
  throw refusal
}

/** Refuses patrons whatever leads them to a business that is suspended or ended: it is none of their doing. */
export function requireOpenClub(
  { whileSuspended }: Pick<Endpoint, 'whileSuspended'>,
  standing: Standing,
): void {
  if (standing === 'Open' || whileSuspended) return
  const { code, patrons } = closedWords[standing]
  throw conflict(code, patrons)
}

/** Refuses a call that needs a licence the business doesn't have; this holds for super administrators too. */
export function requireLicence(access: Access, licences: readonly Licence[]): void {
  if (access.kind === 'permission' && access.licence && !licences.includes(access.licence))
    throw forbidden(`This business does not have the licence ${access.licence}.`)
}

/** True if a call with this access would let the user in, in a business with these licences. */
export function mayCall(who: Who, access: Access, licences: readonly Licence[]): boolean {
  try {
    requireAccess(who, access)
    requireLicence(access, licences)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
