import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { authorityWords } from '#contract/access/authority.ts'
import { defaultRoles, type PermissionName, permissions } from '#contract/access/permissions.ts'
import { nameTaken, type Role } from '#contract/access/roles.ts'
import { messages } from '#contract/messages.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
  // Two people with roles of the business's own; one of the roles may manage users.
  await hub.owner.query(
    `insert into role values ('harbourside', 'Key Keeper', '', '{Member.Search,User.Management}')`,
  )
  await giveRole(people.reception, 'Duty Manager')
  await giveRole(people.finance, 'Key Keeper')
})
afterAll(() => hub.close())

const params = { businessId: 'harbourside' }
const giveRole = (email: string, role: string) =>
  hub.owner.query(`update business_user set role_name = $2 where email = $1`, [email, role])

const role = (Name: string, GrantedPermissions: PermissionName[] = ['Member.Search']): Role => ({
  Name,
  Description: '',
  GrantedPermissions,
  IsApplicationDefault: false,
})
const list = async (caller = admin) => (await caller(api.listRoles, { params })).body
const names = (roles: { Name: string }[]) => roles.map(({ Name }) => Name)

/** Saves what the change makes of the list as it is now. */
async function save(change: (roles: Role[]) => Role[], caller = admin) {
  const { Results, Version } = await list(caller)
  return caller(api.saveRoles, { params, query: { version: Version }, body: change(Results) })
}
const grant = (name: string, granted: PermissionName[]) => (roles: Role[]) =>
  roles.map((each) => (each.Name === name ? { ...each, GrantedPermissions: granted } : each))
const without = (name: string) => (roles: Role[]) => roles.filter(({ Name }) => Name !== name)

test('the permissions a role can grant have a name for people and a description', async () => {
  const { body } = await hub.as(people.door)(api.listPermissions, { params })
  expect(names(body.Results)).toEqual(permissions.map(({ name }) => name))
  for (const { Name, Opens } of body.Results) expect(Opens.length, Name).toBeGreaterThan(0)
  expect(body.Results.find(({ Name }) => Name === 'Loyalty.Reverse')?.Opens).toEqual([
    "Reverse an entry of a member's points",
  ])
  expect(body.Results[0]).toMatchObject({
    Name: 'Member.ReadDetails',
    DisplayName: 'View Member Details',
    Description: 'Open members, with what they have and did, and see the events.',
  })
})

describe('the list of roles', () => {
  test('has those of every business first, then its own by name, and no other business’s', async () => {
    const { Results } = await list(hub.as(people.door))
    expect(names(Results)).toEqual([
      ...defaultRoles.map(({ name }) => name),
      'Duty Manager',
      'Key Keeper',
      'Membership Officer',
    ])
    expect(Results.filter(({ IsApplicationDefault }) => IsApplicationDefault)).toHaveLength(5)
  })

  test('counts the users of each', async () => {
    const counts = Object.fromEntries((await list()).Results.map(({ Name, UserCount }) => [Name, UserCount]))
    expect(counts).toMatchObject({ Admin: 1, Reception: 1, 'Duty Manager': 1, 'Membership Officer': 0 })
  })
})

describe('saving', () => {
  test('adds, changes and removes in one go, and answers with the list as it is then', async () => {
    await save((roles) => [...roles, role('Old Role')])
    const { status, body } = await save((roles) => [
      ...grant('Membership Officer', ['Member.Search', 'Member.ReadDetails'])(without('Old Role')(roles)),
      role('Bar Staff 2'),
    ])
    expect(status).toBe(200)
    expect(names(body.Results)).toContain('Bar Staff 2')
    expect(names(body.Results)).not.toContain('Old Role')
    const officer = body.Results.find(({ Name }) => Name === 'Membership Officer')
    expect(officer?.GrantedPermissions).toEqual(['Member.ReadDetails', 'Member.Search'])
    expect(body).toEqual(await list())
  })

  test('is recorded, an entry for each role, in words', async () => {
    await save((roles) => [...roles, role('To Change'), role('To Remove')])
    const { rows: earlier } = await hub.owner.query<{ id: string }>(`select max(id) as id from audit_entry`)
    await save((roles) => [
      ...grant('To Change', ['Loyalty.CreditPoints'])(without('To Remove')(roles)),
      role('To Add'),
    ])
    const { rows } = await hub.owner.query(
      `select title, record_kind as kind, record_id as id, before, after from audit_entry where id > $1 order by id`,
      [earlier[0]?.id],
    )
    const words = (Name: string, ...Permissions: string[]) => ({ Name, Description: '', Permissions })
    const entry = { title: 'Change the roles', kind: 'Role' }
    expect(rows).toEqual([
      { ...entry, id: 'To Add', before: null, after: words('To Add', 'Search Members') },
      {
        ...entry,
        id: 'To Change',
        before: words('To Change', 'Search Members'),
        after: words('To Change', 'Award Points'),
      },
      { ...entry, id: 'To Remove', before: words('To Remove', 'Search Members'), after: null },
    ])
  })

  test('holds from the next request on of those who have the role', async () => {
    const manager = hub.as(people.reception)
    const granted = async () => (await manager(api.getMe)).body.Permissions
    expect(await granted()).not.toContain('User.Management')
    expect((await save((roles) => roles, manager)).status).toBe(403)

    await save(grant('Duty Manager', ['Member.Search', 'User.Management']))
    expect(await granted()).toEqual(['Member.Search', 'User.Management'])
    expect((await save((roles) => roles, manager)).status).toBe(200)

    await save(grant('Duty Manager', ['Member.Search']))
    expect((await save((roles) => roles, manager)).status).toBe(403)
  })

  test('is the same in whichever order the roles and permissions are sent', async () => {
    const { Version } = await list()
    const { body } = await save((roles) =>
      roles.toReversed().map((each) => ({
        ...each,
        GrantedPermissions: [...each.GrantedPermissions, ...each.GrantedPermissions].toReversed(),
      })),
    )
    expect(body.Version).toBe(Version)
  })

  test('leaves the other businesses alone', async () => {
    const body = [...(await list()).Results]
    const query = { version: (await list()).Version }
    const stranger = await hub.as(people.otherAdmin)(api.saveRoles, { params, query, body })
    expect(stranger.status).toBe(404)
    const valley = { businessId: 'valley-golf' }
    const theirs = (await hub.as(people.otherAdmin)(api.listRoles, { params: valley })).body
    expect(names(theirs.Results)).toEqual([...defaultRoles.map(({ name }) => name), 'Pro Shop'])
  })
})

