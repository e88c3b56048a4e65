import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { excusedOfDates, strayDates } from './date-language.ts'

const files = globSync('web/**/*.{ts,tsx}')

test('dates are written as their reader likes them, in all of the console', () => {
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap((path) => strayDates(path, readFileSync(path, 'utf8')))).toEqual([])
})

test('who has a reason needs it', () => {
  // Under another name nobody knows the reason.
  const needless = excusedOfDates.filter(
    (path) => strayDates(`other/${path}`, readFileSync(path, 'utf8')).length === 0,
  )
  expect(needless).toEqual([])
})

test.each([
  `const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })`,
  `new Intl.RelativeTimeFormat('en-AU')`,
  `at.toLocaleDateString()`,
  `at.toLocaleTimeString('en-AU')`,
  `new Date(At).toLocaleString()`,
  `new Date(At).toDateString()`,
  `startDate.toLocaleString('en-AU')`,
  `import dayjs from 'dayjs'`,
  `import { DatePicker } from '@mantine/dates'`,
  `import { eventDaysOf, durationOf } from '#contract/events/event-times.ts'`,
])('refuses %s', (line) => {
  expect(strayDates('web/console/features/x/x.tsx', line)).toHaveLength(1)
})

test.each([
  `count.toLocaleString('en-AU')`,
  `new Intl.NumberFormat('en-AU')`,
  `new Date(at).toISOString()`,
  `import { durationOf } from '#contract/events/event-times.ts'`,
])('lets through %s', (line) => {
  expect(strayDates('web/console/features/x/x.tsx', line)).toEqual([])
})
