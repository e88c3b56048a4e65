import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { Role } from '#contract/access/roles.ts'
import { migrationNames, mustBeNone } from '#platform/database'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { type Patron, patronOf } from '#tests/people/patron.ts'

// What somebody has to decide on is everybody's again once they have left, or may no longer decide on it.

const params = { businessId: 'harbourside' }
let hub: TestHub
let admin: Caller
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on' })
  admin = hub.as(people.admin)
  patron = patronOf(hub)
  const { Results } = (await admin(api.listRoles, { params })).body
  const roles = [...Results, role('Decides', 'Request.Decide'), role('Looks', 'Member.Search')]
  await admin(api.saveRoles, { params, body: roles })
})
afterAll(() => hub.close())

const role = (Name: string, ...GrantedPermissions: Role['GrantedPermissions']): Role => ({
  Name,
  Description: '',
  GrantedPermissions,
  IsApplicationDefault: false,
})

let made = 0
async function newDecider(roleName = 'Decides') {
  const email = `robin${++made}@hub.example`
  const { body } = await admin(api.createUser, {
    params,
    body: { Username: email, DisplayName: 'Robin', Role: roleName },
  })
  return { uid: body.Uid, email, at: { params: { ...params, uid: body.Uid } } }
}
type Decider = Awaited<ReturnType<typeof newDecider>>

const assign = (sessionId: string, Uid: string | null) =>
  admin(api.assignRequest, { params: { ...params, sessionId }, body: { Uid } })
const applied = async () => (await patron.applied({ MembershipType: 'Pensioner' })).SessionId

/** A request that a new user has. */
async function assigned() {
  const robin = await newDecider()
  const sessionId = await applied()
  expect((await assign(sessionId, robin.uid)).body.AssignedTo?.Uid).toBe(robin.uid)
  return { robin, sessionId }
}

const remove = ({ at, email }: Decider) => admin(api.deleteUser, { ...at, query: { email } })
const disable = ({ at }: Decider) => admin(api.setUserDisabled, { ...at, body: { Value: true } })
const giveRole = ({ at }: Decider, Value: string) => admin(api.setUserRole, { ...at, body: { Value } })
const confine = ({ at }: Decider, ...venues: string[]) => admin(api.setUserVenues, { ...at, body: venues })
async function regrant(name: string, ...granted: Role['GrantedPermissions']) {
  const { Results } = (await admin(api.listRoles, { params })).body
  const roles = Results.map((each) => (each.Name === name ? { ...each, GrantedPermissions: granted } : each))
  return admin(api.saveRoles, { params, body: roles })
}

const detailOf = async (sessionId: string) =>
  (await admin(api.getMembershipRequest, { params: { ...params, sessionId } })).body
const listed = async (query: object) =>
  (await admin(api.listMembershipRequests, { params, query: { limit: 500, ...query } })).body.Results.map(
    (row) => row.SessionId,
  )
const counts = async () => {
  const { body } = await admin(api.countWaiting, { params })
  const { Lines } = (await admin(api.getToday, { params })).body
  return [body.Applications, Lines.find(({ Line }) => Line === 'applications')?.Count ?? 0]
}

describe('what a user has goes back to everybody when', () => {
  test.each<[string, (robin: Decider) => Promise<{ status: number }>]>([
    ['they are deleted', remove],
    ['they are disabled', disable],
    ['their role is one that decides nothing', (robin) => giveRole(robin, 'Looks')],
    ['they are confined to other venues', (robin) => confine(robin, '2')],
    ['their role may no longer decide', () => regrant('Decides', 'Member.Search')],
  ])('%s', async (_, happens) => {
    const { robin, sessionId } = await assigned()
    const before = await counts()
    expect(await listed({ waiting: 'me' })).not.toContain(sessionId)
    expect((await happens(robin)).status).toBeLessThan(300)
    await regrant('Decides', 'Request.Decide')
    expect(await listed({ waiting: 'me' })).toContain(sessionId)
    expect(await listed({ assigned: 'nobody' })).toContain(sessionId)
    expect(await counts()).toEqual(before.map((count) => count + 1))
    const { AssignedTo, Steps } = await detailOf(sessionId)
    expect(AssignedTo).toBeNull()
    expect(Steps.at(-1)).toMatchObject({ Step: 'Assigned', Note: 'To nobody', ActorName: 'Alex Admin' })
  })
})

