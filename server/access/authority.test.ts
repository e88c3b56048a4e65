import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { authorityWords } from '#contract/access/authority.ts'
import { type PermissionName, permissionNames } from '#contract/access/permissions.ts'
import type { Role } from '#contract/access/roles.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'

// Nobody gives what they don't have: every permission held by every permission given, every set of venues by every other.
// In the short form each is held, and each is given: by whoever has it, and by one who doesn't.

const params = { businessId: 'harbourside' }
let hub: TestHub
let admin: Caller
/** A manager of users, whose role and venues the tests choose. */
let manager: Caller
let uid: string
let managerUid: string
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
  manager = hub.as(people.finance)
  uid = await uidOf(people.door)
  managerUid = await uidOf(people.finance)
  await save((roles) => [
    ...roles,
    role('Manager', 'User.Management'),
    ...permissionNames.map((name) => role(only(name), name)),
  ])
  await give(managerUid, 'Manager')
})
afterAll(() => hub.close())

const uidOf = async (email: string) =>
  (await admin(api.listUsers, { params, query: { q: email } })).body.Results[0]?.Uid ?? ''
const role = (Name: string, ...GrantedPermissions: PermissionName[]): Role => ({
  Name,
  Description: '',
  GrantedPermissions,
  IsApplicationDefault: false,
})
const only = (name: PermissionName) => `Only ${name.replace('.', ' ')}`

async function save(change: (roles: Role[]) => Role[], caller = admin) {
  const { Results, Version } = (await admin(api.listRoles, { params })).body
  return caller(api.saveRoles, { params, query: { version: Version }, body: change(Results) })
}
const regrant =
  (name: string, ...granted: PermissionName[]) =>
  (roles: Role[]) =>
    roles.map((each) => (each.Name === name ? { ...each, GrantedPermissions: granted } : each))
/** The user whom the manager changes has this role to begin with. */
const isAlready = (name: string) =>
  hub.owner.query(`update business_user set role_name = $2 where uid = $1`, [uid, name])
const give = (to: string, name: string, caller = admin) =>
  caller(api.setUserRole, { params: { ...params, uid: to }, body: { Value: name } })

const disable = (Value: boolean, caller = admin) =>
  caller(api.setUserDisabled, { params: { ...params, uid }, body: { Value } })

describe.each(permissionNames)('a manager of users who also has %s', (held) => {
  const has = (name: PermissionName) => name === held || name === 'User.Management'
  const after = permissionNames[(permissionNames.indexOf(held) + 1) % permissionNames.length]!
  const tried = inLong(permissionNames, [...new Set<PermissionName>([held, after, 'User.Management'])])
  beforeAll(async () => {
    await save(regrant('Manager', 'User.Management', held))
    await isAlready(only('User.Management'))
  })

  test('makes users of roles that grant no more, and no others', async () => {
    for (const given of tried) {
      const answer = await give(uid, only(given), manager)
      if (has(given)) expect(answer.status, given).toBe(204)
      else
        expect(answer.error, given).toMatchObject({
          ErrorCode: 'beyond_own_authority',
          ErrorMessage: authorityWords.notYoursToGive([given]),
        })
    }
  })

  test('makes roles that grant no more, and no others', async () => {
    const isNew = ({ Name }: Role) => Name === 'New One'
    const make = (...granted: PermissionName[]) =>
      save((roles) => [...roles.filter((each) => !isNew(each)), role('New One', ...granted)], manager)
    const missing = permissionNames.filter((name) => !has(name))
    expect((await make(...missing)).error.ErrorMessage).toBe(authorityWords.notYoursToGive(missing))
    expect((await make('User.Management', held)).status).toBe(200)
    await save((roles) => roles.filter((each) => !isNew(each)))
  })

  test('gives others’ roles no more than that, and takes nothing from those that grant more', async () => {
    await save((roles) => [...roles, role('Changed', 'User.Management')])
    for (const given of tried) {
      const answer = await save(regrant('Changed', 'User.Management', given), manager)
      expect(answer.status, given).toBe(has(given) ? 200 : 403)
    }
    await save(regrant('Changed', 'User.Management', 'Pass.Design'))
    const taken = await save(regrant('Changed', 'User.Management'), manager)
    expect(taken.status).toBe(has('Pass.Design') ? 200 : 403)
    await save((roles) => roles.filter(({ Name }) => Name !== 'Changed'))
  })

  test('brings nobody down, or in again, who may more', async () => {
    for (const theirs of tried) {
      await isAlready(only(theirs))
      const isAbove = !has(theirs)
      expect((await give(uid, only('User.Management'), manager)).status, theirs).toBe(isAbove ? 403 : 204)
    }
    await isAlready(only('Pass.Design'))
    await disable(true)
    expect((await disable(false, manager)).status).toBe(has('Pass.Design') ? 204 : 403)
    await disable(false)
  })
})

