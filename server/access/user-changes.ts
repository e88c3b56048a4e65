import sql from 'sql-template-tag'
import { defaultRoles } from '#contract/access/permissions.ts'
import type { usersApi } from '#contract/access/users.ts'
import { messages } from '#contract/messages.ts'
import { announceAccessChange, requireMayGive, requireMayGiveVenues, type Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { invalid } from '#platform/refusals'
import { closedVenueRefusal, isOpenVenue } from '#server/business'
import { accountStates, setDisabled } from '#server/identity/accounts'
import { limitsOfRole } from './role-limits.ts'
import { permissionsOfRole } from './roles.ts'
import {
  auditRecordOfUser,
  requireNotAboveOneself,
  requireNotLastAdmin,
  requireSomeoneElse,
  revisionOfRole,
  revisionOfVenues,
  userToChange,
} from './user-records.ts'

/** Gives a user their one role. From their next request on they may what it grants. */
export async function setUserRole(call: Call<typeof usersApi.setUserRole>): Promise<undefined> {
  const { db, who } = call
  const role = call.body.Value
  const user = await userToChange(call, call.params.uid)
  if (role === '')
    throw wrongRole(user.role === null ? messages.users.roleRequired : messages.users.roleRemoved)
  if (role === user.role) return
  requireSomeoneElse(who, user.uid, 'change your own role')
  // Whoever could bring somebody down could take their account over, and wait for another to bring it up again.
  await requireNotAboveOneself(call, user)
  if (!(await roleExists(db, role))) throw wrongRole(`There is no role ${role} in this business.`)
  requireMayGive(who, await permissionsOfRole(db, role), await limitsOfRole(db, role))
  await requireNotLastAdmin(db, user.uid)
  await db.run(sql`
    update business_user set role_name = ${role} where business_id = ${db.businessId} and uid = ${user.uid}`)
  await announceAccessChange(db, user.uid)
  call.audit({
    record: auditRecordOfUser(user),
    before: { Role: user.role },
    after: { Role: role },
    revision: { was: revisionOfRole(user.role), is: revisionOfRole(role) },
  })
}

function wrongRole(sentence: string, field = 'Value') {
  return invalid(sentence, { [field]: sentence })
}

/** Confines a user to some venues, or to none of them: an empty list means all. */
export async function setUserVenues(call: Call<typeof usersApi.setUserVenues>): Promise<undefined> {
  const { db, who } = call
  const venueNos = [...new Set(call.body)]
  const user = await userToChange(call, call.params.uid)
  // Who is confined to some venues would lift that by themself; who isn't could never take back that they are.
  requireSomeoneElse(who, user.uid, 'change your own venues')
  requireMayGiveVenues(who, venueNos)
  const venues = await venuesByNo(db, [...user.venueNos, ...venueNos])
  for (const venueNo of venueNos) {
    // Who was confined to it before it was closed or deleted stays so.
    if (!user.venueNos.includes(venueNo)) requireOpen(venueNo, venues.get(venueNo))
  }
  await db.run(sql`
    update business_user set venue_nos = ${venueNos} where business_id = ${db.businessId} and uid = ${user.uid}`)
  await announceAccessChange(db, user.uid)
  const namesOf = (nos: readonly string[]) => venuesInWords(nos, venues)
  call.audit({
    record: auditRecordOfUser(user),
    before: { Venues: namesOf(user.venueNos) },
    after: { Venues: namesOf(venueNos) },
    revision: { was: revisionOfVenues(user.venueNos), is: revisionOfVenues(venueNos) },
  })
}

function requireOpen(venueNo: string, venue: Venue | undefined): void {
  if (!venue?.isThere) throw invalid(`There is no venue ${venueNo} in this business.`)
  if (!venue.isOpen) throw closedVenueRefusal([venue.name])
}

/** The role and the venues that a user begins with, if they are there, in words for the trail. */
export async function requireRoleAndVenues(
  { db, who }: { db: Queries; who: Who },
  role: string | null,
  venueNos: readonly string[],
): Promise<{ Role?: string; Venues: string }> {
  if (role !== null) {
    if (!(await roleExists(db, role))) throw wrongRole(`There is no role ${role} in this business.`, 'Role')
    requireMayGive(who, await permissionsOfRole(db, role), await limitsOfRole(db, role))
  }
  requireMayGiveVenues(who, venueNos)
  const venues = await venuesByNo(db, venueNos)
  // Whoever is confined to a venue that was closed since makes users of the same.
  for (const venueNo of venueNos)
    if (!who.venues?.includes(venueNo)) requireOpen(venueNo, venues.get(venueNo))
  return { ...(role !== null && { Role: role }), Venues: venuesInWords(venueNos, venues) }
}

/** The venues by name; by number, too, where a name alone would say something else. */
function venuesInWords(venueNos: readonly string[], venues: ReadonlyMap<string, Venue>): string {
  if (venueNos.length === 0) return allVenues
  const names = [...venues.values()].map(({ name }) => name)
  const isPlain = (name: string) => name !== allVenues && names.filter((other) => other === name).length === 1
  return venueNos
    .toSorted()
    .map((venueNo) => ({ venueNo, name: venues.get(venueNo)?.name ?? venueNo }))
    .map(({ venueNo, name }) => (isPlain(name) ? name : `${name} (${venueNo})`))
    .join(', ')
}

const allVenues = 'All venues'

type Venue = { venueNo: string; name: string; isThere: boolean; isOpen: boolean }

async function venuesByNo(db: Queries, venueNos: readonly string[]): Promise<Map<string, Venue>> {
  const venues = await db.rows<Venue>(sql`
    select v.venue_no as "venueNo", v.display_name as name, v.deleted_at is null as "isThere", ${isOpenVenue} as "isOpen"
    from venue v where v.business_id = ${db.businessId} and v.venue_no = any(${venueNos})`)
  return new Map(venues.map((venue) => [venue.venueNo, venue]))
}

/** Shuts a user out, ending their sessions at once, or lets them in again. */
export async function setUserDisabled(call: Call<typeof usersApi.setUserDisabled>): Promise<undefined> {
  const { db, who } = call
  const user = await userToChange(call, call.params.uid)
  const isDisabled = call.body.Value
  const before = (await accountStates(db, [user.uid])).get(user.uid)
  if (before?.isDisabled === isDisabled) return
  if (isDisabled) {
    requireSomeoneElse(who, user.uid, 'disable yourself')
    await requireNotLastAdmin(db, user.uid)
  } else {
    // Letting somebody in again gives them all that they may.
    requireSomeoneElse(who, user.uid, 'enable yourself')
    await requireNotAboveOneself(call, user)
  }
  await setDisabled(db, user.uid, isDisabled)
  call.audit({
    record: auditRecordOfUser(user),
    before: { Disabled: !isDisabled },
    after: { Disabled: isDisabled },
  })
}

/** Whether the business has a role of this name, its own or one that every business has. */
async function roleExists(db: Queries, name: string): Promise<boolean> {
  if (defaultRoles.some((role) => role.name === name)) return true
  const own = await db.maybe(sql`select from role where business_id = ${db.businessId} and name = ${name}`)
  return own !== null
}
