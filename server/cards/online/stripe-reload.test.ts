import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { checkLedger } from '#server/ledger'
import { type PayingHub, startPayingHub } from '#tests/paying-hub.ts'
import { refused, refusedInWords } from '#tests/records/refunds.ts'
import { limitReloads } from '#tests/records/reloads.ts'
import { activateCardOf, balanceOf, cardOf, historyOf, replace } from '#tests/records/replacing.ts'
import { clubCard, turnOff } from '#tests/till.ts'

let at: PayingHub
let hub: PayingHub['hub']
let stripe: PayingHub['stripe']
let patron: PayingHub['patron']
beforeAll(async () => {
  at = await startPayingHub()
  ;({ hub, stripe, patron } = at)
  await limitReloads(hub, { AllowsHolderReload: true, MaximumBalance: null, MaximumReloadPerDay: null })
})
beforeEach(() => stripe.fates.splice(0))
afterAll(() => at.close())

const standing = async (Secret: string, HasPaid = false) =>
  (await hub.as(null)(api.readHolderReload, { body: { Secret, HasPaid } })).body.Latest

/** A card whose holder stands at Stripe's page. */
async function paying() {
  const card = await clubCard(hub)
  await hub.as(null)(api.beginHolderReload, { body: { Secret: card.Secret, Amount: 20 } })
  await patron.work()
  const latest = await standing(card.Secret)
  return { ...card, checkoutId: latest!.PaymentUrl!.split('/').at(-1)! }
}
/** The page that they come back to. */
async function comeBack(Secret: string) {
  await standing(Secret, true)
  await patron.work()
}

test('Stripe is told the amount, and leads back to where the browser knows the card', async () => {
  await paying()
  expect(Object.fromEntries(stripe.requests.at(-1)!.form)).toMatchObject({
    'line_items[0][price_data][unit_amount]': '2000',
    success_url: 'https://club.example/claim/back?paid=yes',
    cancel_url: 'https://club.example/claim/back',
  })
})

describe('what was paid is on the card once', () => {
  test('where the notice comes before they do, twice, and both at once', async () => {
    const { cardId, Secret, checkoutId } = await paying()
    const notice = stripe.notice(stripe.pay(checkoutId))
    expect(await at.tell(notice)).toBe(200)
    expect(await balanceOf(hub, cardId)).toBe(20)
    await Promise.all([at.tell(notice), comeBack(Secret), at.tell(notice)])
    expect(await balanceOf(hub, cardId)).toBe(20)
    expect(await standing(Secret)).toMatchObject({ State: 'Paid' })
  })

  test('where all of it comes at once', async () => {
    const { cardId, Secret, checkoutId } = await paying()
    const notice = stripe.notice(stripe.pay(checkoutId))
    await Promise.all([at.tell(notice), comeBack(Secret), at.tell(notice), comeBack(Secret), at.tell(notice)])
    await patron.work()
    expect(await balanceOf(hub, cardId)).toBe(20)
  })

  test('where they come back and no notice ever comes', async () => {
    const { cardId, Secret, checkoutId } = await paying()
    stripe.pay(checkoutId)
    await comeBack(Secret)
    expect(await balanceOf(hub, cardId)).toBe(20)
  })

  test('where neither comes: a job finds it', async () => {
    const { cardId, checkoutId } = await paying()
    stripe.pay(checkoutId)
    await hub.owner.query(`update reload_payment set created_at = now() - interval '6 minutes'`)
    await patron.perform('find_unfinished_reloads', {})
    expect(await balanceOf(hub, cardId)).toBe(20)
  })

  test('where the page had run out', async () => {
    const { cardId, Secret, checkoutId } = await paying()
    await at.tell(stripe.notice(stripe.expire(checkoutId), 'checkout.session.expired'))
    expect(await standing(Secret)).toMatchObject({ State: 'Expired' })
    await at.tell(stripe.notice(stripe.pay(checkoutId)))
    expect(await balanceOf(hub, cardId)).toBe(20)
  })
})

