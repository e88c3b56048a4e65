import { expect, test } from 'vitest'
import { eventFileName } from './event-files.ts'

const nameOf = (EventName: string) =>
  eventFileName({ EventName, EventStartDate: '2026-11-20' }, 'csv', 'list')

test.each([
  ['Gold Members’ Dinner', 'Gold Members’ Dinner'],
  ['Café / Bar: 50% off?', 'Café Bar 50% off'],
  ['../../etc/passwd', 'etc passwd'],
  ['a\u202Etxt.exe\r\nX: y', 'a txt.exe X y'],
  ['🎉'.repeat(120), '🎉'.repeat(37)],
  ['???', 'Event'],
])('%j is saved as %j', (name, title) => {
  expect(nameOf(name)).toBe(`${title} 2026-11-20 list.csv`)
})
