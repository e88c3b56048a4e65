import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { expireCards } from '#server/cards/issuing'
import { checkLedger, expireHolds } from '#server/ledger'
import { inDays } from '#tests/days.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { claimedCard, codeFor, fundsOf, messagesTo, send } from '#tests/records/cards.ts'
import { newMember } from '#tests/records/passes.ts'
import { activateCardOf, balanceOf, cardOf, historyOf, replace } from '#tests/records/replacing.ts'
import { tillOf, turnOff } from '#tests/till.ts'

const businessId = 'harbourside'
let hub: TestHub
let till: ReturnType<typeof tillOf>
beforeAll(async () => {
  hub = await startTestHub()
  till = tillOf(hub)
})
afterAll(() => hub.close())

const heldBy = (Secret: string) => hub.as(null)(api.readHeldCard, { body: { Secret } })
const setActive = (cardId: string) =>
  hub.as(people.admin)(api.setCardAccountStatus, {
    params: { businessId, cardId, status: 'active' },
    body: { Reason: 'Found' },
  })

describe('a card that is replaced', () => {
  test('is dead everywhere at once, and all that was on it is on the new one', async () => {
    const { cardId, claimed, Secret, EmailAddress } = await claimedCard(hub)
    const funds = await fundsOf(hub)
    const { status, body } = await replace(hub, cardId, { Reason: 'Stolen', Note: 'In the tram' })
    expect([status, body]).toMatchObject([200, { AccountStatus: 'LostStolen', ReplacesCardId: null }])
    const newId = body.ReplacedByCardId!
    expect([await balanceOf(hub, cardId), await balanceOf(hub, newId)]).toEqual([0, 50])
    expect(await fundsOf(hub)).toEqual(funds)

    expect((await till.hold(claimed.CardNumber!, 1)).error.ErrorCode).toBe('card_not_active')
    expect((await heldBy(Secret)).body).toMatchObject({
      CardNumber: null,
      Balance: 0,
      Replacement: 'Digital',
    })
    const again = await setActive(cardId)
    expect(again.error.ErrorCode).toBe('card_replaced')
    expect(again.error.ErrorMessage).toMatch(/replaced by the card \*{4} \*{4} \*{4} \d{4}/)

    const [letter] = await messagesTo(hub, EmailAddress)
    expect(letter!.body).toMatch(/blocked your old .* \$50\.00, is on a new one/)
    const code = await codeFor(hub, EmailAddress)
    const { body: offer } = await hub.as(null)(api.getCardClaim, { params: { code } })
    expect(offer).toMatchObject({ Kind: 'Replacement', Value: 50 })
    expect((await cardOf(hub, newId)).InitialCardValue).toBe(0)
    const { claimed: card } = await activateCardOf(hub, EmailAddress)
    expect(card).toMatchObject({ Status: 'Active', Balance: 50, Replacement: null })
    expect((await till.sell(card.CardNumber!, 20)).Balance).toBe(30)
  })

  test('and the new one know each other, in both histories', async () => {
    const { cardId } = await claimedCard(hub)
    const newId = (await replace(hub, cardId, { Reason: 'Damaged', Note: 'Bent' })).body.ReplacedByCardId!
    expect(await cardOf(hub, newId)).toMatchObject({ ReplacesCardId: cardId, AccountStatus: 'Inactive' })
    expect((await historyOf(hub, cardId))[0]).toMatchObject({
      Title: 'Replaced',
      Note: expect.stringMatching(/^Damaged: Bent\. By the card \*{4}/),
    })
    expect((await historyOf(hub, newId))[0]!.Note).toMatch(/in place of the card \*{4}/)
  })

  test('gives a sale under way and refunds of earlier ones to the new one', async () => {
    const { cardId, claimed } = await claimedCard(hub)
    const number = claimed.CardNumber!
    const sold = await till.sell(number, 10)
    const holds = []
    for (const amount of [5, 6, 7]) holds.push((await till.hold(number, amount)).body.HoldId)
    const newId = (await replace(hub, cardId)).body.ReplacedByCardId!
    expect(await balanceOf(hub, newId)).toBe(22)
    expect((await till.release(holds[0]!)).body.Balance).toBe(27)
    expect((await till.capture(holds[1]!, { Amount: 4 })).body.Balance).toBe(29)
    // What is held may come back to the last of several.
    const lastId = (await replace(hub, newId)).body.ReplacedByCardId!
    await hub.owner.query(`update ledger_hold set expires_at = now() where hold_id = $1`, [holds[2]])
    await expireHolds(hub.database)
    expect((await till.refund(sold)).body.Balance).toBe(46)
    const balances = await Promise.all([cardId, newId, lastId].map((id) => balanceOf(hub, id)))
    expect(balances).toEqual([0, 0, 46])
  })

  test('passes its last day on, and its time to be activated ends nothing', async () => {
    const { cardId, EmailAddress } = await claimedCard(hub)
    const lastDay = inDays(4)
    await hub.owner.query('update card set plastic_expiry_date = $1 where card_id = $2', [lastDay, cardId])
    const newId = (await replace(hub, cardId)).body.ReplacedByCardId!
    const params = { businessId, cardId: newId }
    const { body } = await hub.as(people.admin)(api.getCardAccountStatus, { params })
    expect(body.PlasticExpiryDate! > lastDay).toBe(true)
    await hub.owner.query('update card set offer_expiry_date = $1 where card_id = $2', [inDays(-9), newId])
    await expireCards(hub.database)
    expect(await balanceOf(hub, newId)).toBe(50)
    expect((await hub.as(people.admin)(api.resendCardInvitation, { params })).status).toBe(204)
    expect((await activateCardOf(hub, EmailAddress)).claimed.Balance).toBe(50)
  })

  test('does not expire while what a till holds of it may come back', async () => {
    const { cardId, claimed } = await claimedCard(hub)
    const { HoldId } = (await till.hold(claimed.CardNumber!, 5)).body
    const newId = (await replace(hub, cardId)).body.ReplacedByCardId!
    await hub.owner.query('update card set plastic_expiry_date = $1 where card_id = $2', [inDays(-9), newId])
    await expireCards(hub.database)
    expect((await cardOf(hub, newId)).AccountStatus).toBe('Inactive')
    await till.release(HoldId)
    await expireCards(hub.database)
    expect((await cardOf(hub, newId)).AccountStatus).toBe('Expired')
  })
})

