import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { mostCompletions } from '#contract/orders/card-order-fulfilment.ts'
import { checkLedger } from '#server/ledger'
import { inDays } from '#tests/days.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { fundsOf, messagesTo } from '#tests/records/cards.ts'
import { completeOrder, newAccount, placedOrder } from '#tests/records/orders.ts'

const businessId = 'harbourside'
const params = { businessId }
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const exportBatch = () => hub.as(people.superAdmin)(api.createCardOrderBatch, { params })
const waiting = async () => (await hub.as(people.superAdmin)(api.countOrdersToExport, { params })).body.Count
const csvOf = async (batchNumber: number) =>
  String(
    (await hub.as(people.superAdmin)(api.exportCardOrderBatch, { params: { businessId, batchNumber } })).body,
  )
const complete = (orderId: string, account: string, posted?: string) =>
  completeOrder(hub, orderId, account, posted)
const preview = async (Text: string) =>
  hub.as(people.superAdmin)(api.previewCompletions, { params, body: { Text } })

describe('a batch for the bureau', () => {
  test('holds every order that waits, with its number, once', async () => {
    await placedOrder(hub, { FirstName: '=Formula', LastName: 'O"Quote' })
    const order = await placedOrder(hub)
    const count = await waiting()
    const { body: batch } = await exportBatch()
    expect(batch).toMatchObject({ OrderCount: count, OpenCount: count, CreatedByUser: 'Sam Super' })
    const lines = (await csvOf(batch.BatchNumber)).trim().split('\r\n')
    expect(lines).toHaveLength(count + 1)
    expect(lines[0]).toBe(
      'Batch,Order ID,Program,Card Number,First Name,Last Name,Membership Number,Address Line 1,Address Line 2,Address Line 3,Suburb,State,Post Code,Country',
    )
    expect(lines.find((line) => line.includes(order.OrderId))).toMatch(
      new RegExp(
        `^${batch.BatchNumber},${order.OrderId},Harbourside Plastic Card,9036\\d{12},Ngaire,Quist,\\d+,12 Darling Street,,,Balmain,NSW,2041,Australia$`,
      ),
    )
    expect(lines.some((line) => line.includes(`,'=Formula,"O""Quote",`))).toBe(true)
    expect(await waiting()).toBe(0)
    expect(await exportBatch()).toMatchObject({
      status: 409,
      error: { ErrorMessage: 'No order waits to be exported.' },
    })
    const next = await placedOrder(hub)
    const { body: second } = await exportBatch()
    expect(second).toMatchObject({ BatchNumber: batch.BatchNumber + 1, OrderCount: 1 })
    expect(await csvOf(second.BatchNumber)).toContain(next.OrderId)
    expect(await csvOf(batch.BatchNumber)).not.toContain(next.OrderId)
  })

  test('never shares an order with another, also when several export at once', async () => {
    const orders = await Promise.all(Array.from({ length: 4 }, () => placedOrder(hub)))
    const answers = await Promise.all(Array.from({ length: 5 }, exportBatch))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await hub.owner.query<{ batch: number }>(
      `select distinct batch_number as batch from card_order where order_id = any($1)`,
      [orders.map(({ OrderId }) => OrderId)],
    )
    expect(rows).toHaveLength(1)
  })

  test('is listed, newest first, and one that is not there is not found', async () => {
    const { body } = await hub.as(people.superAdmin)(api.listCardOrderBatches, { params })
    const numbers = body.Results.map(({ BatchNumber }) => BatchNumber)
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
    const answer = await hub.as(people.superAdmin)(api.exportCardOrderBatch, {
      params: { businessId, batchNumber: 99_999 },
    })
    expect(answer.status).toBe(404)
  })
})

