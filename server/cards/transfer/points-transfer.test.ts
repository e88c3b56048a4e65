import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { messages } from '#contract/messages.ts'
import { checkLedger } from '#server/ledger'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { fundsOf } from '#tests/records/cards.ts'

const businessId = 'harbourside'
let hub: TestHub
/** A member with 5,000 points, an active reloadable card and a gift card. */
let memberId: string
let cardId: string
let giftId: string
beforeAll(async () => {
  hub = await startTestHub()
  const { rows } = await hub.owner.query(
    `select member_id as "memberId", max(card_id) filter (where description = 'Harbourside Club Card') as "cardId"
     from card join card_program using (business_id, card_program_id)
     where card.business_id = $1 and status = 'Active' and member_id is not null group by 1
     having bool_or(description = 'Harbourside Club Card') limit 1`,
    [businessId],
  )
  ;({ memberId, cardId } = rows[0])
  const gifts = await hub.owner.query(
    `update card set member_id = $1 where card_id = (select card_id from card join card_program using (business_id, card_program_id)
       where card.business_id = $2 and status = 'Active' and description = 'Harbourside Gift Card' limit 1) returning card_id as id`,
    [memberId, businessId],
  )
  giftId = gifts.rows[0].id
  await hub.as(people.admin)(api.awardPoints, {
    params: { businessId, memberId, pointsTypeId: 'Points' },
    body: { Note: 'For the test', PointsByDollarValue: 50, PointsByQuantity: 5000 },
  })
})
afterAll(() => hub.close())

const transfer = (points: number, given: object = {}, params: object = {}) =>
  hub.as(people.admin)(api.transferPointsToCard, {
    params: { businessId, memberId, cardId, pointsTypeId: 'Points', ...params },
    body: {
      Note: 'As asked',
      Description: 'Points to card',
      PointsByDollarValue: points / 100,
      PointsByQuantity: points,
      ...given,
    },
  })
const pointsOf = async () =>
  (
    await hub.as(people.admin)(api.getPointsBalance, {
      params: { businessId, memberId, pointsTypeId: 'Points' },
    })
  ).body.PointsBalanceQuantity
const balanceOf = async (id = cardId) =>
  (await hub.as(people.admin)(api.getCardAccountStatus, { params: { businessId, cardId: id } })).body.Balance
    .Amount
const all = async () => ({ points: await pointsOf(), card: await balanceOf(), ...(await fundsOf(hub)) })

describe('a transfer of points to a card', () => {
  test('takes the points, takes the money, and puts it on the card, in one', async () => {
    const before = await all()
    const { status, body } = await transfer(1250)
    expect(status).toBe(200)
    const after = await all()
    expect(after).toEqual({
      points: before.points - 1250,
      card: before.card + 12.5,
      available: before.available - 12.5,
      held: before.held,
    })
    expect(body).toMatchObject({ PointsBalanceQuantity: after.points, CardBalance: after.card })
    const { body: moves } = await hub.as(people.admin)(api.listCardTransactions, {
      params: { businessId, cardId },
    })
    expect(moves.Results[0]).toMatchObject({
      TransactionId: body.TransactionId,
      Type: 'Points transfer',
      TypeDescription: 'Points to card',
      Amount: 12.5,
    })
  })

  test('is taken back whole when the points are', async () => {
    const before = await all()
    const { body } = await transfer(100)
    await hub.as(people.admin)(api.reversePoints, {
      params: { businessId, memberId, pointsTypeId: 'Points', transactionId: body.TransactionId },
      body: { Reason: 'Not wanted' },
    })
    expect(await all()).toEqual(before)
  })

  test('is offered for active cards that can be loaded, with what there is', async () => {
    const { body } = await hub.as(people.admin)(api.getPointsTransferModal, {
      params: { businessId, memberId },
    })
    expect(body.CherryPayCards.map(({ CardId }) => CardId)).toEqual([cardId])
    expect(body.PointsTypes[0]).toMatchObject({
      PointsTypeId: 'Points',
      PointsBalanceQuantity: await pointsOf(),
    })
    expect(body).toMatchObject({ Minimum: 1, Maximum: 1_000_000 })
  })

  test.each([
    [{ Description: ' ' }, 'Description', messages.pointsTransfer.descriptionRequired],
    [{ Note: '' }, 'Note', messages.points.noteRequired],
    [{ PointsByQuantity: 101 }, 'PointsByQuantity', messages.points.invalidQuantity],
    [{ PointsByDollarValue: 1.001 }, 'PointsByDollarValue', messages.points.invalidDollars],
    [
      { PointsByDollarValue: 20_000, PointsByQuantity: 2_000_000 },
      'PointsByQuantity',
      'Maximum point transfer is 1000000',
    ],
  ])('with %j is refused at %s', async (wrong, field, sentence) => {
    const { status, error } = await transfer(100, wrong)
    expect(status).toBe(400)
    expect(error.Errors?.[field]).toBe(sentence)
  })

  test('is refused without the points, the money, or a card that may be loaded; and nothing moves', async () => {
    const before = await all()
    const tooMuch = Math.floor(before.points) + 100
    expect((await transfer(tooMuch)).error).toMatchObject({
      ErrorMessage: 'Member does not have enough points',
    })
    expect((await transfer(100, {}, { cardId: giftId })).error.ErrorMessage).toBe(
      'Nothing can be added to a gift card.',
    )
    expect((await transfer(100, {}, { pointsTypeId: 'Nonsense' })).status).toBe(400)
    const { rows } = await hub.owner.query(
      `select card_id as id from card where business_id = $1 and status = 'Active' and member_id <> $2 limit 1`,
      [businessId, memberId],
    )
    expect((await transfer(100, {}, { cardId: rows[0].id })).error.ErrorCode).toBe('not_their_card')
    const set = (status: 'active' | 'inactive') =>
      hub.as(people.admin)(api.setCardAccountStatus, { params: { businessId, cardId, status }, body: {} })
    await set('inactive')
    expect((await transfer(100)).error.ErrorMessage).toBe(
      'This card is inactive: only an active card can be used.',
    )
    await set('active')
    await hub.owner.query(`select set_config('app.business_id', $1, false)`, [businessId])
    const drain = async (cents: number) =>
      hub.owner.query(
        `select post_transaction('Correction', 'u', 'U', array['disbursement', 'adjustments'], array['', ''],
          array['AUD', 'AUD'], array[-$1::bigint, $1::bigint])`,
        [cents],
      )
    await drain(Math.round(before.available * 100))
    expect((await transfer(100)).error.ErrorMessage).toMatch(/^Insufficient funds: \$0\.00 is available/)
    await drain(-Math.round(before.available * 100))
    expect(await all()).toEqual(before)
  })
})

test('after all that the ledger is proven', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
