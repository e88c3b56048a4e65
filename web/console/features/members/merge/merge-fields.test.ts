import { expect, test } from 'vitest'
import { MemberFields } from '#contract/members/member-fields.ts'
import { differencesOf, memberWithTheirs } from './merge-fields.ts'

const base = MemberFields.parse({
  FirstName: 'Ada',
  LastName: 'Byron',
  MembershipType: 'Ordinary',
  HomeAddress: { AddressLine1: '1 King Street', Suburb: 'Manly' },
  HomeContactDetails: { EmailAddress: 'ada@example.com', AcceptsEmailMarketing: true },
})

test('two saves of the same differ in nothing, whether nothing is null or empty', () => {
  const same = MemberFields.parse({ ...base, WorkAddress: {}, WorkContactDetails: {} })
  expect(differencesOf(base, base, same)).toEqual([])
})

test('what one side alone changed is suggested, what both changed is asked', () => {
  const mine = { ...base, LastName: 'Lovelace', Title: 'Ms' }
  const theirs = { ...base, LastName: 'King', Occupation: 'Countess' }
  expect(differencesOf(base, mine, theirs)).toEqual([
    { key: 'Title', label: 'Title', mine: 'Ms', theirs: '', suggested: 'mine' },
    { key: 'LastName', label: 'Last Name', mine: 'Lovelace', theirs: 'King', suggested: '' },
    { key: 'Occupation', label: 'Occupation', mine: '', theirs: 'Countess', suggested: 'theirs' },
  ])
})

test('an address is taken as a whole, a contact part by part', () => {
  const mine = MemberFields.parse({
    ...base,
    HomeAddress: { AddressLine1: '2 Park Street', Suburb: 'Manly' },
    HomeContactDetails: { EmailAddress: 'mine@example.com', MobileNumber: '+61400000001' },
  })
  const theirs = MemberFields.parse({
    ...base,
    HomeAddress: { AddressLine1: '1 King Street', Suburb: 'Bondi' },
    HomeContactDetails: { EmailAddress: 'theirs@example.com', AcceptsEmailMarketing: true },
  })
  expect(differencesOf(base, mine, theirs).map(({ label }) => label)).toEqual([
    'Home Address',
    'Home Contact: Email',
    'Home Contact: Mobile',
    'Home Contact: Accepts e-mail marketing',
  ])
  const merged = memberWithTheirs(mine, theirs, new Set(['HomeAddress', 'HomeContactDetails.EmailAddress']))
  expect(merged).toMatchObject({
    HomeAddress: { AddressLine1: '1 King Street', Suburb: 'Bondi' },
    HomeContactDetails: { EmailAddress: 'theirs@example.com', MobileNumber: '+61400000001' },
  })
  expect(mine.HomeContactDetails?.EmailAddress).toBe('mine@example.com')
})
