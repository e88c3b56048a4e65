import { expect, test } from 'vitest'
import { stampedName } from './download.ts'

test('a file is named by the day and time of the place where it is read', () => {
  const at = new Date('2026-11-15T17:52:48Z')
  expect(stampedName('disbursement', 'csv', 'Australia/Sydney', at)).toBe(
    'disbursement-16-11-2026-04-52-48.csv',
  )
  expect(stampedName('members', 'csv', undefined, at)).toBe('members-15-11-2026-17-52-48.csv')
})
