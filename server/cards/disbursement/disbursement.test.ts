import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { fundsOf, messagesTo, send } from '#tests/records/cards.ts'
import { tellLowBalances } from './disbursement-notice.ts'

const params = { businessId: 'harbourside' }
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const pay = (Amount: number, Reference = 'EFT 1') =>
  hub.as(people.superAdmin)(api.deposit, { params, body: { Amount, Reference } })
const transactions = async (query = {}) =>
  (await hub.as(people.finance)(api.listDisbursementTransactions, { params, query })).body

describe('a deposit', () => {
  test('is there to give out, with its reference, and on record', async () => {
    const before = await fundsOf(hub)
    const { body } = await pay(250.5, 'EFT 4711')
    expect(body.FundsAvailable).toBe(before.available + 250.5)
    expect((await transactions()).Results[0]).toMatchObject({
      AccountId: 'disbursement-harbourside',
      Type: 'Deposit',
      Amount: 250.5,
      RunningBalanceAmount: body.FundsAvailable,
      Reference: 'EFT 4711',
    })
    const { rows } = await hub.owner.query(
      `select after from audit_entry where action = 'deposit' order by id desc limit 1`,
    )
    expect(rows[0].after).toMatchObject({ Reference: 'EFT 4711' })
  })

  test.each([
    [0, 'EFT', 'Amount'],
    [-5, 'EFT', 'Amount'],
    [1.005, 'EFT', 'Amount'],
    [10, ' ', 'Reference'],
  ])('of %d with the reference %j is refused at %s', async (amount, reference, field) => {
    const { status, error } = await pay(amount, reference)
    expect(status).toBe(400)
    expect(error.Errors?.[field]).toMatch(/\w/)
  })

  test('is not made by the business itself', async () => {
    const answer = await hub.as(people.admin)(api.deposit, { params, body: { Amount: 1, Reference: 'EFT' } })
    expect(answer.status).toBe(403)
  })
})

test('what a card takes and gives back is on the account', async () => {
  const { body: card } = await send(hub)
  expect((await transactions()).Results[0]).toMatchObject({
    Type: 'Card issued',
    TypeDescription: 'Harbourside Gift Card of Harriet Vale',
    Amount: -50,
    Reference: card.CardId,
  })
})

test('the transactions come page by page and as a CSV file, with the same lines', async () => {
  const page = await transactions({ limit: '2' })
  const next = await transactions(Object.fromEntries(new URL(page._links.next!.href).searchParams))
  const { body } = await hub.as(people.finance)(api.exportDisbursementTransactions, {
    params: { ...params, format: 'csv' },
  })
  const lines = (body as string).trim().split('\r\n')
  expect(lines[0]).toContain(
    'Account ID,Transaction ID,Date,Type,Description,Amount,Running Balance,Reference',
  )
  const shown = [...page.Results, ...next.Results].map(({ TransactionId }) => TransactionId)
  expect(lines.slice(1, 5).map((line) => line.split(',')[1])).toEqual(shown)
})

describe('the low-balance notice', () => {
  const to = 'treasurer@example.org'
  const tell = () => tellLowBalances(hub.database)
  const set = (Notice: { Threshold: number; EmailAddress: string } | null) =>
    hub.as(people.superAdmin)(api.setLowBalanceNotice, { params, body: { Notice } })

  test('is sent once when the money runs low, and again only after it had come back', async () => {
    const { available } = await fundsOf(hub)
    const { body } = await set({ Threshold: available - 20, EmailAddress: to })
    expect(body).toMatchObject({ IsLow: false, LowBalanceNotice: { EmailAddress: to } })
    await tell()
    await send(hub)
    await Promise.all([tell(), tell()])
    await send(hub)
    await tell()
    expect(await messagesTo(hub, to)).toHaveLength(1)
    expect((await messagesTo(hub, to))[0]!.subject).toMatch(
      /^Harbourside Leagues Club: \$[\d,.]+ left to give out$/,
    )
    const { body: low } = await hub.as(people.finance)(api.getDisbursementAccount, { params })
    expect(low.IsLow).toBe(true)
    await pay(200)
    await tell()
    await send(hub, { InitialCardValue: 200 })
    await tell()
    expect(await messagesTo(hub, to)).toHaveLength(2)
  })

  test('can be taken away', async () => {
    expect((await set(null)).body).toMatchObject({ LowBalanceNotice: null, IsLow: false })
  })

  test('needs an amount and somebody to tell', async () => {
    expect((await set({ Threshold: 0, EmailAddress: to })).status).toBe(400)
    expect((await set({ Threshold: 5, EmailAddress: 'nobody' })).status).toBe(400)
  })
})
