import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { keepSums } from '#tests/reading/kept-sums.ts'
import { rowsRead } from '#tests/reading/rows-read.ts'
import { growRecords } from '#tests/records/many.ts'
import { days } from '#tests/samples/report-rows.ts'

// What payments and cards come to is read from sums: as much in a club of any size.
const records = 200_000
// Their days and quarters of an hour: forty days of them, in which each minute has some.
const minutes = 60_000
const more = 5_000
// A page more on the way into each index, and those of the entries about as old.
const morePages = 40
const connections = 2

const params = { businessId: 'harbourside' }
let hub: TestHub
const before = new Map<string, number>()
beforeAll(async () => {
  hub = await startTestHub({ HUB_DATABASE_CONNECTIONS: String(connections) })
  await keepSums(hub)
  for (const [name, call] of Object.entries(calls)) before.set(name, await readBy(call))
  for (const [name, end] of Object.entries(ends)) before.set(name, await pagesOfRequestsBy(pack(end)))
  await growRecords(hub.owner, records, minutes)
  await growFees()
  await keepSums(hub)
}, 15 * 60_000)
afterAll(() => hub.close())

/** All those requests cost something. Most are decided on at once, some after hours, some after days. */
async function growFees(): Promise<void> {
  const { rowCount } = await hub.owner.query(`
    update request_session set due_cents = 100, finalised_at = submitted_at + case split_part(session_id, '-', 2)::int % 100
      when 0 then interval '5 hours' when 1 then interval '5 days' else interval '3 minutes' end
    where business_id = 'harbourside' and session_id ~ '^(Registration|Renewal)-[0-9]+$'`)
  expect(rowCount).toBe(2 * records)
  // The others have no step, and renewals are paid for.
  await hub.owner.query(`
    insert into request_step (business_id, session_id, step, at)
    select business_id, session_id, 'Payment Required', submitted_at from request_session
    where business_id = 'harbourside' and session_id ~ '^Registration-[0-9]+$'`)
}

const readBy = (work: () => Promise<unknown>) => rowsRead(hub, connections).secondTime(work)

/** How many pages of requests and their indexes work reads: entries that an index passes over aren't among the rows. */
async function pagesOfRequestsBy(work: () => Promise<unknown>): Promise<number> {
  const reads = rowsRead(hub, connections)
  const soFar = async () => {
    await reads.soFar()
    const { rows } = await hub.owner.query<{ n: string }>(`
      select heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read as n from pg_statio_user_tables
      where relname = 'request_session'`)
    return Number(rows[0]!.n)
  }
  await work()
  const former = await soFar()
  await work()
  return (await soFar()) - former
}
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

const pack = (endDate: string) => async () =>
  done(await finance()(api.getClosePack, { params, query: { startDate: days(90), endDate } }))
const ends = {
  'the close pack of a period before all of them': days(60),
  'the close pack of a period that ended in the midst of them': days(20),
} as const

test.each(Object.keys(calls) as (keyof typeof calls)[])('%s', async (name) => {
  const [few, many] = [before.get(name)!, await readBy(calls[name])]
  expect(few).toBeGreaterThan(0)
  expect(many - few, `${few} rows before`).toBeLessThan(more)
})

test.each(Object.entries(ends))('%s', async (name, end) => {
  const [few, many] = [before.get(name)!, await pagesOfRequestsBy(pack(end))]
  expect(few).toBeGreaterThan(0)
  // Those who waited for a decision then are looked at one by one.
  const { rows } = await hub.owner.query<{ waiting: string }>(
    `select count(*) as waiting from request_session
     where business_id = 'harbourside' and due_cents > 0 and submitted_at < $1 and finalised_at >= $1`,
    [end],
  )
  expect(many - few - Number(rows[0]!.waiting), `${few} pages before`).toBeLessThan(morePages)
})
