import sql, { empty, raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { MemberListItem } from '#contract/members/members.ts'
import { insertMembers } from '#server/demo/members'
import { memberColumns } from '#server/members/record'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { createKnownSearches } from './known-searches.ts'
import { findMembers } from './search.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
let admin: Caller
let everyone: Person[]
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
  // Enough of them that a common word has more hits than are sorted.
  await hub.database.transaction('harbourside', (tx) => insertMembers(tx, 500, 2000))
  await add({ FirstName: 'José', LastName: "D'Arcy_50%", BadgeNumber: 'AB_9', MembershipNumber: 'x%7' })
  await add({ FirstName: 'Zoe\u0308', LastName: 'Łoś', PreferredName: 'Zed"\\', MembershipNumber: 'x_8' })
  await add({ FirstName: '小明', LastName: '王', PreferredName: 'Xiao', MembershipNumber: 'QZZ-1' })
  await add({ FirstName: 'Ольга', LastName: 'Ωμέγα', MembershipNumber: 'Kyr-1' })
  await add({
    FirstName: 'Ann',
    LastName: 'Deleted-Smithers',
    WorkContactDetails: { EmailAddress: 'ann@work.example', MobileNumber: '+61 499 888 777' },
    PostalContactDetails: { EmailAddress: null, MobileNumber: '0411222333' },
  })
  const { rows } = await hub.owner.query<Person>(`
    select member_id as id, first_name, last_name, preferred_name, membership_number, badge_number,
      home_contact, work_contact, postal_contact
    from member where business_id = 'harbourside' and deleted_at is null`)
  everyone = rows
})
afterAll(() => hub.close())

type Contact = { EmailAddress: string | null; MobileNumber: string | null } | null
type Person = {
  id: string
  first_name: string
  last_name: string
  preferred_name: string | null
  membership_number: string | null
  badge_number: string | null
  home_contact: Contact
  work_contact: Contact
  postal_contact: Contact
}

const add = (fields: object) =>
  admin(api.createMember, {
    params,
    query: { venueId: '1' },
    body: { FirstName: 'A', LastName: 'B', MembershipType: 'Ordinary', ...fields },
  })

type Search = { q?: string; membershipNumber?: string; filter?: string }

/** All pages of a search, in their order. */
async function search(query: Search, limit = 500, caller = admin): Promise<MemberListItem[]> {
  const found: MemberListItem[] = []
  let token: string | undefined
  do {
    const { status, body } = await caller(api.listMembers, {
      params,
      query: { ...query, limit, ...(token && { continuationToken: token }) },
    })
    expect(status).toBe(200)
    found.push(...body.Results)
    const { next } = body._links
    token = next && (new URL(next.href).searchParams.get('continuationToken') ?? undefined)
  } while (token)
  return found
}

const plain = (text: string) =>
  text.replaceAll('Ł', 'L').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** What the search promises, said in the plainest way. */
function expected(q: string): string[] {
  const words = plain(q)
    .split(/\s+/)
    .filter((word) => word !== '')
  return everyone
    .filter((person) => {
      const contacts = [person.home_contact, person.work_contact, person.postal_contact]
      const mobiles = contacts.map((contact) => contact?.MobileNumber ?? '')
      const texts = [
        person.first_name,
        person.last_name,
        person.preferred_name ?? '',
        person.membership_number ?? '',
        person.badge_number ?? '',
        ...contacts.map((contact) => contact?.EmailAddress ?? ''),
        ...mobiles,
        ...mobiles.map((mobile) => mobile.replaceAll(/[^\d+]/g, '').replace('+61', '0')),
      ].map(plain)
      return words.every((word) => texts.some((text) => text.includes(word)))
    })
    .map((person) => person.id)
    .toSorted()
}

const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id)

describe('a search finds the same as a plain look at everyone', () => {
  test.each([
    'smith',
    'SMI',
    'mith',
    'ith jon',
    'olivia smith',
    'smith olivia',
    'zoe',
    'Zoë',
    'ZOÉ',
    'muller',
    'lukasz',
    'los',
    "o'brien",
    "d'arcy_50%",
    '_50%',
    '%',
    '_',
    '50%',
    'zed"\\',
    '\\',
    "'",
    'ab_9',
    'ab%9',
    '1000',
    'B18',
    'example.com',
    'example',
    'nguyen1',
    'ann@work',
    '0499888777',
    '+61 499',
    '0411222333',
    'te-rangi',
    'a',
    'q',
    'j',
    '7',
    'li',
    'zz',
    'x ',
    'l o',
    "o'b",
    "'b",
    '-r',
    '.x',
    '@z',
    '#',
    'Ło',
    'ő',
    '王',
    '小明',
    'ao',
    'a王',
    'xyzzy',
    'Ольга',
    'ольга ΩΜΈΓΑ',
    '  grace   hall  ',
  ])('%s', async (q) => {
    expect(idsOf(await search({ q })).toSorted()).toEqual(expected(q))
  })
})