test('the role one has oneself is nobody’s to change, but for super administrators', async () => {
  const lower = regrant('Manager', 'User.Management')
  expect((await save(lower, manager)).error).toMatchObject({
    ErrorCode: 'own_role',
    ErrorMessage: authorityWords.ownRole,
  })
  expect((await save(lower, hub.as(people.superAdmin))).status).toBe(200)
})

describe('venues', () => {
  const venues = ['1', '2', '90']
  /** Every set of them; none means all. */
  const sets = Array.from({ length: 8 }, (_, bits) => venues.filter((_venue, place) => bits & (1 << place)))
  const isWithin = (given: readonly string[], held: readonly string[]) =>
    held.length === 0 || (given.length > 0 && given.every((venue) => held.includes(venue)))
  const setVenues = async (to: string, body: string[], caller = admin) => {
    const { Results } = (await admin(api.listUsers, { params })).body
    const revision = Results.find(({ Uid }) => Uid === to)?.Revisions.Venues
    return caller(api.setUserVenues, { params: { ...params, uid: to }, query: { revision }, body })
  }
  beforeAll(() =>
    hub.owner.query(
      `insert into venue (business_id, venue_no, display_name) values ('harbourside', '90', 'Annexe')`,
    ),
  )

  describe.each(sets.map((held) => ({ held })))('a manager of $held', ({ held }) => {
    beforeEach(async () => {
      await setVenues(managerUid, held)
      await setVenues(uid, held)
    })

    test('gives users of these venues no others', async () => {
      for (const given of sets) {
        await setVenues(uid, held)
        const answer = await setVenues(uid, given, manager)
        expect(answer.status, given.join()).toBe(isWithin(given, held) ? 204 : 403)
        if (!isWithin(given, held)) expect(answer.error.ErrorMessage).toBe(authorityWords.otherVenuesToGive)
      }
    })

    test('changes nobody beyond them, in no way', async () => {
      const one = { params: { ...params, uid } }
      for (const theirs of sets) {
        await setVenues(uid, theirs)
        const answers = [
          await setVenues(uid, theirs.length > 0 ? theirs : held, manager),
          await manager(api.setUserDisabled, { ...one, body: { Value: false } }),
        ]
        for (const { status, error } of answers) {
          expect(status === 403, theirs.join()).toBe(!isWithin(theirs, held))
          if (status === 403) expect(error.ErrorMessage).toBe(authorityWords.otherVenues)
        }
        if (isWithin(theirs, held)) continue
        expect((await give(uid, only('Member.Search'), manager)).status).toBe(403)
        expect((await manager(api.inviteUser, one)).status).toBe(403)
        const removed = await manager(api.deleteUser, { ...one, query: { email: people.door } })
        expect(removed.status).toBe(403)
      }
    })

    test('makes users of the same', async () => {
      const body = { Username: `new-${held.join('-')}@harbourside.example`, DisplayName: 'New' }
      const { body: made } = await manager(api.createUser, { params, body })
      expect(made.CustomClaims.cherryPayAuthorisedVenues).toBe(held.join(','))
    })
  })
})

test('a kit for a door is given by those alone who scan themselves', async () => {
  await setUserRole(people.finance, ['Event.Manage', 'Member.ReadDetails'])
  const { body } = await manager(api.listEvents, { params, query: { timeframe: 'upcoming' } })
  const kit = { params: { ...params, eventId: body.Results[0]!.id }, body: { Name: 'Side gate' } }
  expect((await manager(api.createDoorKit, kit)).error).toMatchObject({
    ErrorMessage: authorityWords.notYoursToGive(['Event.Scan']),
  })
})

async function setUserRole(email: string, granted: PermissionName[]) {
  await save((roles) => [...roles, role('For One Test', ...granted)])
  await admin(api.setUserVenues, { params: { ...params, uid: await uidOf(email) }, body: [] })
  expect((await give(await uidOf(email), 'For One Test')).status).toBe(204)
}
