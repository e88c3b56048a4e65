import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
  for (const [LastName, MembershipNumber] of [
    ['Aardvark', '777120'],
    ['Badger', '777121'],
    ['Zebra', '77712'],
    ['Yak', '5577712'],
  ] as const)
    await admin(api.createMember, {
      params,
      query: { venueId: '1' },
      body: { FirstName: 'Exact', LastName, MembershipNumber, MembershipType: 'Ordinary' },
    })
})
afterAll(() => hub.close())

type Search = { q?: string; membershipNumber?: string; filter?: string }

/** The names of all pages, each of so many. */
async function names(search: Search, limit: number, caller = admin): Promise<string[][]> {
  const pages: string[][] = []
  let continuationToken: string | undefined
  do {
    const query = { ...search, limit, ...(continuationToken && { continuationToken }) }
    const { body } = await caller(api.listMembers, { params, query })
    pages.push(body.Results.map(({ LastName }) => LastName))
    const next = body._links.next?.href
    continuationToken = next
      ? (new URL(next, 'http://hub').searchParams.get('continuationToken') ?? undefined)
      : undefined
  } while (continuationToken)
  return pages
}

test.each([1, 2, 3, 30])('the exact number stands first, and once, with %i on a page', async (limit) => {
  const found = await names({ q: '77712' }, limit)
  expect(found.flat()).toEqual(['Zebra', 'Aardvark', 'Badger', 'Yak'])
  expect(found[0]).toHaveLength(Math.min(limit, 4))
})

test('the same in the box for numbers, whatever spaces are typed', async () => {
  expect((await names({ membershipNumber: ' 777 12' }, 2)).flat()).toEqual(['Zebra', 'Aardvark', 'Badger'])
})

test('a number that is nobody’s changes nothing, nor do words beside it', async () => {
  expect((await names({ q: '777125' }, 30)).flat()).toEqual([])
  expect((await names({ q: 'exact 77712' }, 30)).flat()).toEqual(['Aardvark', 'Badger', 'Yak', 'Zebra'])
})

test('it is left out where the filter or the venues of the user leave it out', async () => {
  expect((await names({ q: '77712', filter: 'Status=Suspended' }, 30)).flat()).toEqual([])
  expect((await names({ q: '77712' }, 30, hub.as(people.promotions))).flat()).toEqual([])
})
