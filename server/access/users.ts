import sql, { empty } from 'sql-template-tag'
import type { User, usersApi } from '#contract/access/users.ts'
import { forgetBellOf } from '#platform/bell'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import { type Queries, likePattern } from '#platform/database'
import { invalid } from '#platform/refusals'
import { type AccountState, accountStates, createAccount, deleteAccount } from '#server/identity/accounts'
import { deliveriesOf, type Delivery } from '#server/messaging/sent'
import { invitationOf, signInWayOf, type Inviter, sendUserInvitation } from './invitations.ts'
import { requireRoleAndVenues } from './user-changes.ts'
import {
  auditRecordOfUser,
  lockAccess,
  requireNotLastAdmin,
  requireSomeoneElse,
  revisionOfPerson,
  revisionOfRole,
  revisionOfVenues,
  userColumns,
  type UserRecord,
  userToChange,
} from './user-records.ts'

/** The users of the business by e-mail address; `q` finds any part of the address or the name. */
export async function listUsers(call: Call<typeof usersApi.listUsers>) {
  const { q } = call.query
  const users = sql`business_user
    where business_id = ${call.db.businessId}
      ${q ? sql`and (email like ${likePattern(q)} or lower(display_name) like ${likePattern(q)})` : empty}`
  if (isToCount(call)) return totalOfList(call.db, users)
  const after = afterKey(call, 'text')
  const rows = await call.db.rows<UserRecord>(sql`
    select ${userColumns} from ${users}
      ${after ? sql`and email > ${after[0]}` : empty}
    order by email
    limit ${rowsToAsk(call)}`)
  const page = pageOf(call, rows, (row) => [row.email])
  return { ...page, Results: await shownUsers(call.db, page.Results) }
}

/** Users as they are shown, with how each account stands. */
export async function shownUsers(db: Queries, users: readonly UserRecord[]): Promise<User[]> {
  const states = await accountStates(
    db,
    users.map((user) => user.uid),
  )
  const messageIds = [...states.values()].flatMap(({ invitation }) => invitation.messageId ?? [])
  const deliveries = await deliveriesOf(db, messageIds)
  return users.map((user) => {
    const state = states.get(user.uid)
    return shownUser(user, state, deliveries.get(state?.invitation.messageId ?? ''))
  })
}

function shownUser(user: UserRecord, state: AccountState | undefined, delivery: Delivery | undefined): User {
  const { uid, email, name, role, venueNos, autoLogOut } = user
  return {
    Uid: uid,
    Email: email,
    DisplayName: name,
    CustomClaims: { cherryPayRole: role, cherryPayAuthorisedVenues: venueNos.join(',') },
    IsDisabled: state?.isDisabled ?? false,
    IsInvited: state?.isInvited ?? false,
    LastSignIn: state?.lastSignIn ?? null,
    HasSecondFactor: state?.hasSecondFactor ?? false,
    SignsInWith: signInWayOf(state),
    Invitation: state ? invitationOf(state, delivery) : null,
    AutoLogOut: autoLogOut,
    Revisions: {
      Role: revisionOfRole(role),
      Venues: revisionOfVenues(venueNos),
      Person: revisionOfPerson(user),
    },
  }
}

/**
 * Makes a user and invites them to set a password. Without a role they can't do anything yet; without venues they have those
 * of whoever makes them, all as a rule.
 */
export async function createUser(call: Call<typeof usersApi.createUser>, identity: Inviter): Promise<User> {
  const { Username: email, DisplayName: name } = call.body
  const role = call.body.Role || null
  const venueNos = [...new Set(call.body.Venues ?? call.who.venues ?? [])]
  // The role may be about to be removed.
  await lockAccess(call.db)
  const { uid } = await createAccount(call.db, { email, displayName: name })
  const place = await requireRoleAndVenues(call, role, venueNos)
  await call.db.run(sql`
    insert into business_user (business_id, uid, email, display_name, role_name, venue_nos)
    values (${call.db.businessId}, ${uid}, ${email}, ${name}, ${role}, ${venueNos})`)
  const user: UserRecord = { uid, email, name, role, venueNos, autoLogOut: true }
  await sendUserInvitation(call, identity, user)
  const isPlaced = role !== null || venueNos.length > 0
  call.audit({ record: auditRecordOfUser(user), after: { Email: email, Name: name, ...(isPlaced && place) } })
  const [shown] = await shownUsers(call.db, [user])
  return shown!
}

/** Removes a user and their account at once. The e-mail has to be theirs, lest a wrong id go unnoticed. */
export async function deleteUser(call: Call<typeof usersApi.deleteUser>): Promise<undefined> {
  const user = await userToChange(call, call.params.uid)
  const { uid, email, name, role } = user
  if (call.query.email !== email) {
    const sentence = 'This is not the e-mail address of the user.'
    throw invalid(sentence, { email: sentence })
  }
  requireSomeoneElse(call.who, uid, 'delete yourself')
  await requireNotLastAdmin(call.db, uid)
  await call.db.run(sql`delete from business_user where business_id = ${call.db.businessId} and uid = ${uid}`)
  await forgetBellOf(call.db, uid)
  await deleteAccount(call.db, uid)
  call.audit({ record: auditRecordOfUser(user), before: { Email: email, Name: name, Role: role } })
}
