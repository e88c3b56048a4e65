import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { keepSums } from '#tests/reading/kept-sums.ts'
import { rowsRead } from '#tests/reading/rows-read.ts'
import { growRecords } from '#tests/records/many.ts'
import { days } from '#tests/samples/report-rows.ts'

// What payments and cards come to is read from sums: as much in a club of any size.
const records = 60_000
// Their days and quarters of an hour: forty days of them, in which each has its own minute.
const more = 5_000
const connections = 2

const params = { businessId: 'harbourside' }
let hub: TestHub
const before = new Map<string, number>()
beforeAll(async () => {
  hub = await startTestHub({ HUB_DATABASE_CONNECTIONS: String(connections) })
  await keepSums(hub)
  for (const [name, call] of Object.entries(calls)) before.set(name, await readBy(call))
  await growRecords(hub.owner, records)
  await keepSums(hub)
}, 15 * 60_000)
afterAll(() => hub.close())

const readBy = (work: () => Promise<unknown>) => rowsRead(hub, connections).secondTime(work)
const finance = () => hub.as(people.finance)
const done = ({ status, error }: { status: number; error?: { ErrorMessage: string } }) =>
  expect([status, error?.ErrorMessage]).toEqual([200, undefined])
const totals =
  (query: object = {}) =>
  async () =>
    done(await finance()(api.sumPayments, { params, query }))
// A time that cuts a quarter of an hour at both ends, and one that has no whole one.
const month = { startDate: days(30), endDate: days(0) }

const calls = {
  'payments, added up': totals(),
  'payments of a month': totals(month),
  'payments of some kinds': totals({ state: 'Paid', paidFor: 'Renewal' }),
  'payments of a kind that there is none of': totals({ method: 'BankTransfer', state: 'Refunded' }),
  'payments by words that are nobody’s': totals({ q: 'nobody-at-all' }),
  'cards, added up': async () => done(await finance()(api.sumCardsByMember, { params })),
  'cards of a month, added up': async () =>
    done(await finance()(api.sumCardsByMember, { params, query: month })),
  'the figures': async () => done(await finance()(api.getKpi, { params })),
} as const

test.each(Object.keys(calls) as (keyof typeof calls)[])('%s', async (name) => {
  const [few, many] = [before.get(name)!, await readBy(calls[name])]
  expect(few).toBeGreaterThan(0)
  expect(many - few, `${few} rows before`).toBeLessThan(more)
})