describe('refused with a sentence is', () => {
  const refusal = async (cardId: string, given = {}) => (await replace(hub, cardId, given)).error.ErrorMessage

  test('a card that nobody has claimed, that has ended, or that was replaced already', async () => {
    const pending = (await send(hub)).body.CardId
    expect(await refusal(pending)).toMatch(/Nobody has claimed this card yet: send its invitation again/)
    await hub.as(people.admin)(api.cancelCard, {
      params: { businessId, cardId: pending },
      body: { Reason: 'Mistake' },
    })
    expect(await refusal(pending)).toBe(
      'This card is cancelled: there is nothing to replace. Send a new card instead.',
    )
    const { cardId: late } = await claimedCard(hub)
    await hub.owner.query('update card set plastic_expiry_date = $1 where card_id = $2', [inDays(-9), late])
    expect(await refusal(late)).toMatch(/^This card is expired/)
    const { cardId } = await claimedCard(hub)
    await replace(hub, cardId)
    expect(await refusal(cardId)).toMatch(/^This card was replaced by the card/)
  })

  test('a wrong body, field by field', async () => {
    const { cardId } = await claimedCard(hub)
    const { status, error } = await replace(hub, cardId, { Reason: 'Eaten', Note: 'x'.repeat(501) } as object)
    expect(status).toBe(400)
    expect(Object.keys(error.Errors ?? {}).toSorted()).toEqual(['Note', 'Reason'])
  })

  test('plastic for somebody who is no member', async () => {
    const { cardId } = await claimedCard(hub)
    expect(await refusal(cardId, { Delivery: 'Plastic' })).toBe(
      'Plastic cards are posted to members alone: choose Digital.',
    )
  })
})