test('stays theirs as long as they may decide on it', async () => {
  const { robin, sessionId } = await assigned()
  await giveRole(robin, 'Reception')
  await confine(robin, '1', '2')
  await remove(await newDecider())
  expect((await detailOf(sessionId)).AssignedTo?.Uid).toBe(robin.uid)
})

test('what they decided on stays told as theirs, and is nobody’s once it is put back', async () => {
  const { robin, sessionId } = await assigned()
  const at = { params: { ...params, sessionId } }
  await admin(api.rejectMembershipRequest, {
    ...at,
    body: { Note: null, IsRefunded: false, NotifyBy: 'none' },
  })
  await disable(robin)
  expect((await detailOf(sessionId)).Steps.at(-1)).not.toMatchObject({ Step: 'Assigned' })
  const { body } = await admin(api.putRequestBack, { ...at, body: { Reason: 'Again.', NotifyBy: 'none' } })
  expect(body.AssignedTo).toBeNull()
  expect(await listed({ waiting: 'me' })).toContain(sessionId)
})

describe('a line of Today that was put aside comes back when', () => {
  const line = async () =>
    (await admin(api.getToday, { params })).body.Lines.find(({ Line }) => Line === 'applications')!
  const putAside = async () => {
    const at = { params: { ...params, line: 'applications' as const } }
    await admin(api.snoozeToday, { ...at, body: { For: 'week' } })
    expect((await line()).SnoozedUntil).not.toBeNull()
  }

  test('what somebody else had is everybody’s again', async () => {
    const { robin } = await assigned()
    await applied()
    await putAside()
    await disable(robin)
    expect((await line()).SnoozedUntil).toBeNull()
  })

  test('what was submitted before is paid', async () => {
    const { PaymentUrl } = await patron.submit(await patron.apply())
    await putAside()
    await patron.pay(PaymentUrl)
    expect((await line()).SnoozedUntil).toBeNull()
  })
})

const astray = async () =>
  (
    await hub.owner.query(
      `select session_id from request_session s where finalised_at is null and assigned_to is not null
         and not exists (select from business_user u where u.business_id = s.business_id and u.uid = s.assigned_to)`,
    )
  ).rows

test('nobody has what was given to them at the moment they left', async () => {
  for (let round = 0; round < 6; round++) {
    const [robin, ids] = [await newDecider(), [await applied(), await applied()]]
    await Promise.all([assign(ids[0]!, robin.uid), remove(robin), assign(ids[1]!, robin.uid)])
    expect(await astray()).toEqual([])
  }
})

test('the upgrade gives back what those had who had left before', async () => {
  const kept = await assigned()
  const [gone, disabled, elsewhere] = [await assigned(), await assigned(), await assigned()]
  const change = (statement: string, { robin }: typeof gone) => hub.owner.query(statement, [robin.uid])
  await change(`delete from business_user where uid = $1`, gone)
  await change(`update identity.account set is_disabled = true where uid = $1`, disabled)
  await change(`update business_user set venue_nos = '{2}' where uid = $1`, elsewhere)
  await hub.owner.query(mustBeNone)
  const name = migrationNames().find((each) => each.endsWith('-requests-of-those-who-left.sql'))!
  const file = new URL(`../../migrations/${name}`, import.meta.url)
  await hub.owner.query(readFileSync(file, 'utf8'))
  for (const { sessionId } of [gone, disabled, elsewhere])
    expect((await detailOf(sessionId)).Steps.at(-1)).toMatchObject({ Step: 'Assigned', Note: 'To nobody' })
  expect((await detailOf(kept.sessionId)).AssignedTo?.Uid).toBe(kept.robin.uid)
  expect(await astray()).toEqual([])
})
