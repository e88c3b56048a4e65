import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { fileFrom } from '#tests/files.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { csvCells, xlsxCells } from '#tests/reading/cells.ts'
import { allRowsOf, sum } from '#tests/samples/report-rows.ts'

const params = { businessId: 'harbourside' }
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const finance = () => hub.as(people.finance)
const list = (query: Record<string, string>) => allRowsOf(hub, api.listPayments, { limit: '4', ...query })
const names = (rows: Awaited<ReturnType<typeof list>>) => [...new Set(rows.map((row) => row['Name']))]

test('the list is newest first, page by page, with each refund on its own day', async () => {
  const rows = await list({})
  const times = rows.map((row) => String(row['At']))
  expect(times).toEqual(times.toSorted((a, b) => b.localeCompare(a)))
  expect(new Set(rows.map((row) => row['EntryId'])).size).toBe(rows.length)
  expect(rows.filter((row) => row['Name'] === 'Nigel Farrow')).toMatchObject([
    { Kind: 'Refunded', Amount: -80, TaxAmount: -7.27, State: 'Refunded' },
    { Kind: 'Taken', Amount: 80, TaxAmount: 7.27, State: 'Refunded' },
  ])
})

test('entries of one moment are listed once each, however small the pages', async () => {
  const { rows: kept } = await hub.owner.query<{ id: string; at: string }>(
    `select entry_id as id, at::text from payment_entry where business_id = 'harbourside'`,
  )
  await hub.owner.query(
    `update payment_entry set at = '2026-03-31 12:30:00.123456Z' where business_id = 'harbourside'`,
  )
  const rows = await list({ limit: '2' })
  expect(rows.map((row) => row['EntryId'])).toEqual(
    kept.map(({ id }) => id).toSorted((a, b) => Number(b) - Number(a)),
  )
  // Half past eleven at night in Sydney, whose summer time it still is.
  const { ByDay } = (await finance()(api.sumPayments, { params, query: {} })).body
  expect(ByDay.map(({ Day }) => Day)).toEqual(['2026-03-31'])
  for (const { id, at } of kept)
    await hub.owner.query(`update payment_entry set at = $2 where entry_id = $1`, [id, at])
})

test('it is searched by name, number, reference and receipt, and narrowed down', async () => {
  expect(names(await list({ q: 'otto' }))).toEqual(['Otto Lindqvist'])
  expect(names(await list({ q: 'terminal 004217' }))).toEqual(['Otto Lindqvist'])
  const [otto] = await list({ q: 'otto', method: 'CardAtCounter', paidFor: 'Application', state: 'Paid' })
  expect(names(await list({ q: String(otto!['MembershipNumber']) }))).toEqual(['Otto Lindqvist'])
  expect(names(await list({ q: String(otto!['ReceiptNumber']) }))).toContain('Otto Lindqvist')
  for (const [filter, value] of [
    ['method', 'Cash'],
    ['paidFor', 'Renewal'],
    ['state', 'Refunded'],
  ] as const) {
    const rows = await list({ [filter]: value })
    const field = filter[0]!.toUpperCase() + filter.slice(1)
    expect(new Set(rows.map((row) => row[field]))).toEqual(new Set([value]))
  }
  expect((await finance()(api.listPayments, { params, query: { method: 'Barter' as never } })).status).toBe(
    400,
  )
})

test('the file has what the list has, in words, and both add up to the totals', async () => {
  const rows = await list({ paidFor: 'Application' })
  const query = { paidFor: 'Application' } as const
  const { body: totals } = await finance()(api.sumPayments, { params, query })
  expect(sum(rows, 'Amount')).toBe(totals.Net)
  const input = (format: 'csv' | 'xlsx') => ({ params: { ...params, format }, query })
  const csv = await fileFrom(hub, people.finance, api.exportPayments, input('csv'))
  const [header = [], ...cells] = csvCells(csv.bytes)
  expect(header).toEqual(
    expect.arrayContaining(['Date', 'Receipt', 'Method', 'Amount', 'Tax in it', 'State']),
  )
  expect(cells.map((row) => Number(row[header.indexOf('Amount')]))).toEqual(rows.map((row) => row['Amount']))
  expect(cells.map((row) => row[header.indexOf('Method')])).toContain('Card at the counter')
  const xlsx = await fileFrom(hub, people.finance, api.exportPayments, input('xlsx'))
  expect(xlsxCells(xlsx.bytes)[0]).toHaveLength(rows.length + 1)
})

test('a rejected and refunded request is no income: not in the close pack of the time that has both', async () => {
  const query = { startDate: '2020-01-01T00:00:00Z', endDate: '2099-01-01T00:00:00Z' }
  const { Fees } = (await finance()(api.getClosePack, { params, query })).body
  const { body } = await finance()(api.sumPayments, { params, query: { state: 'Refunded' } })
  expect(body).toMatchObject({ Taken: 80, Refunded: 80, Net: 0, NetTax: 0 })
  expect(Fees.Refunded).toBe(80)
  expect(Math.round((Fees.Taken - Fees.Refunded) * 100)).toBe(Math.round(Fees.Net * 100))
})

test('a payment has its history and what a receipt needs; of another business there is none', async () => {
  const [row] = await list({ q: 'otto' })
  const of = { ...params, paymentId: String(row!['PaymentId']) }
  expect((await finance()(api.getPayment, { params: of })).body).toMatchObject({
    BusinessName: 'Harbourside Leagues Club',
    ABN: expect.stringMatching(/^\d{11}$/),
    ReceiptNumber: expect.stringMatching(/^P-\d+$/),
    Provider: 'Counter',
    TakenBy: 'Robin Reception',
    History: [{ Kind: 'Taken', Amount: 55 }],
  })
  expect((await hub.as(people.reception)(api.getPayment, { params: of })).status).toBe(403)
  const elsewhere = { ...of, businessId: 'valley-golf' }
  expect((await hub.as(people.superAdmin)(api.getPayment, { params: elsewhere })).status).toBe(404)
})
