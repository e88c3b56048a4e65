import { afterEach, expect, test, vi } from 'vitest'
import { dateProblems } from './plausible-dates.ts'

afterEach(() => void vi.useRealTimers())

test('nobody is born on a day that has begun nowhere yet', () => {
  vi.useFakeTimers({ now: new Date('2026-11-15T09:59:00Z') })
  expect(dateProblems({ BirthDate: '2026-11-15', DateJoined: null })).toEqual({})
  expect(dateProblems({ BirthDate: '2026-11-16', DateJoined: null })).toHaveProperty('BirthDate')
  vi.setSystemTime(new Date('2026-11-15T10:00:00Z'))
  expect(dateProblems({ BirthDate: '2026-11-16', DateJoined: null })).toEqual({})
})

test('who was born in 1880 may have joined that day, and who tells no birth date at any time', () => {
  expect(dateProblems({ BirthDate: '1880-01-01', DateJoined: '1880-01-01' })).toEqual({})
  expect(dateProblems({ BirthDate: null, DateJoined: '1700-01-01' })).toEqual({})
})
