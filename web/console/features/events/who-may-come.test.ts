import { expect, test } from 'vitest'
import { whoMayCome } from './who-may-come.ts'

test('who is suspended may not come, unless the event says so', () => {
  const of = (MemberFilterQuery: string, LetsSuspendedIn?: boolean) =>
    whoMayCome({ MemberFilterQuery, LetsSuspendedIn })
  expect(of('')).toBe('Status=!Suspended')
  expect(of('', true)).toBe('')
  expect(of('Status=Suspended&Financial=true', false)).toBe(
    'Status=Suspended&Financial=true&Status=!Suspended',
  )
  expect(of('Status=Suspended', true)).toBe('Status=Suspended')
})
