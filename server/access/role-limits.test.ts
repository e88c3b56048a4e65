import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { authorityWords } from '#contract/access/authority.ts'
import type { PermissionName } from '#contract/access/permissions.ts'
import type { Role } from '#contract/access/roles.ts'
import { noLimits, type RoleLimits } from '#contract/approvals/limits.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { limitRole } from '#tests/limits.ts'

let hub: TestHub
const params = { businessId: 'harbourside' }
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const list = async () => (await hub.as(people.admin)(api.listRoles, { params })).body
const limitsOf = async (name: string) => (await list()).Results.find(({ Name }) => Name === name)?.Limits
const role = (Name: string, limits: Partial<RoleLimits>, ...more: PermissionName[]): Role => ({
  Name,
  Description: '',
  GrantedPermissions: ['Member.Search', ...more],
  IsApplicationDefault: false,
  Limits: { ...noLimits, ...limits },
})
const save = async (change: (roles: Role[]) => Role[], by: string = people.admin) => {
  const { Results, Version } = await list()
  return hub.as(by)(api.saveRoles, { params, query: { version: Version }, body: change(Results) })
}

test('no role has limits before somebody gives it some', async () => {
  for (const { Limits } of (await list()).Results) expect(Limits).toEqual(noLimits)
})

test('limits are kept, also of roles that every business has, are another version, and on record', async () => {
  const { Version } = await list()
  expect((await limitRole(hub, 'Promotions', { AwardsPerAct: 500.5, CardsPerDay: 0 })).status).toBe(200)
  expect(await limitsOf('Promotions')).toEqual({ ...noLimits, AwardsPerAct: 500.5, CardsPerDay: 0 })
  expect((await list()).Version).not.toBe(Version)
  const { rows } = await hub.owner.query<{ after: object }>(
    `select after from audit_entry where record_kind = 'Role' and record_id = 'Promotions' order by id desc limit 1`,
  )
  expect(rows[0]?.after).toMatchObject({
    Limits: ['Points of one award: 500.5 points', 'Value of cards in a day: $0.00'],
  })
  expect((await limitRole(hub, 'Promotions', {})).status).toBe(200)
  expect((await list()).Version).toBe(Version)
})

test('who leaves them out leaves them as they are, and other changes of such roles stay refused', async () => {
  await limitRole(hub, 'Promotions', { AwardsPerAct: 500 })
  const answer = await save((roles) => roles.map(({ Limits, ...rest }) => rest))
  expect(answer.status).toBe(200)
  expect(await limitsOf('Promotions')).toMatchObject({ AwardsPerAct: 500 })
  const changed = await save((roles) =>
    roles.map((each) => (each.Name === 'Promotions' ? { ...each, Description: 'Mine' } : each)),
  )
  expect(changed.error.ErrorCode).toBe('default_role')
  await limitRole(hub, 'Promotions', {})
})

test('who knows nothing of the limit that came later leaves it as it is', async () => {
  await limitRole(hub, 'Promotions', { SendingPerAct: 50 })
  const { Results } = await list()
  const body = Results.map(({ Limits: { SendingPerAct, ...Limits }, ...rest }) => ({
    ...rest,
    Limits: { ...Limits, AwardsPerAct: rest.Name === 'Promotions' ? 500 : null },
  }))
  expect((await hub.as(people.superAdmin)(api.saveRoles, { params, body })).status).toBe(200)
  expect(await limitsOf('Promotions')).toEqual({ ...noLimits, AwardsPerAct: 500, SendingPerAct: 50 })
  await limitRole(hub, 'Promotions', {})
})

test('a role of the name of a former one begins without its limits', async () => {
  await save((roles) => [...roles, role('Short Lived', { AwardsPerAct: 5 }, 'Loyalty.CreditPoints')])
  expect(await limitsOf('Short Lived')).toMatchObject({ AwardsPerAct: 5 })
  await save((roles) => roles.filter(({ Name }) => Name !== 'Short Lived'))
  await save((roles) => [...roles, { ...role('Short Lived', {}), Limits: undefined }])
  expect(await limitsOf('Short Lived')).toEqual(noLimits)
})

test('nobody changes the limits of the role they have, nor gives higher ones than their own', async () => {
  const own = await save((roles) =>
    roles.map((each) =>
      each.Name === 'Admin' ? { ...each, Limits: { ...noLimits, AwardsPerAct: 1 } } : each,
    ),
  )
  expect(own.error.ErrorCode).toBe('own_role')

  await limitRole(hub, 'Admin', { AwardsPerAct: 1000 })
  const add = (limits: Partial<RoleLimits>, ...more: PermissionName[]) =>
    save((roles) => [...roles, role('Fresh', limits, ...more)])
  const words = authorityWords.higherLimits(['AwardsPerAct'])
  for (const limits of [{}, { AwardsPerAct: 1000.01 }])
    expect((await add(limits, 'Loyalty.CreditPoints')).error).toMatchObject({
      ErrorCode: 'beyond_own_authority',
      ErrorMessage: words,
    })
  // Without the permission a limit says nothing.
  expect((await add({})).status).toBe(200)
  const widened = await save((roles) =>
    roles.map((each) => (each.Name === 'Fresh' ? role('Fresh', {}, 'Loyalty.CreditPoints') : each)),
  )
  expect(widened.error.ErrorMessage).toBe(words)
  const within = await save((roles) =>
    roles.map((each) =>
      each.Name === 'Fresh' ? role('Fresh', { AwardsPerAct: 1000 }, 'Loyalty.CreditPoints') : each,
    ),
  )
  expect(within.status).toBe(200)

  // Promotions has no limit: who has one neither gives that role nor takes it in hand.
  const { Results } = (await hub.as(people.admin)(api.listUsers, { params })).body
  const uid = Results.find(({ Email }) => Email === people.door)!.Uid
  const given = await hub.as(people.admin)(api.setUserRole, {
    params: { ...params, uid },
    body: { Value: 'Promotions' },
  })
  expect(given.error.ErrorMessage).toBe(words)
  const lowered = await save((roles) =>
    roles.map((each) =>
      each.Name === 'Promotions' ? { ...each, Limits: { ...noLimits, AwardsPerAct: 1 } } : each,
    ),
  )
  expect(lowered.error.ErrorMessage).toBe(authorityWords.limitsAboveYou(['AwardsPerAct']))
  await limitRole(hub, 'Admin', {})
})
