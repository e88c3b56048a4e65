import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { expireCards } from '#server/cards/issuing'
import { checkLedger } from '#server/ledger'
import { inDays } from '#tests/days.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { fundsOf, messagesTo } from '#tests/records/cards.ts'
import { completeOrder, newAccount } from '#tests/records/orders.ts'
import {
  activateCardOf,
  balanceOf,
  cardOf,
  historyOf,
  plasticCard,
  replace,
} from '#tests/records/replacing.ts'
import { tillOf } from '#tests/till.ts'

const businessId = 'harbourside'
let hub: TestHub
let till: ReturnType<typeof tillOf>
beforeAll(async () => {
  hub = await startTestHub()
  till = tillOf(hub)
})
afterAll(() => hub.close())

const inPlastic = (cardId: string) => replace(hub, cardId, { Delivery: 'Plastic', Reason: 'Lost' })
const archive = (orderId: string) =>
  hub.as(people.admin)(api.archiveCardOrder, { params: { businessId, orderId } })

test('a plastic card is ordered in its place, and the money waits on the old one until it is made', async () => {
  const { cardId, number, EmailAddress } = await plasticCard(hub)
  const { HoldId } = (await till.hold(number, 5)).body
  const funds = await fundsOf(hub)
  const { status, body } = await inPlastic(cardId)
  expect([status, body.AccountStatus, body.ReplacedByCardId]).toEqual([200, 'LostStolen', null])
  const orderId = body.ReplacementOrderId!
  const { body: order } = await hub.as(people.admin)(api.getCardOrder, { params: { businessId, orderId } })
  expect(order).toMatchObject({ OrderStatus: 'Ordered', InitialCardValue: 70, ReplacesCardId: cardId })
  expect(order.ConfirmedPostalAddress).toMatchObject({ Suburb: 'Balmain', PostCode: '2041' })
  expect((await till.hold(number, 1)).status).toBe(409)

  await till.release(HoldId)
  const { body: completed } = await completeOrder(hub, orderId, newAccount())
  const newId = completed.CardId!
  expect([await balanceOf(hub, cardId), await balanceOf(hub, newId)]).toEqual([0, 75])
  expect(await fundsOf(hub)).toEqual(funds)
  expect(await cardOf(hub, cardId)).toMatchObject({ ReplacedByCardId: newId })
  expect(await cardOf(hub, newId)).toMatchObject({ ReplacesCardId: cardId, InitialCardValue: 0 })
  expect((await historyOf(hub, newId)).map(({ Title }) => Title)).toContain('Replaces a card')
  const { claimed } = await activateCardOf(hub, EmailAddress)
  expect((await till.sell(claimed.CardNumber!, 20)).Balance).toBe(55)
})

test('while it is on order the old card is not found, replaced or expired; once the order is given up it can be', async () => {
  const { cardId } = await plasticCard(hub)
  const orderId = (await inPlastic(cardId)).body.ReplacementOrderId!
  const sentence = /is on order\. If it is not to come, archive that order first\.$/
  expect((await replace(hub, cardId)).error.ErrorMessage).toMatch(sentence)
  const found = await hub.as(people.admin)(api.setCardAccountStatus, {
    params: { businessId, cardId, status: 'active' },
    body: { Reason: 'Found' },
  })
  expect(found.error.ErrorMessage).toMatch(sentence)
  const lastDay = (date: string) =>
    hub.owner.query('update card set plastic_expiry_date = $1 where card_id = $2', [date, cardId])
  await lastDay(inDays(-9))
  await expireCards(hub.database)
  expect(await balanceOf(hub, cardId)).toBe(75)

  await lastDay(inDays(900))
  expect((await archive(orderId)).status).toBe(200)
  expect(await cardOf(hub, cardId)).toMatchObject({ ReplacementOrderId: null, AccountStatus: 'LostStolen' })
  const { body } = await replace(hub, cardId)
  expect(await balanceOf(hub, body.ReplacedByCardId!)).toBe(75)
})

test('of an order that is completed and archived at once one happens, and no money is lost', async () => {
  const { cardId } = await plasticCard(hub)
  const orderId = (await inPlastic(cardId)).body.ReplacementOrderId!
  await Promise.all([completeOrder(hub, orderId, newAccount()), archive(orderId)])
  const { ReplacedByCardId } = await cardOf(hub, cardId)
  expect(await balanceOf(hub, ReplacedByCardId ?? cardId)).toBe(75)
})

test('its way to be activated goes to a number as it is dialled from anywhere, also when it is sent again', async () => {
  const { cardId, memberId, MobileNumber } = await plasticCard(hub)
  const atHome = MobileNumber.replace('+61', '0')
  const home = { MobileNumber: atHome, EmailAddress: null }
  await hub.owner.query('update member set home_contact = $2 where member_id = $1', [memberId, home])
  const orderId = (await inPlastic(cardId)).body.ReplacementOrderId!
  const sent = async () => (await messagesTo(hub, MobileNumber)).length
  const before = await sent()
  const { body } = await completeOrder(hub, orderId, newAccount())
  expect([await sent(), await messagesTo(hub, atHome)]).toEqual([before + 1, []])

  const newId = body.CardId!
  // As it was written before.
  await hub.owner.query('update card set mobile_number = $2 where card_id = $1', [newId, atHome])
  const params = { businessId, cardId: newId }
  expect((await hub.as(people.admin)(api.resendCardInvitation, { params })).status).toBeLessThan(300)
  expect([await sent(), await messagesTo(hub, atHome)]).toEqual([before + 2, []])
})

test('without an address to post it to it is refused, and nothing has changed', async () => {
  const { cardId } = await plasticCard(hub, {})
  expect((await inPlastic(cardId)).error.Errors).toEqual({
    Delivery: expect.stringMatching(/^No complete Australian address is on file/),
  })
  expect((await cardOf(hub, cardId)).AccountStatus).toBe('Active')
})

test('after all that the ledger is proven', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
