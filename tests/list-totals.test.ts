import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract'
import { type Endpoint, mostCounted, superAdministrator, type Total } from '#contract/endpoint.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'

type Page = { Results: unknown[]; _links: { next?: { href: string } }; Total?: Total | null }
type CountedRow = Endpoint<'GET', z.ZodType, z.ZodType, z.ZodType, z.ZodType<Page>>
type Query = Readonly<Record<string, string | number>>

const has = (schema: z.ZodType, field: string) => schema instanceof z.ZodObject && field in schema.shape
const rows = Object.entries(api as unknown as Record<string, CountedRow>)
const lists = rows.filter(([, { query }]) => has(query, 'count') && has(query, 'continuationToken'))

let hub: TestHub
let callers: Record<'everyone' | 'confined' | 'elsewhere', { call: Caller; businessId: string }>
beforeAll(async () => {
  hub = await startTestHub()
  callers = {
    everyone: { call: hub.as(people.admin), businessId: 'harbourside' },
    confined: { call: await confinedAdmin(hub), businessId: 'harbourside' },
    elsewhere: { call: hub.as(people.superAdmin), businessId: 'valley-golf' },
  }
})
afterAll(() => hub.close())

async function ask(who: keyof typeof callers, row: CountedRow, query: Query): Promise<Page> {
  const { call, businessId } = row.access.kind === superAdministrator.kind ? callers.elsewhere : callers[who]
  const { status, body } = await call(row, { params: { businessId }, query })
  expect(status).toBe(200)
  return body
}

/** How many rows there are, page by page. */
async function walked(who: keyof typeof callers, row: CountedRow, query: Query): Promise<number> {
  let count = 0
  let token: string | null = null
  do {
    const given: Query = token ? { continuationToken: token } : {}
    const page = await ask(who, row, { ...query, limit: 500, ...given })
    expect(page.Total).toBeUndefined()
    count += page.Results.length
    const next = page._links.next?.href
    token = next ? new URL(next).searchParams.get('continuationToken') : null
  } while (token)
  return count
}

test('the lists of the console tell how many they have', () => {
  expect(lists.map(([name]) => name).toSorted()).toEqual([
    'listApprovals',
    'listAudit',
    'listCardOrders',
    'listCards',
    'listEvents',
    'listMemberImports',
    'listMembers',
    'listMembershipRequests',
    'listOutbox',
    'listPassInvitations',
    'listPayments',
    'listRenewalRequests',
    'listUsers',
    'listVisitors',
  ])
  for (const [name, { output }] of lists) expect(has(output, 'Total'), name).toBe(true)
})

// Of a long trail somebody confined to some venues may read one entry in thousands.
const uncounted = (name: string, who: string) => name === 'listAudit' && who === 'confined'

// The other business has no licence for it.
const places = (name: string) =>
  name === 'listMemberImports'
    ? (['everyone', 'confined'] as const)
    : (['everyone', 'confined', 'elsewhere'] as const)

describe.each(lists)('%s', (name, row) => {
  test.each(places(name))('counts what it lists to %s', async (who) => {
    const { Total: total, ...page } = await ask(who, row, { count: 'true' })
    expect(page).toEqual({ Results: [], _links: {} })
    expect(total).toEqual(uncounted(name, who) ? null : { Count: await walked(who, row, {}), IsMore: false })
  })

  test('counts what words and dates leave, or says that it does not', async () => {
    for (const query of [{ q: 'harbour' }, { q: 'an' }, { q: 'Smith example' }, { q: 'nobody at all' }]) {
      const { Total: total } = await ask('everyone', row, { ...query, count: 'true' })
      const listed = { Count: await walked('everyone', row, query), IsMore: false }
      expect([null, listed]).toContainEqual(total)
    }
  })
})

describe('narrowed', () => {
  const totalOf = async (row: unknown, query: Query) =>
    (await ask('everyone', row as CountedRow, { ...query, count: 'true' })).Total
  const both = async (row: unknown, query: Query) => {
    const total = await totalOf(row, query)
    expect(total).toEqual({ Count: await walked('everyone', row as CountedRow, query), IsMore: false })
    return total!.Count
  }

  test('members are counted by words, numbers and a filter', async () => {
    expect(await both(api.listMembers, { q: 'ryan' })).toBeGreaterThan(0)
    expect(await both(api.listMembers, { q: '10001' })).toBeGreaterThan(0)
    expect(await both(api.listMembers, { membershipNumber: '1000' })).toBeGreaterThan(0)
    expect(await both(api.listMembers, { filter: 'Status=Active' })).toBeGreaterThan(0)
    expect(await both(api.listMembers, { filter: 'Status=Active', q: 'ryan' })).toBeGreaterThan(0)
    // Short words have no index: only a walk could tell.
    expect(await totalOf(api.listMembers, { q: 'a' })).toBeNull()
  })

  test('cards and requests are counted by their filters', async () => {
    expect(await both(api.listCards, { createdFromDate: '2020-01-01T00:00:00Z' })).toBeGreaterThan(0)
    expect(await both(api.listCards, { reportedLost: 'true' })).toBeGreaterThanOrEqual(0)
    expect(await both(api.listMembershipRequests, { isFinalised: 'false' })).toBeGreaterThan(0)
    expect(await both(api.listMembershipRequests, { waiting: 'me' })).toBeGreaterThan(0)
    expect(await both(api.listEvents, { status: 'Published' })).toBeGreaterThan(0)
    expect(await both(api.listUsers, { q: 'harbourside' })).toBeGreaterThan(0)
  })

  test('the trail, messages and requests are counted by their filters', async () => {
    expect(await both(api.listAudit, { by: 'others' })).toBeGreaterThan(0)
    expect(await both(api.listAudit, { startDate: '2020-01-01T00:00:00Z' })).toBeGreaterThan(0)
    expect(await totalOf(api.listAudit, { person: 'admin' })).toBeNull()
    expect(await both(api.listApprovals, { state: 'decided' })).toBeGreaterThanOrEqual(0)
    expect(await both(api.listOutbox, { forBusiness: 'harbourside', state: 'Sent' })).toBeGreaterThanOrEqual(
      0,
    )
    expect(await totalOf(api.listOutbox, { channel: 'email' })).toBeNull()
  })

  test('nothing is counted further than there is a word for', async () => {
    await hub.owner.query(
      `insert into business_user (business_id, uid, email, display_name)
       select 'harbourside', 'many-' || n, 'many-' || n || '@harbourside.example', 'One of many' from generate_series(1, $1) n`,
      [mostCounted],
    )
    expect(await totalOf(api.listUsers, {})).toEqual({ Count: mostCounted, IsMore: true })
    expect(await totalOf(api.listUsers, { q: 'one of many' })).toEqual({ Count: mostCounted, IsMore: false })
  })
})