describe('nothing is made twice or by halves', () => {
  test('of many at once one replaces the card', async () => {
    const { cardId } = await claimedCard(hub)
    await turnOff(hub, cardId, 'lost-stolen')
    const answers = await Promise.all([1, 2, 3, 4].map(() => replace(hub, cardId)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const { rows } = await hub.owner.query(
      `select count(*)::int as n, sum(balance)::int as cents from ledger_account
       where kind = 'card' and owner_id in ($1, (select replaced_by_card_id from card where card_id = $1))`,
      [cardId],
    )
    expect(rows).toEqual([{ n: 2, cents: 5000 }])
  })

  test('a sale at the same moment is on the old card or refused, and the rest moves', async () => {
    const { cardId, claimed } = await claimedCard(hub)
    const number = claimed.CardNumber!
    const { HoldId } = (await till.hold(number, 10)).body
    const [released, , held] = await Promise.all([
      till.release(HoldId),
      replace(hub, cardId),
      till.hold(number, 3),
    ])
    expect(released.status).toBe(200)
    if (held.status === 200) await till.release(held.body.HoldId)
    const { ReplacedByCardId } = await cardOf(hub, cardId)
    expect([await balanceOf(hub, cardId), await balanceOf(hub, ReplacedByCardId!)]).toEqual([0, 50])
  })

  test('what ends half way leaves the card as it was', async () => {
    const { cardId, claimed } = await claimedCard(hub)
    await hub.owner.query(`
      create function end_half_way() returns trigger language plpgsql as $$
        begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
      create trigger end_half_way before insert on ledger_transaction for each row
        when (new.kind = 'Card replaced') execute function end_half_way()`)
    expect((await replace(hub, cardId)).status).toBeGreaterThanOrEqual(500)
    await hub.owner.query('drop trigger end_half_way on ledger_transaction; drop function end_half_way()')
    expect(await cardOf(hub, cardId)).toMatchObject({ AccountStatus: 'Active', ReplacedByCardId: null })
    expect((await till.balance(claimed.CardNumber!)).body.Balance).toBe(50)
    expect((await replace(hub, cardId)).status).toBe(200)
  })
})

describe('who may', () => {
  test('is nobody of another business, and nobody of another venue', async () => {
    const { cardId } = await claimedCard(hub)
    const params = { businessId: 'valley-golf', cardId }
    const body = { Delivery: 'Digital', Reason: 'Lost' } as const
    expect((await hub.as(people.otherAdmin)(api.replaceCard, { params, body })).status).toBe(404)
    const { memberId } = await newMember(hub)
    await hub.owner.query('update card set member_id = $1 where card_id = $2', [memberId, cardId])
    const confined = await confinedAdmin(hub)
    const own = { businessId, cardId }
    expect((await confined(api.replaceCard, { params: own, body })).status).toBe(404)
    await hub.owner.query(`update member set venue_no = '2' where member_id = $1`, [memberId])
    expect((await confined(api.replaceCard, { params: own, body })).status).toBe(200)
  })

  test('is whoever may manage cards, and needs no other permission', async () => {
    const { cardId } = await claimedCard(hub)
    await hub.owner.query(
      `insert into role (business_id, name, permissions) values ($1, 'Only cards', '{Card.Manage}')`,
      [businessId],
    )
    const { rows } = await hub.owner.query(`select uid from business_user where email = $1`, [
      people.reception,
    ])
    const params = { businessId, uid: rows[0].uid as string }
    await hub.as(people.admin)(api.setUserRole, { params, body: { Value: 'Only cards' } })
    expect((await replace(hub, cardId, {}, people.reception)).status).toBe(200)
  })
})

test('after all that the ledger is proven', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
