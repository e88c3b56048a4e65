import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import type { Role } from '#contract/access/roles.ts'
import type { SecondFactorPolicy } from '#contract/access/second-factor-policy.ts'
import { secondFactorWords } from '#contract/access/second-factor-words.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { addAuthenticator, addPasskey } from '#tests/people/factors.ts'

const params = { businessId: 'harbourside' }
const email = people.reception
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())
afterEach(async () => {
  await require({ RequiredOf: 'nobody', Roles: [], GraceDays: 14 })
  await hub.owner.query('delete from identity.factor')
})

const require = async (body: SecondFactorPolicy) => {
  const call = hub.as(people.superAdmin)
  const { Revision: revision } = (await call(api.getSecondFactorPolicy, { params })).body
  const answer = await call(api.setSecondFactorPolicy, { params, query: { revision }, body })
  // What was done to the tables by hand nobody has announced.
  await hub.owner.query(`select pg_notify('access_changed', '*')`)
  return answer
}
const standing = async (who: string = email) => (await hub.as(who)(api.getMe)).body.SecondFactor
const listVenues = (who: string = email) => hub.as(who)(api.listVenues, { params })
const daysLeft = (due: string | null) => Math.round((Date.parse(due ?? '') - Date.now()) / 86_400_000)

test('a business says of whom it asks for one, on record', async () => {
  const read = () => hub.as(people.admin)(api.getSecondFactorPolicy, { params })
  expect((await read()).body).toMatchObject({ RequiredOf: 'nobody', Roles: [], GraceDays: 14 })
  const saved = await require({ RequiredOf: 'roles', Roles: ['Reception', 'Door', 'Door'], GraceDays: 7 })
  expect(saved.body).toMatchObject({ RequiredOf: 'roles', Roles: ['Door', 'Reception'], GraceDays: 7 })
  expect((await read()).body).toEqual(saved.body)
  const { rows } = await hub.owner.query(
    `select before, after from audit_entry where action = 'setSecondFactorPolicy' order by id desc limit 1`,
  )
  expect(rows).toEqual([
    {
      before: { 'Required of': 'Nobody', 'Grace days': 14 },
      after: { 'Required of': 'Door, Reception', 'Grace days': 7 },
    },
  ])
  const stranger = await require({ RequiredOf: 'roles', Roles: ['Pirate'], GraceDays: 7 })
  expect(stranger.error.Errors).toEqual({ Roles: 'There is no role Pirate in this business.' })
  const none = await require({ RequiredOf: 'roles', Roles: [], GraceDays: 7 })
  expect(none.error.Errors).toEqual({ Roles: 'Choose a role, or require it of everyone.' })
})

test('those it is asked of have days to set one up, and are told how many', async () => {
  expect(await standing()).toEqual({ IsSet: false, IsRequired: false, DueDate: null })
  await require({ RequiredOf: 'roles', Roles: ['Reception'], GraceDays: 10 })
  expect(await standing()).toMatchObject({ IsSet: false, IsRequired: true })
  expect(daysLeft((await standing()).DueDate)).toBe(10)
  expect(await standing(people.door)).toMatchObject({ IsRequired: false, DueDate: null })
  expect((await listVenues()).status).toBe(200)

  await addPasskey(hub, email)
  expect(await standing()).toEqual({ IsSet: true, IsRequired: true, DueDate: null })
})

test('once they are over, nothing is answered but what it takes to set one up', async () => {
  await require({ RequiredOf: 'everyone', Roles: [], GraceDays: 0 })
  const refused = await listVenues()
  expect([refused.status, refused.error]).toMatchObject([
    403,
    { ErrorCode: 'second_factor_required', ErrorMessage: secondFactorWords.required },
  ])
  expect((await listVenues(people.door)).status).toBe(403)
  expect((await listVenues(people.otherAdmin)).status).toBe(404)

  const { answer, factorId } = await addAuthenticator(hub, email)
  expect(answer.status).toBe(200)
  expect((await listVenues()).status).toBe(200)

  const removal = await hub.as(email)(api.removeFactor, { params: { factorId } })
  expect(removal.error).toMatchObject({
    ErrorCode: 'second_factor_required',
    ErrorMessage: secondFactorWords.lastIsRequired,
  })
  const other = await addPasskey(hub, email)
  expect((await hub.as(email)(api.removeFactor, { params: { factorId } })).status).toBe(204)
  expect((await hub.as(email)(api.removeFactor, { params: other })).status).toBe(409)
})

test('whoever gets a role that asks for one has all of the days from then on', async () => {
  const { rows } = await hub.owner.query<{ uid: string }>(`select uid from business_user where email = $1`, [
    people.door,
  ])
  await require({ RequiredOf: 'roles', Roles: ['Promotions'], GraceDays: 3 })
  await hub.owner.query(`update second_factor_policy set required_since = now() - interval '30 days'`)
  const give = (Value: string) =>
    hub.as(people.admin)(api.setUserRole, { params: { ...params, uid: rows[0]!.uid }, body: { Value } })
  await give('Promotions')
  expect(daysLeft((await standing(people.door)).DueDate)).toBe(3)
  // Other days alone begin none anew.
  await require({ RequiredOf: 'roles', Roles: ['Promotions'], GraceDays: 5 })
  await hub.owner.query(`update business_user set role_given_at = now() - interval '30 days'`)
  await hub.owner.query(`select pg_notify('access_changed', '*')`)
  await expect.poll(async () => daysLeft((await standing(people.door)).DueDate)).toBe(-25)
  await give('Door')
})

