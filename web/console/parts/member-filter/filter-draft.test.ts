import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type FilterTerm,
  filterNames,
  kindOf,
  parseFilter,
  printFilter,
} from '#contract/members/member-filter.ts'
import {
  conditionLinesOf,
  filterOf,
  freeOperators,
  newCondition,
  partsOfCondition,
  subjects,
} from './conditions.ts'
import { FilterDraft, filterDraftOf, draftWith } from './filter-draft.ts'

const value = { 'yes-no': 'true', standing: 'Lapsed', days: '3', month: '3', points: '3', option: '3' }

const term = fc.record({
  name: fc.constantFrom(...filterNames),
  value: fc.constantFrom('1', '2', '3'),
  isExcluded: fc.boolean(),
})

test('every name can be chosen, included and, where that says something new, excluded', () => {
  const offered = subjects.flatMap(({ operators }) => operators.filter(({ isOffered }) => isOffered))
  for (const name of filterNames) {
    expect(offered).toContainEqual(expect.objectContaining({ name, isExcluded: false }))
    const isComparison = kindOf(name) === 'points'
    expect(offered.some((each) => each.name === name && each.isExcluded)).toBe(!isComparison)
  }
})

test('whatever is typed has a line that says it', () => {
  for (const name of filterNames)
    for (const sign of ['', '!']) {
      const [condition] = filterDraftOf(`${name}=${sign}${value[kindOf(name)]}`).conditions
      expect(partsOfCondition(condition!).operator).toMatchObject({ name, isExcluded: sign === '!' })
    }
})

test('conditions and filter say the same', () => {
  fc.assert(
    fc.property(fc.array(term, { maxLength: 10 }), (filter) => {
      const key = (each: FilterTerm) => JSON.stringify(each)
      const seen = filterOf(conditionLinesOf(filter)).map(key)
      expect(seen.toSorted()).toEqual([...new Set(filter.map(key))].toSorted())
    }),
  )
})

test('the text follows the conditions, but for what has no value yet', () => {
  const status = { name: 'Status', isExcluded: true, values: ['Active', 'Inactive'] } as const
  const points = newCondition(freeOperators(subjects.at(-1)!, [])[0]!)
  const draft = draftWith([{ ...status, values: [...status.values] }, points])
  expect(draft.text).toBe('Status=!Active&Status=!Inactive')
  expect(draft.conditions).toHaveLength(2)
})

test('a comparison that is taken is not offered again', () => {
  const level = subjects.find(({ key }) => key === 'MemberLevel')!
  const { conditions } = filterDraftOf('MemberLevel=Gold')
  expect(freeOperators(level, conditions)).toMatchObject([{ isExcluded: true }])
  expect(freeOperators(level, filterDraftOf('MemberLevel=Gold&MemberLevel=!Silver').conditions)).toEqual([])
})

test('comes out as its query, in one spelling', () => {
  expect(FilterDraft.parse(filterDraftOf('?status=Active&birthmonth=03'))).toBe('Status=Active&BirthMonth=3')
  const { filter } = parseFilter('Gender=Female')
  expect(FilterDraft.parse(filterDraftOf(printFilter(filter)))).toBe('Gender=Female')
})

test('says what is wrong, and where', () => {
  const typed = FilterDraft.safeParse(filterDraftOf('Colour=red&Status=Active'))
  expect(typed.error?.issues).toMatchObject([
    { path: ['text'], message: "There is no filter named 'Colour'." },
  ])
  const chosen = FilterDraft.safeParse(draftWith([{ name: 'Status', isExcluded: false, values: [] }]))
  expect(chosen.error?.issues).toMatchObject([{ path: ['conditions', 0] }])
  const long = FilterDraft.safeParse(filterDraftOf(`Status=${'x'.repeat(4000)}`))
  expect(long.error?.issues[0]).toMatchObject({
    path: ['text'],
    message: expect.stringMatching(/4000 characters/),
  })
})