test('a card that was replaced meanwhile passes it on to the one in its place', async () => {
  const { cardId, Secret, checkoutId } = await paying()
  const { EmailAddress } = (await cardOf(hub, cardId)) as { EmailAddress: string }
  const { body } = await replace(hub, cardId)
  await activateCardOf(hub, EmailAddress)
  await at.tell(stripe.notice(stripe.pay(checkoutId)))
  expect(await standing(Secret)).toMatchObject({ State: 'Paid', IsOnOtherCard: true })
  expect(await balanceOf(hub, body.ReplacedByCardId!)).toBe(20)
})

test('another amount than was asked for is given back', async () => {
  const { cardId, Secret, checkoutId } = await paying()
  await at.tell(stripe.notice(stripe.pay(checkoutId, 100)))
  await patron.work()
  expect(await standing(Secret)).toMatchObject({
    State: 'Refunded',
    Refusal: '$1.00 was paid in place of $20.00.',
  })
  expect(await balanceOf(hub, cardId)).toBe(0)
})

describe('a refund', () => {
  const turnedOff = async () => {
    const one = await paying()
    await turnOff(hub, one.cardId, 'inactive')
    const notice = stripe.notice(stripe.pay(one.checkoutId))
    await at.tell(notice)
    await at.tell(notice)
    return { ...one, intent: `pi_${one.checkoutId.slice(8)}` }
  }

  test('that is refused is told in the card’s history, for a person to settle', async () => {
    const { cardId, Secret } = await turnedOff()
    stripe.fates.push(refused)
    await patron.work()
    expect(await standing(Secret)).toMatchObject({ State: 'RefundFailed' })
    expect((await historyOf(hub, cardId))[0]).toMatchObject({
      Title: '$20.00 paid online could not be given back: give it back by hand',
      Note: refusedInWords,
    })
  })

  test('that came back to Stripe is given once more, and never twice', async () => {
    const { Secret, intent } = await turnedOff()
    await patron.work()
    const failed = stripe.endRefund(intent, 'failed')
    await at.tell(stripe.notice(failed, 'refund.failed'))
    await at.tell(stripe.notice(failed, 'refund.failed'))
    await patron.work()
    await at.tell(stripe.notice(failed, 'refund.failed'))
    await patron.work()
    expect(stripe.refunds().filter((one) => one === intent)).toHaveLength(1)
    expect(await standing(Secret)).toMatchObject({ State: 'Refunded' })
  })

  test('that was given stays so, however often a former notice comes', async () => {
    const { cardId, Secret, intent } = await turnedOff()
    await patron.work()
    const notice = stripe.notice(stripe.endRefund(intent, 'failed'), 'refund.failed')
    for (let times = 0; times < 5; times += 1) {
      await at.tell(notice)
      await patron.work()
    }
    expect(await standing(Secret)).toMatchObject({ State: 'Refunded' })
    expect((await historyOf(hub, cardId)).map(({ Title }) => Title)).not.toContain(
      '$20.00 paid online could not be given back: give it back by hand',
    )
  })

  test('that comes back each time is a person’s to settle in the end', async () => {
    const { Secret, intent } = await turnedOff()
    await patron.work()
    for (let round = 1; round <= 3; round += 1) {
      expect(await standing(Secret)).toMatchObject({ State: 'Refunded' })
      await at.tell(stripe.notice(stripe.endRefund(intent, 'failed'), 'refund.failed'))
      await patron.work()
    }
    expect(await standing(Secret)).toMatchObject({ State: 'RefundFailed' })
  })

  test('whose job is lost is found', async () => {
    const { Secret, intent } = await turnedOff()
    await hub.owner.query(`delete from graphile_worker._private_jobs`)
    await hub.owner.query(`update reload_payment set created_at = now() - interval '6 minutes'`)
    await patron.perform('find_unfinished_reloads', {})
    await patron.work()
    expect(stripe.refunds().filter((one) => one === intent)).toHaveLength(1)
    expect(await standing(Secret)).toMatchObject({ State: 'Refunded' })
  })
})

test('the ledger adds up', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
