import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filterNames, kindOf } from '#contract/members/member-filter.ts'
import { membersApi } from '#contract/members/members.ts'
import { memberStandings } from '#contract/members/standing.ts'
import { nobody } from '#platform/access'
import type { Call } from '#platform/call'
import { growMembers } from '#server/demo/members'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { expectFewRows, explained, type PlanNode } from '#tests/reading/explained.ts'
import { createKnownSearches } from './known-searches.ts'
import { countEligibleMembers, listMembers } from './members.ts'

const businessId = 'harbourside'
const memberCount = 100_000
// What is walked in the hope of a page, with the rows that this hope costs besides.
const expectShort = (plans: readonly PlanNode[]) => expectFewRows(plans, 15_000)

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await growMembers(hub.databaseUrl, businessId, memberCount, () => undefined)
})
afterAll(() => hub.close())

const url = () => new URL('http://localhost/')
const surroundings = {
  origin: { requestId: '', address: '', url, publicUrl: () => url().origin, seal: () => '' },
  params: { businessId },
  body: undefined,
  audit: () => undefined,
  miss: () => undefined,
  secret: '',
}
const whoSees = (venues: readonly string[] | null) => ({ ...nobody, isSuperAdmin: venues === null, venues })

/** What the list did, the first time and when it knows what it has learnt. */
async function list(query: object, venues: readonly string[] | null = null) {
  const { db, plans } = explained(hub, businessId)
  const call = {
    ...surroundings,
    endpoint: 'listMembers',
    who: whoSees(venues),
    query: membersApi.listMembers.query.parse(query),
    db,
  } satisfies Call<typeof membersApi.listMembers>
  const known = createKnownSearches()
  const { Results } = await listMembers(call, known)
  const again = await listMembers(call, known)
  expect(again.Results.map(({ id }) => id)).toEqual(Results.map(({ id }) => id))
  return { Results, plans }
}

/** For each name a value that many have, one that few have and one that nobody has. */
const values = (name: (typeof filterNames)[number]): string[] => {
  if (kindOf(name) === 'yes-no') return ['true', 'false']
  if (kindOf(name) === 'standing') return [...memberStandings, '!Financial', '!Lapsed']
  if (kindOf(name) === 'days') return ['1', '7', '!7']
  if (kindOf(name) === 'month') return ['2', '!2']
  if (kindOf(name) === 'points') return ['0', '100', '400', '99999', '!100']
  if (name === 'Status') return ['Active', 'Suspended', 'Nope', '!Nope']
  if (name === 'Gender') return ['Other', 'Nope', '!Other']
  return name.startsWith('MemberLevel')
    ? ['Gold', 'Copper', 'Nope', '!Gold']
    : ['Ordinary', 'Life', 'Nope', '!Ordinary']
}
const single = filterNames.flatMap((name) => values(name).map((value) => `${name}=${value}`))
const together = [
  'Financial=true&MemberLevel=Gold',
  'Status=Suspended&BirthMonth=2&Gender=Other&MemberLevel=Gold&MembershipType=Life',
  'PointsBalanceGreaterThan=100&Financial=true',
  'PointsBalanceGreaterThan=400&Status=Nope',
  'Standing=Financial&PointsBalanceNotEqualTo=0',
]

describe('a list does not grow with the members', () => {
  test.each([...single, ...together])('by the filter %s', async (filter) => {
    expectShort((await list({ filter })).plans)
    expectShort((await list({ filter }, ['1'])).plans)
    expectShort((await list({ filter }, ['1', '2'])).plans)
    expectShort((await list({ filter, q: 'thomas' })).plans)
  })

  const words = [
    'zz',
    'q',
    'x',
    'a',
    'li',
    'xu',
    "o'b",
    "o'brien",
    '-r',
    '#',
    '王',
    'zz a',
    'zoe nakamura',
    'thomas',
    'nobody-at-all',
  ]
  test.each(words)('by the words %s', async (q) => {
    const { Results, plans } = await list({ q })
    expectShort(plans)
    // The same as a plain look at everyone.
    const { rows } = await hub.owner.query<{ id: string }>(
      `select member_id as id from member m where business_id = $1 and deleted_at is null
        and (select bool_and(position(plain(word) in m.search_text) > 0) from unnest($2::text[]) word)
      order by sort_name, member_id limit 30`,
      [businessId, q.split(' ')],
    )
    expect(Results.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  })

  test.each([
    {},
    { q: '52345' },
    { membershipNumber: '52345' },
    { membershipNumber: '1' },
    { membershipNumber: 'nope' },
  ])('by %o', async (query) => {
    expectShort((await list(query)).plans)
    expectShort((await list(query, ['1', '2'])).plans)
  })
})

// An index alone answers where pages are known to be visible to all, and not where they are new: other ways look short.
describe.each([
  ['looked through', 'vacuum analyze member_standing'],
  ['written anew', 'vacuum full analyze member_standing'],
])('nor does one of a table that has just been %s', (_, statement) => {
  beforeAll(async () => {
    await hub.owner.query(statement)
  })

  test.each(single)('by the filter %s', async (filter) => {
    for (const venues of [null, ['1'], ['1', '2']]) expectShort((await list({ filter }, venues)).plans)
  })
})

describe('a count', () => {
  const count = async (memberFilterQuery: string, venues: readonly string[] | null = null) => {
    const { db, plans } = explained(hub, businessId)
    const call = {
      ...surroundings,
      endpoint: 'countEligibleMembers',
      who: whoSees(venues),
      query: membersApi.countEligibleMembers.query.parse({ memberFilterQuery }),
      db,
    } satisfies Call<typeof membersApi.countEligibleMembers>
    return { ...(await countEligibleMembers(call)), plans }
  }

  test.each([...single, ...together])('of %s reads an index and no member', async (filter) => {
    for (const venues of [null, ['1'], ['1', '2']]) {
      const { Count, plans } = await count(filter, venues)
      const ofMembers = plans.filter((node) => node['Relation Name'] === 'member')
      // Birthdays have an index of the members to themselves.
      if (!filter.startsWith('Birthday')) expect(ofMembers).toEqual([])
      for (const node of ofMembers) expect(node['Node Type']).not.toContain('Seq Scan')
      if (Count < 2_000) expectShort(plans)
    }
  })
})
