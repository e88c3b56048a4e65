import sql from 'sql-template-tag'
import { addressChangedMail } from '#contract/access/user-words.ts'
import type { User, usersApi } from '#contract/access/users.ts'
import { announceAccessChange } from '#platform/access'
import type { Call } from '#platform/call'
import { rightNow } from '#platform/clock'
import { businessName } from '#server/business'
import { accountStates, renameAccount } from '#server/identity/accounts'
import { endSessionsPastLimit } from '#server/identity/sessions'
import { queueEmail } from '#server/messaging'
import { type Inviter, sendUserInvitation } from './invitations.ts'
import {
  auditRecordOfUser,
  requireNotAboveOneself,
  requireSomeoneElse,
  revisionOfPerson,
  type UserRecord,
  userToChange,
} from './user-records.ts'
import { shownUsers } from './users.ts'

/**
 * Corrects a user's name and e-mail address. Who has joined is told of another address at the former one; who is still
 * invited gets a fresh invitation at the new one.
 */
export async function updateUser(call: Call<typeof usersApi.updateUser>, identity: Inviter): Promise<User> {
  const { db } = call
  const user = await userToChange(call, call.params.uid)
  const { DisplayName: name, Username: email } = call.body
  const now: UserRecord = { ...user, name, email }
  if (name !== user.name || email !== user.email) await rename(call, user, now, identity)
  call.audit({
    record: auditRecordOfUser(now),
    before: { Email: user.email, Name: user.name },
    after: { Email: email, Name: name },
    revision: { was: revisionOfPerson(user), is: revisionOfPerson(now) },
  })
  const [shown] = await shownUsers(db, [now])
  return shown!
}

async function rename(
  call: Call<typeof usersApi.updateUser>,
  before: UserRecord,
  { uid, email, name, role }: UserRecord,
  identity: Inviter,
): Promise<void> {
  const { db, who } = call
  const isElsewhere = email !== before.email
  if (isElsewhere) {
    // Their own they change where they prove that it is theirs.
    requireSomeoneElse(who, uid, 'change your own e-mail address here')
    // Where the mail goes, a link for a new password goes, and with it all that the user may.
    await requireNotAboveOneself(call, before)
  }
  await renameAccount(db, before, { email, displayName: name })
  await db.run(sql`
    update business_user set email = ${email}, display_name = ${name}
    where business_id = ${db.businessId} and uid = ${uid}`)
  if (!isElsewhere) return
  const state = (await accountStates(db, [uid])).get(uid)
  // Who is disabled is invited once they are enabled again.
  if (state?.isInvited)
    return state.isDisabled ? undefined : sendUserInvitation(call, identity, { uid, role })
  const letter = addressChangedMail({ name, club: await businessName(db), by: who.name })
  await queueEmail(db, { kind: 'address changed', lane: 'soon', to: before.email, ...letter })
}

/** Has a user signed out 8 hours after they signed in, or not: from their next request on. */
export async function setUserAutoLogOut(call: Call<typeof usersApi.setUserAutoLogOut>): Promise<undefined> {
  const { db } = call
  const user = await userToChange(call, call.params.uid)
  const isOn = call.body.Value
  await db.run(sql`
    update business_user set auto_log_out = ${isOn} where business_id = ${db.businessId} and uid = ${user.uid}`)
  // Those that are over stay so.
  if (!isOn) await endSessionsPastLimit(db, user.uid, rightNow())
  await announceAccessChange(db, user.uid)
  call.audit({
    record: auditRecordOfUser(user),
    before: { 'Signed out after 8 hours': user.autoLogOut },
    after: { 'Signed out after 8 hours': isOn },
  })
}
