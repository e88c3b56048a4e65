import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { excusedOfDays, strayDays } from './days.ts'

const files = globSync(['contract/**/*.ts', 'server/**/*.{ts,sql}'])
const straysOf = (path: string) => strayDays(path, readFileSync(path, 'utf8'))

test('days are the business’s, or an event’s, in all of the contract and the server', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap(straysOf)).toEqual([])
})

test('who has a reason needs it', () => {
  // Under another name nobody knows the reason.
  const needless = excusedOfDays.filter(
    (path) => strayDays(`server/${path}`, readFileSync(path, 'utf8')).length === 0,
  )
  expect(needless).toEqual([])
})

describe('refuses', () => {
  test.each([
    ['server/members/record/x.ts', 'sql`m.date_financial >= current_date`'],
    ['server/members/record/x.ts', 'sql`now()::date`'],
    ['server/reports/x.ts', 'sql`(now() at time zone ${zone})::date`'],
    ['server/points/x.ts', 'sql`at::date`'],
    ['server/points/x.ts', 'sql`c.created_at::date`'],
    ['server/points/x.ts', 'sql`max(c.created_at)::date`'],
    ['server/points/x.ts', 'sql`(e.at + make_interval(months => t.expiry_months))::date`'],
    ['server/points/x.ts', 'sql`(now() - make_interval(days => coalesce(${days}, 1)))::date`'],
    ['server/points/x.ts', 'sql`cast(e.at as date)`'],
    ['server/reports/x.ts', `sql\`date_trunc('day', e.at)\``],
    ['server/reports/x.ts', `sql\`date_trunc('month', now() - interval '1 day')\``],
    ['server/till/holds.ts', 'sql`h.held_at::date`'],
    ['server/migrations/0054-x.sql', 'select created_at::date'],
    ['server/requests/x.ts', 'const today = at.toISOString().slice(0, 10)'],
    ['server/requests/x.ts', 'const today = new Date()'],
    ['contract/members/x.ts', 'const today = new Date()'],
    ['server/till/holds.ts', 'sql`current_date`'],
    ['server/demo/x.ts', 'sql`current_date - 30`'],
    ['server/migrations/0054-x.sql', 'select current_date'],
    ['server/migrations/0054-x.sql', `default 'Australia/Sydney'`],
  ])('in %s: %s', (path, line) => {
    expect(strayDays(path, line)).toHaveLength(1)
  })
})

test.each([
  ['server/platform/jobs/x.ts', 'new Date()'],
  ['server/migrations/0016-cards.sql', `now() at time zone 'Australia/Perth'`],
  ['server/members/record/x.test.ts', 'current_date'],
  ['server/till/x.ts', 'new Date(at)'],
  ['server/points/x.ts', 'sql`(e.at at time zone ${zone})::date`'],
  ['server/points/x.ts', 'sql`((e.at + make_interval(months => 1)) at time zone ${zone})::date`'],
  ['server/points/x.ts', 'sql`(${businessToday} + make_interval(months => 1))::date`'],
  ['server/points/x.ts', 'sql`${format}::date`'],
  ['server/reports/x.ts', `sql\`date_trunc('hour', e.at)\``],
  ['server/reports/x.ts', `sql\`date_trunc('day', e.at, \${zone})\``],
  ['server/reports/x.ts', `sql\`date_trunc('day', e.at at time zone \${zone})\``],
  ['server/migrations/0054-x.sql', 'return timezone(zone, at)::date'],
  ['web/ui/x.ts', 'new Date()'],
])('lets through in %s: %s', (path, line) => {
  expect(strayDays(path, line)).toEqual([])
})
