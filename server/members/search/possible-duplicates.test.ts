import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
  await admin(api.createMember, {
    params,
    query: { venueId: '1' },
    body: {
      FirstName: 'Renée',
      LastName: 'Doubleday',
      MembershipNumber: 'DD-1',
      BirthDate: '1970-05-06',
      MembershipType: 'Ordinary',
      HomeContactDetails: { EmailAddress: 'renee.d@example.org', MobileNumber: '0455 666 777' },
    },
  })
})
afterAll(() => hub.close())

type Typed = z.input<typeof api.listPossibleDuplicates.query>

/** Who is found, and what is the same. */
async function found(query: Typed, caller = admin) {
  const { body } = await caller(api.listPossibleDuplicates, { params, query })
  return body.Results.map(({ MembershipNumber, Same }) => [MembershipNumber, ...Same].join(' '))
}

test('a name is the same without accents and capitals, unless the birth date is another', async () => {
  expect(await found({ firstName: 'renee', lastName: 'DOUBLEDAY' })).toEqual(['DD-1 Name'])
  const named = { firstName: 'Renée', lastName: 'Doubleday' }
  expect(await found({ ...named, birthDate: '1970-05-06' })).toEqual(['DD-1 Name BirthDate'])
  expect(await found({ ...named, birthDate: '1971-05-06' })).toEqual([])
})

test('an e-mail address and a mobile number are the same however they are typed', async () => {
  expect(await found({ emailAddress: 'Renee.D@example.org' })).toEqual(['DD-1 EmailAddress'])
  expect(await found({ mobileNumber: '0455666777' })).toEqual(['DD-1 MobileNumber'])
  expect(await found({ mobileNumber: '+61 455 666 777' })).toEqual(['DD-1 MobileNumber'])
})

test('what is half typed finds nobody, nor does a part of an address', async () => {
  expect(await found({})).toEqual([])
  expect(await found({ firstName: 'Renée' })).toEqual([])
  expect(await found({ emailAddress: 'renee.d@' })).toEqual([])
  expect(await found({ emailAddress: 'd@example.org' })).toEqual([])
  expect(await found({ mobileNumber: '0455 66' })).toEqual([])
})

test('an address stands before longer ones that it is part of, however many', async () => {
  await hub.owner.query(`
    insert into member (business_id, member_id, member_key, venue_no, first_name, last_name, membership_number,
      membership_type, home_contact)
    select 'harbourside', 'longer-' || n, 'longer-' || n, '1', 'Aaron', 'Aardvark', 'LG-' || n, 'Ordinary',
      json_build_object('EmailAddress', case n when 7 then 'ann@aardvark.example' else 'joann@aardvark.example' end)
    from generate_series(1, 7) n`)
  expect(await found({ emailAddress: 'ann@aardvark.example' })).toEqual(['LG-7 EmailAddress'])
})

test('who sees one venue is told of its members alone, and who makes no members of nobody', async () => {
  const typed = { firstName: 'Renée', lastName: 'Doubleday' }
  const refused = await hub.as(people.promotions)(api.listPossibleDuplicates, { params, query: typed })
  expect(refused.status).toBe(403)
})
