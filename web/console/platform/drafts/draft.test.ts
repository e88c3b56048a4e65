import { expect, test } from 'vitest'
import { changesIn, fieldsFor } from './draft.ts'

const base = { Name: 'Anna', Day: null as string | null, Tags: ['a'], Address: { Line: '' } }

test('what differs is kept, and fits the form that it was kept of', () => {
  const changes = changesIn(base, { ...base, Day: '2026-11-17', Tags: [] })
  expect(changes).toEqual({ Day: '2026-11-17', Tags: [] })
  expect(fieldsFor(base, changes)).toEqual(changes)
  expect(fieldsFor({ ...base, Day: '2026-11-01' }, { Day: null })).toEqual({ Day: null })
})

test('a number fits a field that was empty, and the other way round', () => {
  expect(fieldsFor({ Dollars: '', Days: 14 }, { Dollars: 5, Days: '' })).toEqual({ Dollars: 5, Days: '' })
  expect(fieldsFor({ Dollars: '', Days: 14 }, { Dollars: ['5'], Days: 'many' })).toEqual({})
})

test('a field that a newer version has no more, or as something else, is left out', () => {
  const kept = { Name: 'Ann', Gone: 1, Tags: 'a, b', Address: ['1 Main Street'] }
  expect(fieldsFor(base, kept)).toEqual({ Name: 'Ann' })
})
