import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { clubUnavailable } from '#contract/business/standing-words.ts'
import { checkLedger } from '#server/ledger'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { type Patron, patronOf } from '#tests/people/patron.ts'
import { claimedCard, newHolderSecret } from '#tests/records/cards.ts'
import { limitReloads } from '#tests/records/reloads.ts'
import { balanceOf, historyOf } from '#tests/records/replacing.ts'
import { clubCard, tillOf, turnOff } from '#tests/till.ts'

const params = { businessId: 'harbourside' }
const allowed = { MaximumBalance: null, MaximumReloadPerDay: null, AllowsHolderReload: true }
let hub: TestHub
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on' })
  patron = patronOf(hub)
})
beforeEach(() => limitReloads(hub, allowed))
afterAll(() => hub.close())

const begin = (Secret: string, Amount: number) =>
  hub.as(null)(api.beginHolderReload, { body: { Secret, Amount } })
const standing = async (Secret: string, HasPaid = false) =>
  (await hub.as(null)(api.readHolderReload, { body: { Secret, HasPaid } })).body

/** A card whose holder stands at the page to pay at. */
async function paying(amount = 20) {
  const card = await clubCard(hub)
  expect((await begin(card.Secret, amount)).body.Latest).toMatchObject({ State: 'Opening', Amount: amount })
  await patron.work()
  const { Latest } = await standing(card.Secret)
  return { ...card, url: Latest!.PaymentUrl }
}

test('what a holder pays is on the card once, with a receipt, in the transactions and on record', async () => {
  const { cardId, Secret, url } = await paying(20.5)
  expect(await balanceOf(hub, cardId)).toBe(0)
  const checkoutId = new URL(url!).searchParams.get('id')!
  expect((await hub.as(null)(api.getTestPayment, { params: { checkoutId } })).body).toMatchObject({
    Amount: 20.5,
    IsOpen: true,
    ReturnUrl: '/claim/back?paid=yes',
    Description: expect.stringMatching(/^Reload of Harbourside Club Card \*{4}/),
  })
  await Promise.all([patron.pay(url), patron.pay(url), patron.pay(url)])
  const { Latest } = await standing(Secret, true)
  expect(Latest).toMatchObject({ State: 'Paid', PaymentUrl: null, IsOnOtherCard: false, Refusal: null })
  expect(await balanceOf(hub, cardId)).toBe(20.5)
  const { body } = await hub.as(null)(api.listHeldTransactions, { body: { Secret } })
  expect(body.Results).toMatchObject([{ What: 'Reload', Venue: null, Amount: 20.5, Balance: 20.5 }])
  expect((await historyOf(hub, cardId))[0]).toEqual({
    Title: '$20.50 added',
    Note: 'Paid online by the holder',
    ActorName: 'Harriet Vale',
  })
  const receiptNumber = Latest!.ReceiptNumber!
  const found = await hub.as(people.admin)(api.findReceipt, { params: { ...params, receiptNumber } })
  expect(found.body).toMatchObject({ CardId: cardId, Amount: 20.5, Tender: 'Online' })
  const { rows } = await hub.owner.query(
    `select after from audit_entry where action = 'beginHolderReload' and record_id = $1`,
    [cardId],
  )
  expect(rows).toEqual([{ after: { Balance: '$20.50', Note: 'Paid online by the holder' } }])
})

test('the close pack lists it beside what tills were paid', async () => {
  const now = Date.now()
  const query = {
    startDate: new Date(now - 3_600_000).toISOString(),
    endDate: new Date(now + 3_600_000).toISOString(),
  }
  const online = async () => {
    const { body } = await hub.as(people.finance)(api.getClosePack, { params, query })
    return body.Reloads.find(({ Tender }) => Tender === 'Online')?.Amount ?? 0
  }
  const before = await online()
  const { url } = await paying(7)
  expect(await online()).toBe(before)
  await patron.pay(url)
  expect(await online()).toBe(before + 7)
})

test('a payment that is called off takes nothing, and another can be begun', async () => {
  const { cardId, Secret, url } = await paying()
  await patron.pay(url, false)
  expect((await standing(Secret, true)).Latest).toMatchObject({ State: 'Expired', ReceiptNumber: null })
  expect(await balanceOf(hub, cardId)).toBe(0)
  expect((await begin(Secret, 5)).status).toBe(200)
})