describe('the pages of a search', () => {
  // Few hits are sorted, many are walked, without a word the list is.
  test.each([{ q: 'williams' }, { q: 'example' }, { q: 'e' }, { filter: 'Status=Suspended' }, {}])(
    'of %o have everyone once, in the order of names',
    async (query) => {
      const whole = await search(query, 500)
      expect(whole.length).toBeGreaterThan(20)
      expect(idsOf(await search(query, 7 + Math.ceil(whole.length / 9)))).toEqual(idsOf(whole))
      expect(new Set(idsOf(whole)).size).toBe(whole.length)
      const names = whole.map(({ LastName, FirstName }) => plain(`${LastName} ${FirstName}`))
      expect(names).toEqual(names.toSorted())
    },
  )

  const addMany = (count: number, first: string, last: string) =>
    hub.database.transaction('harbourside', (tx) =>
      tx.run(sql`
        insert into member (business_id, venue_no, member_key, first_name, last_name, membership_type)
        select 'harbourside', '1', n::text, ${first}, ${last} || lpad(n::text, 4, '0'), 'Ordinary'
        from generate_series(1, ${count}::integer) n`),
    )

  test('go on rightly when a search has become common meanwhile', async () => {
    const q = 'commonplace'
    await addMany(1999, 'Commonplace', 'Number ')
    const first = await admin(api.listMembers, { params, query: { q, limit: 500 } })
    const token = new URL(first.body._links.next!.href).searchParams.get('continuationToken')!
    await add({ FirstName: 'Commonplace', LastName: 'Number 9998' })
    await add({ FirstName: 'Commonplace', LastName: 'Number 9999' })
    const second = await admin(api.listMembers, {
      params,
      query: { q, limit: 500, continuationToken: token },
    })
    expect(second.body.Results[0]?.LastName).toBe('Number 0501')
    expect(await search({ q })).toHaveLength(2001)
  })

  test('are right for a common surname at the far end of the list, too', async () => {
    await addMany(2100, 'Zoltan', 'Zzyzx ')
    const names = Array.from({ length: 2100 }, (_, i) => `Zzyzx ${String(i + 1).padStart(4, '0')}`)
    for (const limit of [500, 301])
      expect((await search({ q: 'zzyzx' }, limit)).map(({ LastName }) => LastName)).toEqual(names)
    expect(await search({ q: 'zzyzx', filter: 'Status=Active' })).toEqual([])
    expect(await search({ q: 'zzyzx' }, 500, hub.as(people.promotions))).toEqual([])
  })
})

describe('a membership number', () => {
  test.each([
    ['1000', 9],
    ['10001', 1],
    ['x%', 1],
    ['x_', 1],
    ['0001', 0],
    [' 10001 ', 1],
  ])('%s is matched from its start', async (membershipNumber, count) => {
    const found = await search({ membershipNumber })
    expect(found).toHaveLength(count)
    expect(found.every((member) => member.MembershipNumber?.startsWith(membershipNumber.trim()))).toBe(true)
  })

  test.each(['kyr', 'KYR-1', ' k y r-'])('%s is matched whatever its capitals and spaces', async (number) => {
    const found = await search({ membershipNumber: number })
    expect(found.map(({ MembershipNumber }) => MembershipNumber)).toEqual(['Kyr-1'])
  })

  test('goes together with words and a filter', async () => {
    const all = await search({ membershipNumber: '100' })
    const some = await search({ membershipNumber: '100', q: 'ol', filter: 'Financial=true' })
    const withWord = new Set(expected('ol'))
    expect(some.length).toBeGreaterThan(0)
    expect(idsOf(some)).toEqual(idsOf(all.filter((member) => member.Financial && withWord.has(member.id))))
  })
})

describe.each(['member_search', 'member_search_by_words'])('the view %s that searches go through', (view) => {
  test('shows nobody to a query that forgets its business', async () => {
    const { rows } = await hub.database.pool.query(`select * from ${view}`)
    expect(rows).toEqual([])
    await expect(hub.database.pool.query(`delete from ${view}`)).rejects.toThrow(/permission denied/)
  })

  test('has every field of a member: a migration that adds one makes the view anew', async () => {
    const db = hub.database.forTenant('harbourside')
    await expect(db.rows(sql`select ${memberColumns} from ${raw(view)} limit 0`)).resolves.toEqual([])
  })

  test('shows the members of the business that asks, and no others', async () => {
    const count = (from: string) => sql`select count(*)::integer as count from ${raw(from)}`
    for (const businessId of ['harbourside', 'valley-golf', 'summit-bowls']) {
      const db = hub.database.forTenant(businessId)
      const own = await db.one(count('member where deleted_at is null'))
      expect(await db.one(count(view))).toEqual(own)
      expect(await db.rows(sql`select from ${raw(view)} where business_id <> ${businessId}`)).toEqual([])
    }
  })
})

test.each(['anderson', 'zoe thomas', 'example.com', 'no such person'])(
  'a small business finds %s in its own way, and the same as a large one',
  async (q) => {
    const found = (size: string) => {
      const known = createKnownSearches()
      known.add(`${size} harbourside`)
      return findMembers(hub.database.forTenant('harbourside'), known, {
        wanted: { q },
        columns: sql`m.last_name`,
        joins: empty,
        visible: empty,
        filter: empty,
        standing: null,
        after: null,
        limit: 500,
      })
    }
    const inSmall = await found('small')
    expect(inSmall).toEqual(await found('large'))
    expect(inSmall.length).toBe(Math.min(expected(q).length, 500))
  },
)

test('a damaged continuation token is refused', async () => {
  const { status } = await admin(api.listMembers, { params, query: { continuationToken: 'WyJhIl0.x' } })
  expect(status).toBe(400)
})