describe('saving is refused, and nothing of it happens,', () => {
  let before: Awaited<ReturnType<typeof list>>
  beforeEach(async () => {
    before = await list()
  })
  const expectRefusal = async (answer: Awaited<ReturnType<typeof save>>, code: string, sentence: string) => {
    expect(answer.status).toBe(code === 'invalid_input' ? 400 : 409)
    expect(answer.error).toMatchObject({ ErrorCode: code, ErrorMessage: sentence })
    expect(await list()).toEqual(before)
  }

  test('of a list that somebody else has changed meanwhile', async () => {
    const { Results, Version } = before
    await save((roles) => [...roles, role('Meanwhile')])
    before = await list()
    const late = await admin(api.saveRoles, {
      params,
      query: { version: Version },
      body: [...Results, role('Too Late')],
    })
    await expectRefusal(late, 'roles_changed', 'Somebody else has changed the roles meanwhile.')
  })

  test('of all but one of several lists saved at once', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((number) =>
        admin(api.saveRoles, {
          params,
          query: { version: before.Version },
          body: [...before.Results, role(`Race ${number}`)],
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
    expect(names((await list()).Results).filter((name) => name.startsWith('Race'))).toHaveLength(1)
  })

  test('of a removal while someone has the role', async () => {
    const sentence = (users: string) => `The role Duty Manager can't be removed: ${users} it.`
    const remove = (roles: Role[]) => [...without('Duty Manager')(roles), role('Not Saved')]
    await expectRefusal(await save(remove), 'role_in_use', sentence('1 user has'))
    await giveRole(people.door, 'Duty Manager')
    before = await list()
    await expectRefusal(await save(remove), 'role_in_use', sentence('2 users have'))
  })

  test.each<[string, (roles: Role[]) => Role[]]>([
    ['changed', grant('Admin', ['Member.Search'])],
    ['left out', without('Admin')],
    ['renamed', (roles) => [...without('Admin')(roles), role('admin')]],
    [
      'made the business’s own',
      (roles) =>
        roles.map((each) => (each.Name === 'Admin' ? { ...each, IsApplicationDefault: false } : each)),
    ],
  ])('with a role of every business %s', async (_, change) => {
    const sentence = "Admin is a role of every business: it can't be added, changed or removed."
    await expectRefusal(await save(change), 'default_role', sentence)
  })

  test('with a new role that claims to be one of every business', async () => {
    const answer = await save((roles) => [...roles, { ...role('Boss'), IsApplicationDefault: true }])
    await expectRefusal(
      answer,
      'default_role',
      "Boss is a role of every business: it can't be added, changed or removed.",
    )
  })

  test.each(['DUTY MANAGER', ' duty manager ', 'aDMIN'])(
    'with the name "%s", which is taken',
    async (name) => {
      const answer = await save((roles) => [...roles, role(name)])
      await expectRefusal(answer, 'invalid_input', nameTaken)
      expect(answer.error.Errors).toEqual({ [`${before.Results.length}.Name`]: nameTaken })
    },
  )

  test.each<[string, Role, string]>([
    ['no name', role('  '), messages.roles.nameRequired],
    ['a sign in its name', role('Bar/Staff'), messages.roles.nameAlphanumeric],
    ['no permissions', role('Idle', []), messages.roles.permissionsRequired],
    ['an unknown permission', role('Odd', ['Do.Anything' as PermissionName]), 'There is no such permission.'],
  ])('with a role of %s', async (_, wrong, sentence) => {
    await expectRefusal(await save((roles) => [...roles, wrong]), 'invalid_input', sentence)
  })

  test.each<[string, PermissionName[]]>([
    ['more', ['Member.Search', 'User.Management', 'Loyalty.CreditPoints']],
    ['less', ['Member.Search']],
  ])('to those who would give %s to the role they have', async (_, granted) => {
    const answer = await save(grant('Key Keeper', granted), hub.as(people.finance))
    await expectRefusal(answer, 'own_role', authorityWords.ownRole)
  })
})