describe('what is paid and does not fit the card any more is given back, and told', () => {
  const givenBack = async (Secret: string, cardId: string, refusal: RegExp) => {
    const { Latest } = await standing(Secret, true)
    expect(Latest).toMatchObject({
      State: 'Refunded',
      ReceiptNumber: null,
      Refusal: expect.stringMatching(refusal),
    })
    const history = await historyOf(hub, cardId)
    expect(history.map(({ Title }) => Title)).toContain('$20.00 paid online is given back')
  }

  test('where it was turned off, or reported lost', async () => {
    const off = await paying()
    await turnOff(hub, off.cardId, 'inactive')
    await patron.pay(off.url)
    await givenBack(off.Secret, off.cardId, /^This card is inactive/)
    const lost = await paying()
    await hub.as(null)(api.reportCardLost, { body: { Secret: lost.Secret } })
    await patron.pay(lost.url)
    await givenBack(lost.Secret, lost.cardId, /lost/)
    expect(await balanceOf(hub, lost.cardId)).toBe(0)
  })

  test('where it has expired', async () => {
    const { cardId, Secret, url } = await paying()
    await hub.owner.query(`update card set plastic_expiry_date = '2020-01-01' where card_id = $1`, [cardId])
    await patron.pay(url)
    await givenBack(Secret, cardId, /^This card is expired/)
    const { rows } = await hub.owner.query('select 1 from card_reload where card_id = $1', [cardId])
    expect(rows).toEqual([])
  })

  test('where a limit was reached by then, by a till or by another payment of the holder', async () => {
    await limitReloads(hub, { ...allowed, MaximumReloadPerDay: 30 })
    const { cardId, number, Secret, url } = await paying()
    await tillOf(hub).reload(number, 15)
    await patron.pay(url)
    await givenBack(Secret, cardId, /^Only \$15\.00 can still be added to this card today/)
    const two = await paying()
    await begin(two.Secret, 20)
    await patron.work()
    const second = (await standing(two.Secret)).Latest!.PaymentUrl
    await Promise.all([patron.pay(two.url), patron.pay(second)])
    expect(await balanceOf(hub, two.cardId)).toBe(20)
  })
})

test('a reload is offered where the program allows it, within its limits', async () => {
  const { Secret, number } = await clubCard(hub)
  expect(await standing(Secret)).toEqual({ IsOffered: true, FitsOnCard: null, FitsToday: null, Latest: null })
  await limitReloads(hub, { ...allowed, MaximumBalance: 100, MaximumReloadPerDay: 60 })
  await tillOf(hub).reload(number, 10)
  expect(await standing(Secret)).toMatchObject({ FitsOnCard: 90, FitsToday: 50 })
  expect((await begin(Secret, 50.01)).error.ErrorMessage).toMatch(/^Only \$50\.00 can still be added/)
  await limitReloads(hub, { ...allowed, AllowsHolderReload: false })
  expect(await standing(Secret)).toMatchObject({ IsOffered: false })
  expect((await begin(Secret, 5)).error).toMatchObject({ ErrorCode: 'no_online_reload' })
  const gift = await claimedCard(hub)
  expect((await begin(gift.Secret, 5)).error.ErrorMessage).toBe('Nothing can be added to a gift card.')
})

test('amounts, secrets and fields that are wrong are refused with a sentence', async () => {
  const { Secret } = await clubCard(hub)
  for (const [amount, sentence] of [
    [0, /must be \$1 at the least/],
    [-5, /can not be negative/],
    [1e9, /at the most/],
    [5.005, /two decimals at the most/],
  ] as const) {
    const { status, error } = await begin(Secret, amount)
    expect(status).toBe(400)
    expect(JSON.stringify(error)).toEqual(expect.stringMatching(sentence))
  }
  expect((await begin(newHolderSecret(), 5)).error.ErrorMessage).toBe('The card was not found.')
  expect((await begin('short', 5)).status).toBe(400)
})

test('only programs of reloadable cards allow it, and who says nothing of it leaves it as it is', async () => {
  const superAdmin = hub.as(people.superAdmin)
  const { body } = await superAdmin(api.listCardPrograms, { params })
  const [gift] = body.Results.filter(({ ProgramType }) => ProgramType === 'InstantGift')
  const { error } = await superAdmin(api.updateCardProgram, {
    params: { ...params, cardProgramId: gift!.CardProgramId },
    query: { revision: gift!.Revision },
    body: { ...gift!, AllowsHolderReload: true },
  })
  expect(JSON.stringify(error)).toContain('Nothing is added to a gift card: turn this off.')
  const said = await limitReloads(hub, { AllowsHolderReload: undefined })
  expect(said.body.AllowsHolderReload).toBe(true)
})

test('a suspended business takes no new payment, and takes in what was paid', async () => {
  const { cardId, Secret, url } = await paying()
  const superAdmin = hub.as(people.superAdmin)
  await superAdmin(api.suspendBusiness, { params, body: { Reason: 'For the test' } })
  expect((await begin(Secret, 5)).error.ErrorMessage).toBe(clubUnavailable)
  await patron.pay(url)
  await superAdmin(api.liftSuspension, { params, body: { Reason: 'For the test' } })
  expect(await balanceOf(hub, cardId)).toBe(20)
})

test('the ledger adds up', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