test('a role that is removed goes from the rule, and the others begin no days anew', async () => {
  const admin = hub.as(people.admin)
  const saveRoles = async (change: (roles: Role[]) => Role[]) => {
    const { Results, Version: version } = (await admin(api.listRoles, { params })).body
    return admin(api.saveRoles, { params, query: { version }, body: change(Results) })
  }
  const add = (Name: string) =>
    saveRoles((roles) => [
      ...roles,
      { Name, Description: '', GrantedPermissions: ['Member.Search'], IsApplicationDefault: false },
    ])
  const remove = (Name: string) => saveRoles((roles) => roles.filter((role) => role.Name !== Name))
  const policy = async () => (await admin(api.getSecondFactorPolicy, { params })).body
  expect((await add('Summer')).status).toBe(200)
  await require({ RequiredOf: 'roles', Roles: ['Reception', 'Summer'], GraceDays: 9 })
  await hub.owner.query(`update second_factor_policy set required_since = '2026-01-01'`)
  expect((await remove('Summer')).status).toBe(200)
  expect(await policy()).toMatchObject({ RequiredOf: 'roles', Roles: ['Reception'], GraceDays: 9 })
  const { rows } = await hub.owner.query(
    `select before, after, (select required_since < '2026-02-01' from second_factor_policy) as "isOld"
     from audit_entry where record_kind = 'Second factor' order by id desc limit 1`,
  )
  expect(rows).toEqual([
    {
      before: { 'Required of': 'Reception, Summer', 'Grace days': 9 },
      after: { 'Required of': 'Reception', 'Grace days': 9 },
      isOld: true,
    },
  ])

  await add('Summer')
  await require({ RequiredOf: 'roles', Roles: ['Summer'], GraceDays: 9 })
  await remove('Summer')
  expect(await policy()).toMatchObject({ RequiredOf: 'nobody', Roles: [] })
})

test('a role that a former version left in the rule is in nobody’s way', async () => {
  await require({ RequiredOf: 'roles', Roles: ['Reception'], GraceDays: 9 })
  await hub.owner.query(`update second_factor_policy set role_names = '{Gone,Reception}'`)
  const { Revision: revision, ...read } = (await hub.as(people.admin)(api.getSecondFactorPolicy, { params }))
    .body
  expect(read).toEqual({ RequiredOf: 'roles', Roles: ['Reception'], GraceDays: 9 })
  const body = { ...read, GraceDays: 10 }
  const saved = await hub.as(people.admin)(api.setSecondFactorPolicy, { params, query: { revision }, body })
  expect(saved.body).toMatchObject(body)
  await hub.owner.query(`update second_factor_policy set role_names = '{Gone}'`)
  expect((await hub.as(people.admin)(api.getSecondFactorPolicy, { params })).body.RequiredOf).toBe('nobody')
})

test('of two who change it at once the later is told so', async () => {
  const { Revision: revision } = (await require({ RequiredOf: 'nobody', Roles: [], GraceDays: 15 })).body
  const set = (by: string, GraceDays: number) =>
    hub.as(by)(api.setSecondFactorPolicy, {
      params,
      query: { revision },
      body: { RequiredOf: 'nobody', Roles: [], GraceDays },
    })
  await Promise.all([hub.tokenOf(people.superAdmin), hub.tokenOf(people.admin)])
  const [one, other] = await hub.meanwhile(
    `update second_factor_policy set grace_days = grace_days where business_id = 'harbourside'`,
    [],
    () => Promise.all([set(people.admin, 20), set(people.superAdmin, 21)]),
  )
  expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('super administrators need one at once, but for those whose password everybody knows', async () => {
  expect(await standing(people.superAdmin)).toMatchObject({ IsRequired: false, DueDate: null })
  await hub.owner.query(`delete from demo_access where id = (select uid from super_administrator limit 1)`)
  await hub.owner.query(`select pg_notify('access_changed', '*')`)
  await expect.poll(async () => (await listVenues(people.superAdmin)).status).toBe(403)
  expect(await standing(people.superAdmin)).toMatchObject({ IsRequired: true })
  await addAuthenticator(hub, people.superAdmin)
  expect((await listVenues(people.superAdmin)).status).toBe(200)
  await hub.owner.query(
    `insert into demo_access (kind, id) select 'account', uid from super_administrator where email = $1`,
    [people.superAdmin],
  )
})

test('who signs in with Microsoft is asked there', async () => {
  await require({ RequiredOf: 'everyone', Roles: [], GraceDays: 0 })
  expect((await listVenues(people.finance)).status).toBe(403)
  await hub.owner.query(
    `update identity.account set password_hash = null, microsoft_key = 'tid.oid' where email = $1`,
    [people.finance],
  )
  await hub.owner.query(`select pg_notify('access_changed', '*')`)
  await expect.poll(async () => (await listVenues(people.finance)).status).toBe(200)
})
