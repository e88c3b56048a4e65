import sql, { empty } from 'sql-template-tag'
import type { User, usersApi } from '#contract/access/users.ts'
import { type Call, afterKey, pageOf, rowsToAsk } from '#platform/call'
import { type Queries, likePattern } from '#platform/database'
import { conflict, invalid } from '#platform/refusals'
import type { Identity } from '#server/identity'
import { type AccountState, accountStates, createAccount, deleteAccount } from '#server/identity/accounts'
import {
  auditRecord,
  requireNotLastAdmin,
  requireSomeoneElse,
  revisionOfRole,
  revisionOfVenues,
  userColumns,
  type UserRecord,
  userToChange,
} from './user-records.ts'

/** The users of the business by e-mail address; `q` finds any part of the address or the name. */
export async function listUsers(call: Call<typeof usersApi.listUsers>) {
  const { q } = call.query
  const after = afterKey(call, 'text')
  const rows = await call.db.rows<UserRecord>(sql`
    select ${userColumns} from business_user
    where business_id = ${call.db.businessId}
      ${q ? sql`and (email like ${likePattern(q)} or lower(display_name) like ${likePattern(q)})` : empty}
      ${after ? sql`and email > ${after[0]}` : empty}
    order by email
    limit ${rowsToAsk(call)}`)
  const page = pageOf(call, rows, (row) => [row.email])
  return { ...page, Results: await withStates(call.db, page.Results) }
}

async function withStates(db: Queries, users: readonly UserRecord[]): Promise<User[]> {
  const states = await accountStates(
    db,
    users.map((user) => user.uid),
  )
  return users.map((user) => shownUser(user, states.get(user.uid)))
}

function shownUser({ uid, email, name, role, venueNos }: UserRecord, state: AccountState | undefined): User {
  return {
    Uid: uid,
    Email: email,
    DisplayName: name,
    CustomClaims: { cherryPayRole: role, cherryPayAuthorisedVenues: venueNos.join(',') },
    IsDisabled: state?.isDisabled ?? false,
    IsInvited: state?.isInvited ?? false,
    LastSignIn: state?.lastSignIn ?? null,
    HasSecondFactor: state?.hasSecondFactor ?? false,
    Revisions: { Role: revisionOfRole(role), Venues: revisionOfVenues(venueNos) },
  }
}

/** Makes a user and invites them to set a password. They have no role yet, so they can't do anything. */
export async function createUser(
  call: Call<typeof usersApi.createUser>,
  identity: Pick<Identity, 'invite'>,
): Promise<User> {
  const { Username: email, DisplayName: name } = call.body
  const { uid } = await createAccount(call.db, { email, displayName: name })
  await call.db.run(sql`
    insert into business_user (business_id, uid, email, display_name)
    values (${call.db.businessId}, ${uid}, ${email}, ${name})`)
  await identity.invite(call.db, uid)
  const user: UserRecord = { uid, email, name, role: null, venueNos: [] }
  call.audit({ record: auditRecord(user), after: { Email: email, Name: name } })
  return shownUser(user, {
    uid,
    isDisabled: false,
    isInvited: true,
    lastSignIn: null,
    hasSecondFactor: false,
  })
}

/** Sends the invitation again; the link of the earlier one is good no more. */
export async function inviteUser(
  call: Call<typeof usersApi.inviteUser>,
  identity: Pick<Identity, 'invite'>,
): Promise<undefined> {
  const user = await userToChange(call.db, call.params.uid)
  const state = (await accountStates(call.db, [user.uid])).get(user.uid)
  if (!state?.isInvited)
    throw conflict('already_joined', 'This user can sign in already and needs no invitation.')
  if (state.isDisabled) throw conflict('user_disabled', 'This user is disabled. Enable them first.')
  await identity.invite(call.db, user.uid)
  call.audit({ record: auditRecord(user) })
}

/** Removes a user and their account at once. The e-mail has to be theirs, lest a wrong id go unnoticed. */
export async function deleteUser(call: Call<typeof usersApi.deleteUser>): Promise<undefined> {
  const user = await userToChange(call.db, call.params.uid)
  const { uid, email, name, role } = user
  if (call.query.email !== email) {
    const sentence = 'This is not the e-mail address of the user.'
    throw invalid(sentence, { email: sentence })
  }
  requireSomeoneElse(call.who, uid, 'delete yourself')
  await requireNotLastAdmin(call.db, uid)
  await call.db.run(sql`delete from business_user where business_id = ${call.db.businessId} and uid = ${uid}`)
  await deleteAccount(call.db, uid)
  call.audit({ record: auditRecord(user), before: { Email: email, Name: name, Role: role } })
}
