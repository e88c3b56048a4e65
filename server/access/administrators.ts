import sql, { empty } from 'sql-template-tag'
import type { Administrator, administratorsApi } from '#contract/access/administrators.ts'
import { type Call, type Handlers, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import { likePattern, type Queries, type Transaction } from '#platform/database'
import { conflict, notFound } from '#platform/refusals'
import {
  accountStates,
  canSignIn,
  createAccount,
  setDisabled,
  unlinkMicrosoft,
} from '#server/identity/accounts'
import { deliveriesOf } from '#server/messaging/sent'
import { invitationOf, signInWayOf, type Inviter } from './invitations.ts'
import { lockAccess, requireSomeoneElse } from './user-records.ts'

type Rows = typeof administratorsApi
type AdministratorRecord = { readonly uid: string; readonly email: string; readonly name: string }

const columns = sql`uid, email, display_name as name`

/** Those who look after all businesses. They are no business's: what is done to them is in the platform's trail. */
export function administratorRoutes(identity: Inviter): Handlers<Rows> {
  return {
    listAdministrators,
    createAdministrator: (call) => createAdministrator(call, identity),
    setAdministratorDisabled,
    inviteAdministrator: (call) => inviteAdministrator(call, identity),
  }
}

async function listAdministrators(call: Call<Rows['listAdministrators']>) {
  const { q } = call.query
  const administrators = sql`super_administrator
    where true
      ${q ? sql`and (email like ${likePattern(q)} or lower(display_name) like ${likePattern(q)})` : empty}`
  if (isToCount(call)) return totalOfList(call.db, administrators)
  const after = afterKey(call, 'text')
  const rows = await call.db.rows<AdministratorRecord>(sql`
    select ${columns} from ${administrators}
      ${after ? sql`and email > ${after[0]}` : empty}
    order by email
    limit ${rowsToAsk(call)}`)
  const page = pageOf(call, rows, (row) => [row.email])
  return { ...page, Results: await administratorsOf(call.db, page.Results) }
}

async function administratorsOf(db: Queries, rows: readonly AdministratorRecord[]): Promise<Administrator[]> {
  const uids = rows.map(({ uid }) => uid)
  const states = await accountStates(db, uids)
  const messageIds = [...states.values()].flatMap(({ invitation }) => invitation.messageId ?? [])
  const deliveries = await deliveriesOf(db, messageIds)
  const used = await db.rows<{ uid: string; at: string }>(
    sql`select uid, max(refreshed_at) as at from identity.session where uid = any(${uids}) group by uid`,
  )
  const usedAt = new Map(used.map(({ uid, at }) => [uid, at]))
  return rows.map(({ uid, email, name }) => {
    const state = states.get(uid)
    const seen = [state?.lastSignIn, usedAt.get(uid)].filter((at) => typeof at === 'string').toSorted()
    return {
      Uid: uid,
      Email: email,
      DisplayName: name,
      IsDisabled: state?.isDisabled ?? false,
      IsInvited: state?.isInvited ?? false,
      SignsInWith: signInWayOf(state),
      Invitation: state ? invitationOf(state, deliveries.get(state.invitation.messageId ?? '')) : null,
      HasSecondFactor: state?.hasSecondFactor ?? false,
      LastSeen: seen.at(-1) ?? null,
    }
  })
}

/** Makes a super administrator and invites them; before they can do anything else they set up a second factor. */
async function createAdministrator(call: Call<Rows['createAdministrator']>, identity: Inviter) {
  const { db, body } = call
  const { Username: email, DisplayName: name } = body
  const { uid } = await createAccount(db, { email, displayName: name })
  await db.run(
    sql`insert into super_administrator (uid, email, display_name) values (${uid}, ${email}, ${name})`,
  )
  await identity.invite(db, uid)
  call.audit({ record: administratorInTrail({ uid, email }), after: { Email: email, Name: name } })
  const [made] = await administratorsOf(db, [{ uid, email, name }])
  return made!
}

/** Shuts a super administrator out, ending their sessions at once, or lets them in again. */
async function setAdministratorDisabled(call: Call<Rows['setAdministratorDisabled']>): Promise<undefined> {
  const { db, who } = call
  const administrator = await administratorToChange(db, call.params.uid)
  const isDisabled = call.body.Value
  const before = (await accountStates(db, [administrator.uid])).get(administrator.uid)
  if (before?.isDisabled === isDisabled) return
  requireSomeoneElse(who, administrator.uid, isDisabled ? 'disable yourself' : 'enable yourself')
  if (isDisabled) await requireNotLast(db, administrator)
  await setDisabled(db, administrator.uid, isDisabled)
  call.audit({
    record: administratorInTrail(administrator),
    before: { Disabled: !isDisabled },
    after: { Disabled: isDisabled },
  })
}

/** Sends the invitation again; the link of the earlier one is good no more. Who signs in with Microsoft is unlinked by it. */
async function inviteAdministrator(
  call: Call<Rows['inviteAdministrator']>,
  identity: Inviter,
): Promise<undefined> {
  const administrator = await administratorToChange(call.db, call.params.uid)
  const state = (await accountStates(call.db, [administrator.uid])).get(administrator.uid)
  if (!state?.isInvited && !state?.isLinked)
    throw conflict('already_joined', 'This administrator can sign in already and needs no invitation.')
  if (state.isDisabled) throw conflict('user_disabled', 'This administrator is disabled. Enable them first.')
  if (state.isLinked) {
    requireSomeoneElse(call.who, administrator.uid, 'unlink yourself from Microsoft')
    await unlinkMicrosoft(call.db, administrator.uid)
  }
  await identity.invite(call.db, administrator.uid)
  const before = { 'Signs in with': 'Microsoft' }
  const after = { 'Signs in with': null }
  call.audit({ record: administratorInTrail(administrator), ...(state.isLinked && { before, after }) })
}

/** The super administrator that is about to change; until that is done, every other change of them waits. */
export async function administratorToChange(tx: Transaction, uid: string): Promise<AdministratorRecord> {
  await lockAccess(tx)
  const found = await tx.maybe<AdministratorRecord>(
    sql`select ${columns} from super_administrator where uid = ${uid}`,
  )
  if (!found) throw notFound('The super administrator')
  return found
}

/** Refuses what would leave nobody who can sign in to look after the installation: two may disable each other at once. */
async function requireNotLast(tx: Transaction, { uid }: AdministratorRecord): Promise<void> {
  const other = await tx.maybe(sql`
    select from super_administrator join identity.account a using (uid)
    where uid <> ${uid} and not is_disabled and ${canSignIn} limit 1`)
  if (!other)
    throw conflict(
      'last_administrator',
      'This is the last enabled super administrator. Invite another first.',
    )
}

/** An administrator as the trail names them. */
export function administratorInTrail({ uid, email }: Pick<AdministratorRecord, 'uid' | 'email'>) {
  return { kind: 'Administrator', id: uid, name: email }
}
