import { expect, test } from 'vitest'
import { pageOfRecord } from './record-pages.ts'

test.each([
  ['Member', 'm 1', 'Ann', '/businesses/club/members/m%201'],
  ['Renewal request', 's1', null, '/businesses/club/membership-renewal-requests/s1'],
  ['User', 'u1', 'ann@club.example', '/businesses/club/users?q=ann%40club.example'],
  ['Role', 'Bar', 'Bar', '/businesses/club/roles'],
  ['account', 'u1', 'ann@club.example', null],
  [null, null, null, null],
])('an entry about a %s leads to its page', (RecordKind, RecordId, RecordName, page) => {
  expect(pageOfRecord('club', { RecordKind, RecordId, RecordName })).toBe(page)
})
