import { expect, test } from 'vitest'
import { migrationFiles, migrationNames } from './migration-files.ts'

test('every migration has a number of its own, and none is left out', () => {
  const numbers = migrationNames().map((name) => /^\d{4}(?=-[a-z0-9-]+\.sql$)/.exec(name)?.[0])
  // Of two branches that took the same number, the one that is merged later takes the next.
  expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')))
})

test('no two are recorded under one name', () => {
  const recorded = migrationFiles().map((file) => file.recordedName)
  expect(new Set(recorded).size).toBe(recorded.length)
})
