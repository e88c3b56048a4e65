import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { checkLedger } from '#server/ledger'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { claimedCard, fundsOf } from '#tests/records/cards.ts'
import { limitReloads, reload } from '#tests/records/reloads.ts'
import { activateCardOf, cardOf, replace } from '#tests/records/replacing.ts'
import { clubCard, memberWithPoints, tillOf, turnOff } from '#tests/till.ts'

const params = { businessId: 'harbourside' }
const none = { MaximumBalance: null, MaximumReloadPerDay: null }
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
beforeEach(() => limitReloads(hub, none))
afterAll(() => hub.close())

describe('a reload in the console', () => {
  test('comes out of the disbursement account, with a receipt, and is on record', async () => {
    const { cardId, number } = await clubCard(hub)
    const before = await fundsOf(hub)
    const { body } = await reload(hub, cardId, 20.5)
    expect(body).toMatchObject({ Amount: 20.5, Balance: 20.5 })
    expect(body.Receipt).toEqual([
      'Harbourside Leagues Club',
      'Reload',
      `Harbourside Club Card **** **** **** ${number.slice(-4)}`,
      'Amount: $20.50',
      'Balance: $20.50',
      `Transaction: ${body.TransactionId}`,
      `Receipt: ${body.ReceiptNumber}`,
    ])
    expect((await fundsOf(hub)).available).toBeCloseTo(before.available - 20.5, 2)
    const { body: history } = await hub.as(people.admin)(api.listCardHistory, {
      params: { ...params, cardId },
    })
    expect(history.Results[0]).toMatchObject({ Title: '$20.50 added', Note: 'Prize' })
    const { rows } = await hub.owner.query(
      `select before, after from audit_entry where action = 'reloadCard' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ before: { Balance: '$0.00' }, after: { Balance: '$20.50', Note: 'Prize' } }])
  })

  test('is for an active card that can be reloaded', async () => {
    const gift = await claimedCard(hub)
    expect((await reload(hub, gift.cardId, 5)).error).toMatchObject({
      ErrorCode: 'card_not_reloadable',
      ErrorMessage: 'Nothing can be added to a gift card.',
    })
    const { cardId } = await clubCard(hub)
    await turnOff(hub, cardId, 'inactive')
    expect((await reload(hub, cardId, 5)).error.ErrorMessage).toBe(
      'This card is inactive: only an active card can be used.',
    )
    await hub.owner.query(
      `update card set status = 'Active', plastic_expiry_date = '2020-01-01' where card_id = $1`,
      [cardId],
    )
    expect((await reload(hub, cardId, 5)).error.ErrorMessage).toMatch(/^This card is expired/)
  })

  test('takes an amount, a note, money that there is, and a role that gives and manages cards', async () => {
    const { cardId } = await clubCard(hub)
    expect((await reload(hub, cardId, 0)).error.ErrorMessage).toBe('Enter an amount.')
    expect((await reload(hub, cardId, 5, { Note: ' ' })).error.ErrorMessage).toBe('Note is required.')
    expect((await reload(hub, cardId, 900_000)).error).toMatchObject({
      ErrorCode: 'insufficient_funds',
      ErrorMessage: expect.stringMatching(/^Insufficient funds/),
    })
    expect((await reload(hub, cardId, 5, { who: people.finance })).status).toBe(403)
  })
})

describe('limits', () => {
  test('of what is on a card count what is held of it, and say what still fits', async () => {
    await limitReloads(hub, { MaximumBalance: 100, MaximumReloadPerDay: 1000 })
    const { cardId, number } = await clubCard(hub)
    await reload(hub, cardId, 60)
    await tillOf(hub).hold(number, 50)
    expect((await reload(hub, cardId, 40.01)).error).toMatchObject({
      ErrorCode: 'card_full',
      ErrorMessage: 'Only $40.00 still fits on this card: $100.00 can be on it at the most.',
    })
    expect((await reload(hub, cardId, 40)).status).toBe(200)
    expect((await tillOf(hub).reload(number, 1)).error.ErrorMessage).toBe(
      'Nothing more fits on this card: $100.00 can be on it at the most.',
    )
  })

  test('of what is on a card count what is held of the one that it replaces', async () => {
    await limitReloads(hub, { MaximumBalance: 100, MaximumReloadPerDay: 1000 })
    const { cardId, number } = await clubCard(hub)
    await reload(hub, cardId, 60)
    await tillOf(hub).hold(number, 50)
    const { EmailAddress } = (await cardOf(hub, cardId)) as { EmailAddress: string }
    const { body } = await replace(hub, cardId)
    await activateCardOf(hub, EmailAddress)
    expect((await reload(hub, body.ReplacedByCardId!, 40.01)).error.ErrorMessage).toBe(
      'Only $40.00 still fits on this card: $100.00 can be on it at the most.',
    )
  })

  test('of a day count what the business gave and what tills were paid, not what was taken back', async () => {
    await limitReloads(hub, { MaximumReloadPerDay: 50 })
    const { cardId, number } = await clubCard(hub)
    const till = tillOf(hub)
    await reload(hub, cardId, 20)
    const { body: paid } = await till.reload(number, 25)
    expect((await reload(hub, cardId, 6)).error).toMatchObject({
      ErrorCode: 'reload_limit',
      ErrorMessage:
        'Only $5.00 can still be added to this card today: $50.00 a day can be added at the most.',
    })
    await till.voidReload(paid)
    expect((await reload(hub, cardId, 30)).body.Balance).toBe(50)
    expect((await till.reload(number, 0.01)).error.ErrorMessage).toMatch(/^Nothing more can be added/)
    await hub.owner.query(`alter table ledger_entry disable trigger user`)
    await hub.owner
      .query(`update ledger_entry set at = at - interval '1 day' where business_id = 'harbourside'
      and account_id = (select account_id from ledger_account where kind = 'card' and owner_id = '${cardId}')`)
    await hub.owner.query(`alter table ledger_entry enable trigger user`)
    expect((await reload(hub, cardId, 50)).status).toBe(200)
  })

  test('of a day go on where a card was replaced', async () => {
    await limitReloads(hub, { MaximumReloadPerDay: 50 })
    const { cardId, EmailAddress } = await clubCard(hub)
    await reload(hub, cardId, 40)
    const next = (await replace(hub, cardId)).body.ReplacedByCardId!
    await activateCardOf(hub, EmailAddress)
    expect((await reload(hub, next, 11)).error.ErrorMessage).toBe(
      'Only $10.00 can still be added to this card today: $50.00 a day can be added at the most.',
    )
  })

  test('hold however many reload at once', async () => {
    await limitReloads(hub, { MaximumBalance: 100, MaximumReloadPerDay: 1000 })
    const { cardId, number } = await clubCard(hub)
    const till = tillOf(hub)
    const answers = await Promise.all(
      [1, 2, 3, 4].flatMap(() => [reload(hub, cardId, 30), till.reload(number, 30)]),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect((await till.balance(number)).body.Balance).toBe(90)
  })

  test('of what is on a card hold for points, too', async () => {
    await limitReloads(hub, { MaximumBalance: 100, MaximumReloadPerDay: 1000 })
    const { cardId } = await clubCard(hub)
    const { id: memberId } = await memberWithPoints(hub)
    await hub.owner.query('update card set member_id = $1 where card_id = $2', [memberId, cardId])
    await reload(hub, cardId, 95)
    const transfer = (dollars: number) =>
      hub.as(people.admin)(api.transferPointsToCard, {
        params: { ...params, memberId, pointsTypeId: 'Points', cardId },
        body: {
          Note: 'x',
          Description: 'x',
          PointsByDollarValue: dollars,
          PointsByQuantity: dollars * 100,
        },
      })
    expect((await transfer(6)).error.ErrorMessage).toBe(
      'Only $5.00 still fits on this card: $100.00 can be on it at the most.',
    )
    expect((await transfer(5)).body.CardBalance).toBe(100)
  })
})

describe('the limits of a program', () => {
  test('are kept, on record, and stay where a call knows nothing of them', async () => {
    const { body: limited } = await limitReloads(hub, { MaximumBalance: 500, MaximumReloadPerDay: 200 })
    expect(limited).toMatchObject({ MaximumBalance: 500, MaximumReloadPerDay: 200 })
    const { rows } = await hub.owner.query(
      `select before, after from audit_entry where action = 'updateCardProgram' order by id desc limit 1`,
    )
    expect(rows[0].after).toMatchObject({ 'Most on a card': '$500.00', 'Most added in a day': '$200.00' })
    const { MaximumBalance: _most, MaximumReloadPerDay: _perDay, ...known } = limited
    const update = (body: typeof known) =>
      hub.as(people.superAdmin)(api.updateCardProgram, {
        params: { ...params, cardProgramId: limited.CardProgramId },
        body,
      })
    expect((await update(known)).body).toEqual(limited)
    expect((await update({ ...known, MaximumInitialCardValue: 501 })).error.Errors).toEqual({
      MaximumBalance: 'A card can start with $501.00: enter that at the least, or nothing.',
    })
  })

  test('are for cards that can be reloaded', async () => {
    const { body } = await hub.as(people.superAdmin)(api.listCardPrograms, { params })
    const gift = body.Results.find(({ ProgramType }) => ProgramType === 'InstantGift')!
    const answer = await hub.as(people.superAdmin)(api.createCardProgram, {
      params,
      body: { ...gift, MaximumBalance: 500 },
    })
    expect(answer.error.Errors).toEqual({
      MaximumBalance: 'Nothing is added to a gift card: leave this limit empty.',
    })
  })
})

test('after all that the ledger is proven', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
