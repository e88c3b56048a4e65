import sql from 'sql-template-tag'
import { adminRole, type PermissionName } from '#contract/access/permissions.ts'
import { requireNotAbove, requireSameVenues, type Who } from '#platform/access'
import { revisionOf } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
import { conflict, notFound } from '#platform/refusals'
import { accountStates } from '#server/identity/accounts'
import { limitsOfRole } from './role-limits.ts'
import { permissionsOfRole, rolesOf } from './roles.ts'

/** A user tied to a business, as the table has them. */
export type UserRecord = {
  readonly uid: string
  readonly email: string
  readonly name: string
  readonly role: string | null
  /** Empty means all venues. */
  readonly venueNos: readonly string[]
  readonly autoLogOut: boolean
}

/** Stands for a user's role. */
export const revisionOfRole = (role: string | null): string => revisionOf([role])

/** Stands for the venues that a user is confined to, in whichever order. */
export const revisionOfVenues = (venueNos: readonly string[]): string => revisionOf(venueNos.toSorted())

/** Stands for a user's name and address. */
export const revisionOfPerson = ({ email, name }: Pick<UserRecord, 'email' | 'name'>): string =>
  revisionOf([email, name])

/** The columns of a UserRecord. */
export const userColumns = sql`uid, email, display_name as name, role_name as role, venue_nos as "venueNos",
  auto_log_out as "autoLogOut"`

type Changing = { readonly db: Transaction; readonly who: Who }

/**
 * The user that is about to change; until that is done, every other change of access in the business waits. Refused to
 * those who are confined to venues unless the user is confined to the same.
 */
export async function userToChange({ db: tx, who }: Changing, uid: string): Promise<UserRecord> {
  await lockAccess(tx)
  const user = await tx.maybe<UserRecord>(
    sql`select ${userColumns} from business_user where business_id = ${tx.businessId} and uid = ${uid}`,
  )
  if (!user) throw notFound('The user')
  requireSameVenues(who, user.venueNos)
  return user
}

/** Refuses what would let somebody in as a user who may do more than they. */
export async function requireNotAboveOneself({ db, who }: Changing, { role }: UserRecord): Promise<void> {
  if (role !== null) requireNotAbove(who, await permissionsOfRole(db, role), await limitsOfRole(db, role))
}

/** How the audit trail names a user. */
export function auditRecordOfUser({ uid, email }: Pick<UserRecord, 'uid' | 'email'>) {
  return { kind: 'User', id: uid, name: email }
}

/** Refuses what nobody may do to themself: `deed` completes 'You can't …'. */
export function requireSomeoneElse(who: Who, uid: string, deed: string): void {
  if (who.uid === uid)
    throw conflict('own_account', `You can't ${deed}. Ask another user who manages users to do it.`)
}

/** Refuses what would leave the business without an Admin who can sign in. */
export async function requireNotLastAdmin(db: Queries, uid: string): Promise<void> {
  const admins = await db.rows<{ uid: string }>(
    sql`select uid from business_user where business_id = ${db.businessId} and role_name = ${adminRole}`,
  )
  const states = await accountStates(
    db,
    admins.map((admin) => admin.uid),
  )
  const all = [...states.values()].filter((state) => !state.isDisabled)
  const joined = all.filter((state) => !state.isInvited)
  // Where nobody has joined yet, those who may.
  const enabled = joined.length > 0 ? joined : all
  if (enabled.length === 1 && enabled[0]?.uid === uid)
    throw conflict(
      'last_admin',
      `This is the last enabled ${adminRole} of the business. Make another user ${adminRole} first.`,
    )
}

/**
 * Lets the changes of who has which role in a business happen one after the other. Each checks the others' work first
 * (is there another Admin, is the role still there), and two at once would both find it in order.
 */
export async function lockAccess(tx: Transaction): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(${accessLock(tx)})`)
}

/** Keeps who has which role as it is until the transaction ends; those who only need that don't wait for each other. */
export async function keepAccess(tx: Transaction): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(${accessLock(tx)})`)
}

const accessLock = ({ businessId }: Transaction) => sql`hashtextextended(${`access ${businessId}`}, 0)`

/** The users of the business whose role grants a permission, and whose account is in use, by name. */
export async function usersWhoMay(
  db: Queries,
  permission: PermissionName,
): Promise<Pick<UserRecord, 'uid' | 'name' | 'role' | 'venueNos'>[]> {
  const roles = (await rolesOf(db)).filter(({ GrantedPermissions }) =>
    GrantedPermissions.includes(permission),
  )
  const users = await db.rows<UserRecord>(sql`
    select ${userColumns} from business_user
    where business_id = ${db.businessId} and role_name = any(${roles.map(({ Name }) => Name)})
    order by lower(display_name), uid`)
  const states = await accountStates(
    db,
    users.map(({ uid }) => uid),
  )
  return users.filter(({ uid }) => states.get(uid)?.isDisabled !== true)
}

/** What follows, in the same transaction, when somebody may do other things than before. */
export type AccessStep = (call: Changing) => Promise<void>

/** A change of access together with that. */
export const followedBy =
  (step: AccessStep) =>
  <SomeCall extends Changing, Answer>(act: (call: SomeCall) => Promise<Answer>) =>
  async (call: SomeCall): Promise<Answer> => {
    const answer = await act(call)
    await step(call)
    return answer
  }
