import { expect, test } from 'vitest'
import { filterInWords } from './member-filter-words.ts'
import { filterNames, kindOf, parseFilter } from './member-filter.ts'

const words = (query: string) => filterInWords(parseFilter(query).filter)

test.each([
  ['', 'All members.'],
  ['Financial=true', 'Members who are financial.'],
  ['Financial=!true', 'Members who are not financial.'],
  ['Financial=!false', 'Members who are financial.'],
  ['Financial=true&Financial=false', 'Members who are financial or not financial.'],
  ['Financial=!true&Financial=!false', 'Members who are not financial and are financial.'],
  ['Status=Active&Status=Inactive', 'Members who have the status Active or Inactive.'],
  ['Status=!Active&Status=!Inactive', "Members who don't have the status Active or Inactive."],
  [
    'Status=Active&Status=!Suspended',
    "Members who have the status Active and don't have the status Suspended.",
  ],
  ['BirthMonth=3&BirthMonth=12', 'Members who were born in March or December.'],
  ['BirthMonth=!1', "Members who weren't born in January."],
  ['DueWithinDays=7', 'Members who have a membership that runs out within 7 days.'],
  ['LapsedWithinDays=07', 'Members who have a membership that lapsed within the last 7 days.'],
  ['BirthdayWithinDays=1', 'Members who have their birthday today.'],
  ['PointsBalanceGreaterThan=1250.5', 'Members who have a points balance of more than 1,250.5.'],
  ['PointsBalanceEqualTo=1&PointsBalanceEqualTo=2', 'Members who have a points balance of exactly 1 or 2.'],
  ['PointsBalanceLessThan=!5', "Members who don't have a points balance of less than 5."],
  [
    'Gender=Female&MemberLevelDescription=Gold&Financial=true',
    'Members who have the gender Female, have a level called Gold and are financial.',
  ],
])('%s says whom it leaves', (query, sentence) => {
  expect(words(query)).toBe(sentence)
})

test('calls an option by its name', () => {
  const { filter } = parseFilter('MemberLevel=GLD')
  expect(filterInWords(filter, (name, value) => `${name} ${value}'s name`)).toBe(
    "Members who have the level MemberLevel GLD's name.",
  )
})

test('has a sentence of its own for every name', () => {
  const value = { 'yes-no': 'true', standing: 'Lapsed', days: '3', month: '3', points: '3', option: '3' }
  const sentences = filterNames.map((name) => words(`${name}=${value[kindOf(name)]}`))
  expect(new Set(sentences).size).toBe(filterNames.length)
})
