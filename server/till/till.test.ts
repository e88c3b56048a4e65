import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { checkLedger } from '#server/ledger'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { freshCard, memberWithPoints, tillOf, turnOff } from '#tests/till.ts'

const business = { businessId: 'harbourside' }
let hub: TestHub
let till: ReturnType<typeof tillOf>
beforeAll(async () => {
  hub = await startTestHub()
  till = tillOf(hub)
})
afterAll(() => hub.close())

describe('a till finds', () => {
  test('a card by its number, however that is written', async () => {
    const { number, cardId } = await freshCard(hub)
    const { body } = await till.lookUp(number.replaceAll(/(\d{4})/g, '$1 '))
    expect(body).toEqual({
      Kind: 'Card',
      CardId: cardId,
      MaskedCardNumber: `**** **** **** ${number.slice(-4)}`,
      CardProgramDescription: 'Harbourside Gift Card',
      HolderName: 'Harriet Vale',
      Status: 'Active',
      IsUsable: true,
      PlasticExpiryDate: expect.any(String),
      Balance: 50,
    })
    await turnOff(hub, cardId, 'inactive')
    expect((await till.lookUp(number)).body).toMatchObject({ Status: 'Inactive', IsUsable: false })
  })

  test('a member by their number, with the points they have', async () => {
    const { id, number } = await memberWithPoints(hub)
    expect((await till.lookUp(number)).body).toMatchObject({
      Kind: 'Member',
      MemberId: id,
      DisplayName: 'Tilda Tender',
    })
    expect((await till.lookUp(number)).body).toMatchObject({
      Points: expect.arrayContaining([
        { PointsTypeId: 'Points', DisplayName: 'Points', IsDefault: true, Balance: 1000, DollarValue: 10 },
      ]),
    })
  })

  test('nothing else, and says so', async () => {
    const answer = await till.lookUp('no-such-number')
    expect(answer).toMatchObject({
      status: 404,
      error: { ErrorMessage: 'A card or member with this number was not found.' },
    })
    expect((await till.lookUp(' ')).error.ErrorMessage).toBe('Scan or enter a number.')
  })
})

describe('a sale by card', () => {
  test('is held, captured, and on a receipt', async () => {
    const { number, cardId } = await freshCard(hub)
    const held = await till.hold(number, 12.5, { Reference: 'R-77' })
    expect(held.body).toMatchObject({
      Kind: 'Hold',
      Amount: 12.5,
      Balance: 37.5,
      Unit: 'AUD',
      Reference: 'R-77',
    })
    expect(held.body.HoldId).toBe(held.body.TransactionId)
    const { body } = await till.capture(held.body.HoldId)
    const account = `Harbourside Gift Card **** **** **** ${number.slice(-4)}`
    expect(body).toMatchObject({
      Kind: 'Capture',
      Account: account,
      Amount: 12.5,
      Balance: 37.5,
      ExpiresAt: null,
    })
    expect(body.Receipt).toEqual([
      'Harbourside Main Club',
      'Sale',
      account,
      'Amount: $12.50',
      'Balance: $37.50',
      `Transaction: ${body.TransactionId}`,
      `Receipt: ${body.ReceiptNumber}`,
      'Reference: R-77',
    ])
    expect((await till.balance(number)).body).toMatchObject({
      Kind: 'Balance',
      Balance: 37.5,
      TransactionId: null,
    })
    const moves = await hub.as(people.admin)(api.listCardTransactions, { params: { ...business, cardId } })
    expect(moves.body.Results[0]).toMatchObject({
      Type: 'Purchase',
      TypeDescription: 'Harbourside Main Club',
      Amount: -12.5,
      Reference: 'R-77',
    })
    const { rows } = await hub.owner.query(
      `select actor_name, record_id, after from audit_entry where action = 'tillCapture' order by id desc limit 1`,
    )
    expect(rows).toEqual([
      { actor_name: 'Main bar tills', record_id: cardId, after: { Taken: '$12.50', Reference: 'R-77' } },
    ])
  })

  test('can take less than was held, and the rest goes back', async () => {
    const { number } = await freshCard(hub)
    const { body: held } = await till.hold(number, 40)
    expect((await till.capture(held.HoldId, { Amount: 40.01 })).error).toMatchObject({
      ErrorCode: 'too_much',
      ErrorMessage: 'Only $40.00 is held for this sale.',
    })
    expect((await till.capture(held.HoldId, { Amount: 15 })).body).toMatchObject({ Amount: 15, Balance: 35 })
  })

  test('can be cancelled before it is captured', async () => {
    const { number } = await freshCard(hub)
    const { body: held } = await till.hold(number, 20)
    expect((await till.release(held.HoldId)).body).toMatchObject({ Kind: 'Release', Amount: 20, Balance: 50 })
  })

  test('of a card that was turned off meanwhile is captured: the money was taken when it was held', async () => {
    const { number, cardId } = await freshCard(hub)
    const { body: held } = await till.hold(number, 20)
    await turnOff(hub, cardId, 'lost-stolen')
    expect((await till.capture(held.HoldId)).body.Balance).toBe(30)
  })

  test('is refunded in parts, never for more than was paid', async () => {
    const { number, cardId } = await freshCard(hub)
    const sold = await till.sell(number, 30)
    expect((await till.refund(sold, { Amount: 10, Reference: 'R-2' })).body).toMatchObject({
      Kind: 'Refund',
      Amount: 10,
      Balance: 30,
      Reference: 'R-2',
    })
    expect((await till.refund(sold, { Amount: 20.01 })).error.ErrorMessage).toBe(
      'Only $20.00 of this sale can be refunded.',
    )
    await turnOff(hub, cardId, 'inactive')
    expect((await till.refund(sold)).body).toMatchObject({ Amount: 20, Balance: 50 })
    expect(await till.refund(sold)).toMatchObject({ status: 409, error: { ErrorCode: 'refunded' } })
  })
})

describe('a sale by points', () => {
  test('is held, captured in part, and refunded', async () => {
    const { id, number } = await memberWithPoints(hub)
    const { body: held } = await till.hold(number, 500)
    expect(held).toMatchObject({
      Unit: 'Points',
      Amount: 500,
      Balance: 500,
      Account: 'Points of Tilda Tender',
    })
    const { body: taken } = await till.capture(held.HoldId, { Amount: 200.5 })
    expect(taken.Balance).toBe(799.5)
    expect(taken.Receipt).toContain('Amount: 200.5 Points')
    expect((await till.refund(taken)).body.Balance).toBe(1000)
    const entries = await hub.as(people.admin)(api.listPointsEntries, {
      params: { ...business, memberId: id, pointsTypeId: 'Points' },
    })
    expect(entries.body.Results.slice(0, 3).map(({ Kind }) => Kind)).toEqual([
      'Refund',
      'Purchase settled',
      'Purchase',
    ])
  })

  test('needs points that there are', async () => {
    const { number } = await memberWithPoints(hub)
    expect((await till.hold(number, 1000.01)).error).toMatchObject({
      ErrorCode: 'not_enough',
      ErrorMessage: 'There are not enough points: 1000 Points can be used.',
    })
    expect((await till.hold(number, 1, { PointsTypeId: 'Nonsense' })).error.ErrorMessage).toBe(
      'Invalid points type',
    )
    expect((await till.hold(number, 1, { PointsTypeId: 'pOINTS' })).status).toBe(200)
    const card = await freshCard(hub)
    expect((await till.hold(card.number, 1, { PointsTypeId: 'Points' })).error.Errors).toEqual({
      PointsTypeId: 'There are no points on a card.',
    })
  })
})

test('after all that the ledger is proven', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
