import { expect, test } from 'vitest'
import { parseFilter } from '#contract/members/member-filter.ts'
import { type MemberFacts, whyNotEligible } from './eligibility.ts'

const facts: MemberFacts = {
  DateFinancial: '2026-06-30',
  BirthDate: '1980-03-09',
  Status: 'Inactive',
  Gender: null,
  MemberLevel: 'Bronze',
  MemberLevelDescription: 'Bronze',
  MembershipType: 'Social',
  MembershipTypeDescription: 'Social member',
  PointsBalance: 12.5,
}

const why = (query: string, of: Partial<MemberFacts> = {}) => {
  const { filter } = parseFilter(query)
  return whyNotEligible(filter[0]!.name, filter, { ...facts, ...of }, '2026-11-15')
}

test.each([
  ['Financial=true', {}, 'Unfinancial since 30 June.'],
  ['Financial=true', { DateFinancial: '2024-06-30' }, 'Unfinancial since 30 June 2024.'],
  ['Financial=true', { DateFinancial: null }, 'Never financial.'],
  ['Financial=false', { DateFinancial: '2027-06-30' }, 'Financial until 30 June 2027.'],
  ['Status=Active', {}, 'The status is Inactive, not Active.'],
  ['Status=!Inactive', {}, 'The status is Inactive.'],
  ['Gender=Female&Gender=Other', {}, 'No gender, not Female or Other.'],
  [
    'MemberLevel=Gold&MemberLevel=Silver&MemberLevel=Platinum',
    {},
    'The level is Bronze, not Gold, Silver or Platinum.',
  ],
  ['MembershipTypeDescription=Life', {}, 'The membership type is Social member, not Life.'],
  ['BirthMonth=11', {}, 'The month of birth is March, not November.'],
  ['DueWithinDays=7', {}, 'Unfinancial since 30 June.'],
  ['BirthdayWithinDays=7', {}, 'The birthday is 9 March.'],
  ['BirthdayWithinDays=7', { BirthDate: null }, 'No birth date.'],
  ['PointsBalanceGreaterThan=100', {}, 'The points balance is 12.5, not more than 100.'],
])('%s says why not', (query, of, sentence) => {
  expect(why(query, of)).toBe(sentence)
})