describe('completing an order', () => {
  test('makes an inactive card with the money on it, and tells its holder', async () => {
    const before = await fundsOf(hub)
    const order = await placedOrder(hub, { EmailAddress: 'posted@example.org' })
    const account = newAccount()
    const { body } = await complete(order.OrderId, account)
    expect(body).toMatchObject({ OrderStatus: 'Completed', ExternalAccountId: account })
    const cardId = body.CardId!
    const { body: card } = await hub.as(people.admin)(api.getCard, { params: { businessId, cardId } })
    expect(card).toMatchObject({
      AccountStatus: 'Inactive',
      ExternalAccountId: account,
      MemberId: order.MemberId,
      RedeemedDate: null,
      InitialCardValue: 75,
      IssuedByUser: 'Alex Admin',
    })
    const { body: money } = await hub.as(people.admin)(api.getCardAccountStatus, {
      params: { businessId, cardId },
    })
    expect(money).toMatchObject({ Status: 'Inactive', Balance: { Amount: 75 } })
    expect(await fundsOf(hub)).toEqual({ available: before.available - 75, held: before.held })
    const [letter] = await messagesTo(hub, 'posted@example.org')
    expect(letter!.body).toMatch(/\/claim\//)
    expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
  })

  test('happens once, however many do it at once', async () => {
    const order = await placedOrder(hub)
    const answers = await Promise.all([1, 2, 3].map(() => complete(order.OrderId, newAccount())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
    const { rows } = await hub.owner.query('select from card where member_id = $1', [order.MemberId])
    expect(rows).toHaveLength(1)
  })

  test('is refused for an account that another card has, and for a day to come', async () => {
    const [first, second] = [await placedOrder(hub), await placedOrder(hub)]
    const account = newAccount()
    await complete(first.OrderId, account)
    expect(await complete(second.OrderId, account)).toMatchObject({
      status: 409,
      error: { ErrorMessage: 'Another card has this external account ID.' },
    })
    expect(await complete(second.OrderId, newAccount(), inDays(5))).toMatchObject({
      status: 409,
      error: { ErrorMessage: 'The posted date is in the future.' },
    })
    expect((await complete(second.OrderId, 'x y')).error.Errors).toEqual({
      ExternalAccountId: 'An external account ID has 4 to 40 letters and digits.',
    })
    expect((await complete(second.OrderId, newAccount())).status).toBe(200)
  })
})

describe("the bureau's answer", () => {
  test('is read whatever its columns are called and however its dates are written', async () => {
    const [one, other] = [await placedOrder(hub), await placedOrder(hub)]
    const { body } = await preview(
      `Posted date;ORDER ID;Note;External_Account_Id\n31/01/2026;${one.OrderId};;A-0001\n1 Feb 2026;${other.OrderId.toUpperCase()};;A-0002\n`,
    )
    expect(body.Results).toEqual([
      {
        Row: 2,
        OrderId: one.OrderId,
        ExternalAccountId: 'A-0001',
        PostedDate: '2026-01-31',
        MemberName: 'Ngaire Quist',
        Problem: null,
      },
      {
        Row: 3,
        OrderId: other.OrderId,
        ExternalAccountId: 'A-0002',
        PostedDate: '2026-02-01',
        MemberName: 'Ngaire Quist',
        Problem: null,
      },
    ])
  })

  test('counts its rows as the spreadsheet does, those that were emptied among them', async () => {
    const { body } = await preview(
      'Order ID,External Account ID,Posted Date\n,,\nx,A-0001,\n\n,  ,\nx,A-0001,\ny,A-0001,\n,,\n',
    )
    expect(body.Results.map(({ Row, Problem }) => [Row, Problem])).toEqual([
      [3, expect.any(String)],
      [6, expect.any(String)],
      [7, expect.any(String)],
    ])
  })

  test('says of every row why it can not be taken', async () => {
    const [good, done, third] = [await placedOrder(hub), await placedOrder(hub), await placedOrder(hub)]
    const taken = newAccount()
    await complete(done.OrderId, taken)
    const rows = [
      [good.OrderId, newAccount(), '2026-01-31'],
      ['no-such-order', newAccount(), '2026-01-31'],
      [done.OrderId, newAccount(), '2026-01-31'],
      [good.OrderId, newAccount(), '2026-01-31'],
      [third.OrderId, taken, '2026-01-31'],
      [third.OrderId, '', '2026-01-31'],
      [third.OrderId, newAccount(), 'yesterday'],
    ]
    const { body } = await preview(
      ['Order ID,External Account ID,Posted Date', ...rows.map((row) => row.join(','))].join('\r\n'),
    )
    expect(body.Results.map(({ Problem }) => Problem)).toEqual([
      null,
      'There is no order with this ID.',
      'Only Ordered orders can be completed. This one is Completed.',
      'This order is named twice.',
      'Another card has this external account ID.',
      'External account ID is required.',
      'Posted date must be a date, such as 2026-11-15.',
    ])
  })

  test.each([
    [
      'without its columns',
      'Name,Address\nA,B\n',
      'The file needs the columns Order ID, External Account ID and Posted Date.',
    ],
    ['without rows', 'Order ID,External Account ID,Posted Date\n', 'The file has no rows below its header.'],
    ['that is empty', '', 'The file is empty.'],
  ])('%s is refused', async (_, text, sentence) => {
    expect(await preview(text)).toMatchObject({ status: 400, error: { ErrorMessage: sentence } })
  })

  test('is taken in row by row: what can not be completed comes back with the reason', async () => {
    const orders = await Promise.all([1, 2, 3].map(() => placedOrder(hub)))
    const before = await fundsOf(hub)
    const Orders = [
      ...orders.map(({ OrderId }) => ({
        OrderId,
        ExternalAccountId: newAccount(),
        PostedDate: inDays(-1),
      })),
      { OrderId: 'no-such-order', ExternalAccountId: newAccount(), PostedDate: inDays(-1) },
      { OrderId: orders[0]!.OrderId, ExternalAccountId: newAccount(), PostedDate: inDays(-1) },
    ]
    const send = () => hub.as(people.superAdmin)(api.completeCardOrders, { params, body: { Orders } })
    const answers = await Promise.all([send(), send()])
    const [first, ...more] = answers.filter(({ body }) => body.Completed === 3)
    expect(more).toEqual([])
    expect(first!.body.Refused).toEqual([
      { OrderId: 'no-such-order', Problem: 'There is no order with this ID.' },
      { OrderId: orders[0]!.OrderId, Problem: 'This order is named twice.' },
    ])
    expect((await fundsOf(hub)).held).toBe(before.held - 225)
    const { rows } = await hub.owner.query(
      `select from audit_entry where record_id = any($1) and action = 'completeCardOrders'`,
      [orders.map(({ OrderId }) => OrderId)],
    )
    expect(rows).toHaveLength(3)
  })

  test('is taken in parts', async () => {
    const row = { OrderId: 'none', ExternalAccountId: 'A-0001', PostedDate: inDays(-1) }
    const Orders = Array.from({ length: mostCompletions + 1 }, () => row)
    const answer = await hub.as(people.superAdmin)(api.completeCardOrders, { params, body: { Orders } })
    expect(answer).toMatchObject({ status: 400, error: { ErrorMessage: 'At most 100 orders at a time.' } })
  })
})
