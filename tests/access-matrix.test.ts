import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import {
  adminRole,
  defaultRoles,
  permissionNames,
  type PermissionName,
} from '#contract/access/permissions.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'
import { samples } from '#tests/samples/samples.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

type Person = { email: string | null; role: string | null; businessId: string | null }

const everybody: Record<string, Person> = {
  nobody: { email: null, role: null, businessId: null },
  'the super administrator': { email: people.superAdmin, role: null, businessId: null },
  Admin: { email: people.admin, role: adminRole, businessId: 'harbourside' },
  Reception: { email: people.reception, role: 'Reception', businessId: 'harbourside' },
  Promotions: { email: people.promotions, role: 'Promotions', businessId: 'harbourside' },
  Finance: { email: people.finance, role: 'Finance', businessId: 'harbourside' },
  Door: { email: people.door, role: 'Door', businessId: 'harbourside' },
  "another business's Admin": { email: people.otherAdmin, role: adminRole, businessId: 'valley-golf' },
}

/** What the contract promises this person at this row of Harbourside: to be let in, or the status of the refusal. */
function promised(person: Person, row: Endpoint): 'let in' | number {
  const { access } = row
  if (access.kind === 'anyone') return 'let in'
  if (person.email === null) return 401
  if (person.businessId === null) return access.kind === 'till' ? 403 : 'let in'
  if (row.path.includes('{businessId}') && person.businessId !== 'harbourside') return 404
  return grants(person.role, access) ? 'let in' : 403
}

function grants(role: string | null, access: Access): boolean {
  if (access.kind === 'signed-in') return true
  if (access.kind !== 'permission') return false
  const granted = defaultRoles.find(({ name }) => name === role)?.permissions ?? []
  return opens(granted, access)
}

/** Whether these permissions open a row: one of those that are for it, and what it takes besides. */
function opens(granted: readonly PermissionName[], access: Extract<Access, { kind: 'permission' }>): boolean {
  return (
    access.permissions.some((name) => granted.includes(name)) &&
    (!access.also || granted.includes(access.also))
  )
}

describe.each(Object.entries(api as Record<string, Endpoint>))('%s', (name, row) => {
  test('declares its access', () => {
    expect(row.access.kind).toMatch(/^(anyone|signed-in|super-administrator|permission|till)$/)
  })

  test('treats everybody as the contract says', async () => {
    const sample = samples[name as keyof typeof samples]
    for (const [who, person] of Object.entries(everybody)) {
      const call = hub.as(person.email)
      const answer = await call(row, { ...sample, params: { businessId: 'harbourside', ...sample.params } })
      const expected = promised(person, row)
      if (expected === 'let in') {
        // Past the gate anything may happen but the gate's own refusals.
        expect(answer.error?.ErrorCode ?? '', who).not.toMatch(/^(not_signed_in|forbidden)$/)
        expect(answer.error?.ErrorMessage, who).not.toBe('The business was not found.')
        expect(answer.status, who).toBeLessThan(500)
      } else {
        expect(answer.status, who).toBe(expected)
        expect(answer.error.ErrorMessage, who).toMatch(/\w.*\.$/)
      }
    }
  })
})

describe('a role with one permission alone, and whatever else a row takes,', () => {
  const rows = Object.entries(api as Record<string, Endpoint>).filter(
    ([, { access }]) => access.kind === 'permission',
  )
  const params = { businessId: 'harbourside' }
  const single = { Name: 'Single', Description: '', IsApplicationDefault: false }
  const makeRole = async (...GrantedPermissions: PermissionName[]) => {
    const admin = hub.as(people.admin)
    const { Results } = (await admin(api.listRoles, { params })).body
    const others = Results.filter(({ Name }) => Name !== 'Single')
    const body = [...others, { ...single, GrantedPermissions }]
    expect((await admin(api.saveRoles, { params, body })).status).toBe(200)
  }
  beforeAll(async () => {
    await makeRole('Member.Search')
    const { Results } = (await hub.as(people.admin)(api.listUsers, { params, query: { q: people.door } }))
      .body
    const uid = Results[0]?.Uid ?? ''
    await hub.as(people.admin)(api.setUserRole, { params: { ...params, uid }, body: { Value: 'Single' } })
  })

  const answerOf = (name: string, row: Endpoint) => {
    const sample = samples[name as keyof typeof samples]
    return hub.as(people.door)(row, { ...sample, params: { ...params, ...sample.params } })
  }

  // In the short form each has its own rows opened; that it opens no other follows from what is refused below.
  test.each(permissionNames)('%s opens its rows and no other', async (permission) => {
    const isOwn = ([, { access }]: (typeof rows)[number]) =>
      access.kind === 'permission' && [...access.permissions, access.also].includes(permission)
    await makeRole(permission)
    for (const [name, row] of inLong(rows, rows.filter(isOwn))) {
      if (row.access.kind !== 'permission') continue
      const { status, error } = await answerOf(name, row)
      if (opens([permission], row.access)) expect(error?.ErrorCode, name).not.toBe('forbidden')
      else expect(status, name).toBe(403)
    }
  })

  // Rows that take the same are told apart by nothing: one role is enough for all of them.
  const bySame = Map.groupBy(rows, ([, { access }]) => JSON.stringify(access))
  test.each([...bySame])('every other permission together opens no row that takes %s', async (_, same) => {
    const [, { access }] = same[0]!
    if (access.kind !== 'permission') return
    const lacking = [access.permissions, ...(access.also ? [[access.also]] : [])]
    for (const missing of lacking) {
      await makeRole(...permissionNames.filter((name) => !missing.includes(name)))
      for (const [name, row] of same) expect((await answerOf(name, row)).status, name).toBe(403)
    }
  })
})

test('every address the server answers is in the contract', () => {
  const known = new Set(
    Object.values(api as Record<string, Endpoint>).map((row) => `${row.method} ${row.path}`),
  )
  const beside = /^GET (\/api\/(docs|openapi\.json)|\/identity\/microsoft(\/callback)?)$/
  const mounted = hub.routes.filter((route) => / \/(api|identity)\b/.test(route) && !route.startsWith('HEAD'))
  expect(mounted.length).toBeGreaterThanOrEqual(known.size)
  expect(mounted.filter((route) => !known.has(route) && !beside.test(route))).toEqual([])
})

test('a disabled user is nobody', async () => {
  expect(await hub.tokenOf(people.disabled)).toBeUndefined()
})
