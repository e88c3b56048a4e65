import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { checkLedger } from '#server/ledger'
import { people } from '#tests/hub.ts'
import { type PayingHub, startPayingHub } from '#tests/paying-hub.ts'
import { lastTry, refused, refusedInWords } from '#tests/records/refunds.ts'
import { limitReloads } from '#tests/records/reloads.ts'
import { historyOf } from '#tests/records/replacing.ts'
import { clubCard, turnOff } from '#tests/till.ts'

const params = { businessId: 'harbourside' }
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

const standing = async (Secret: string) =>
  (await hub.as(null)(api.readHolderReload, { body: { Secret } })).body.Latest
const failedOf = async (cardId: string, who: string = people.finance) =>
  (await hub.as(who)(api.listFailedReloadRefunds, { params: { ...params, cardId } })).body.Results

type Fate = (typeof stripe.fates)[number]

/** What was paid for a card that works no more, and is about to be given back. */
async function toGiveBack() {
  const { cardId, Secret } = await clubCard(hub)
  await hub.as(null)(api.beginHolderReload, { body: { Secret, Amount: 20 } })
  await patron.work()
  const checkoutId = (await standing(Secret))!.PaymentUrl!.split('/').at(-1)!
  await turnOff(hub, cardId, 'inactive')
  await at.tell(stripe.notice(stripe.pay(checkoutId)))
  return { cardId, Secret, checkoutId }
}

/** The same, where Stripe would not give it back. */
async function failed(fate: Fate = refused, attempt?: typeof lastTry) {
  const { cardId, Secret, checkoutId } = await toGiveBack()
  stripe.fates.push(fate)
  await patron.work(attempt).catch(() => undefined)
  const [payment] = await failedOf(cardId)
  return { cardId, Secret, paymentId: payment!.PaymentId, intent: `pi_${checkoutId.slice(8)}` }
}
type Failed = Awaited<ReturnType<typeof failed>>

const retry = ({ paymentId }: Pick<Failed, 'paymentId'>, who: string = people.finance, within = params) =>
  hub.as(who)(api.retryReloadRefund, { params: { ...within, reloadPaymentId: paymentId } })
const byHand = ({ paymentId }: Failed, Note = 'In cash, receipt 17.', who: string = people.finance) =>
  hub.as(who)(api.settleReloadRefund, { params: { ...params, reloadPaymentId: paymentId }, body: { Note } })
const timesGivenBack = ({ intent }: Failed) => stripe.refunds().filter((one) => one === intent).length
const lineOf = async (who: string) =>
  (await hub.as(who)(api.getToday, { params })).body.Lines.find(({ Line }) => Line === 'refunds')
const recordOf = async ({ paymentId }: Failed) =>
  (await hub.as(people.finance)(api.getPayment, { params: { ...params, paymentId } })).body

test('what was refused is seen on the card and in Today, by those who may settle it', async () => {
  const { cardId, paymentId } = await failed()
  const seen = await failedOf(cardId, people.admin)
  expect(seen).toMatchObject([
    { PaymentId: paymentId, Amount: 20, Provider: 'Stripe', RefundFailure: refusedInWords },
  ])
  const line = (await lineOf(people.finance))!
  expect(line.Items.map(({ Id }) => Id)).toContain(paymentId)
  expect(line.Count).toBe(line.Items.length)
  expect(await lineOf(people.reception)).toBeUndefined()
})

describe('a line of Today that was put aside comes back when', () => {
  const putAside = async () => {
    await hub.as(people.finance)(api.snoozeToday, {
      params: { ...params, line: 'refunds' },
      body: { For: 'week' },
    })
    expect((await lineOf(people.finance))!.SnoozedUntil).not.toBeNull()
  }

  test('a payment fails to be given back that was made before', async () => {
    await failed()
    await toGiveBack()
    await putAside()
    stripe.fates.push(refused)
    await patron.work()
    expect((await lineOf(people.finance))!.SnoozedUntil).toBeNull()
  })

  test('one fails once more', async () => {
    const one = await failed()
    await putAside()
    await retry(one)
    stripe.fates.push(refused)
    await patron.work()
    expect((await lineOf(people.finance))!.SnoozedUntil).toBeNull()
  })
})

describe('trying again', () => {
  test('gives back what was refused, though the provider repeats what it answered to a key', async () => {
    const one = await failed()
    expect((await retry(one)).status).toBe(204)
    expect(await standing(one.Secret)).toMatchObject({ State: 'Refunding' })
    await patron.work()
    expect(await standing(one.Secret)).toMatchObject({ State: 'Refunded', IsGivenBackByHand: false })
    expect(timesGivenBack(one)).toBe(1)
    expect(await failedOf(one.cardId)).toEqual([])
    expect((await historyOf(hub, one.cardId))[0]).toMatchObject({
      Title: '$20.00 paid online is being given back once more',
      ActorName: 'Fran Finance',
    })
    expect(await recordOf(one)).toMatchObject({ State: 'Refunded', AmountRefunded: 20 })
  })

  test('gives nothing back that was given back unheard', async () => {
    const one = await failed('answer lost', lastTry)
    await retry(one)
    await patron.work()
    expect(await standing(one.Secret)).toMatchObject({ State: 'Refunded' })
    expect(timesGivenBack(one)).toBe(1)
  })

  test('in vain is seen again, with what was said this time', async () => {
    const one = await failed()
    await retry(one)
    stripe.fates.push({ ...refused, message: 'Still not.' })
    await patron.work()
    expect(await failedOf(one.cardId)).toMatchObject([{ RefundFailure: 'Stripe: Still not.' }])
  })
})

describe('given back by hand', () => {
  test('it is settled with who and how, and the holder is told that the club did', async () => {
    const one = await failed()
    expect((await byHand(one)).status).toBe(204)
    expect(await standing(one.Secret)).toMatchObject({ State: 'Refunded', IsGivenBackByHand: true })
    expect((await historyOf(hub, one.cardId))[0]).toMatchObject({
      Title: '$20.00 paid online was given back by hand',
      Note: 'In cash, receipt 17.',
      ActorName: 'Fran Finance',
    })
    expect((await recordOf(one)).History).toContainEqual(
      expect.objectContaining({ Kind: 'Refunded', ActorName: 'Fran Finance', Note: 'In cash, receipt 17.' }),
    )
    const { rows } = await hub.owner.query(
      `select title, before, after from audit_entry where record_id = $1 order by id desc limit 1`,
      [one.cardId],
    )
    expect(rows).toEqual([
      {
        title: 'Say that a payment for a card was given back by hand',
        before: { Refund: 'Refund failed' },
        after: { Refund: 'Given back by hand', Note: 'In cash, receipt 17.' },
      },
    ])
  })

  test('it stays so, whatever the provider says of an earlier try', async () => {
    const one = await failed({ status: 'failed' })
    await byHand(one)
    await at.tell(stripe.notice(stripe.endRefund(one.intent, 'failed'), 'refund.failed'))
    await patron.perform('check_reload_payment', { ...params, paymentId: one.paymentId })
    await patron.work()
    expect(await standing(one.Secret)).toMatchObject({ State: 'Refunded', IsGivenBackByHand: true })
    expect(stripe.refunds().filter((intent) => intent === one.intent)).toHaveLength(0)
  })

  test.each(['', '   '])('it needs a note: %j', async (Note) => {
    const { status, error } = await byHand(await failed(), Note)
    expect([status, error.ErrorMessage]).toEqual([400, 'Say how it was given back.'])
  })
})

test('the holder reads of it as long as nobody has settled it, and some days after', async () => {
  const one = await failed()
  await hub.owner.query(
    `update reload_payment set created_at = created_at - interval '9 days' where payment_id = $1`,
    [one.paymentId],
  )
  expect(await standing(one.Secret)).toMatchObject({ State: 'RefundFailed' })
  await byHand(one)
  expect(await standing(one.Secret)).toMatchObject({ State: 'Refunded' })
  await hub.owner.query(
    `update reload_payment set refunded_at = refunded_at - interval '4 days' where payment_id = $1`,
    [one.paymentId],
  )
  expect(await standing(one.Secret)).toBeNull()
})

describe('settling', () => {
  test('at once by several is done by one', async () => {
    const one = await failed()
    const answers = await Promise.all([retry(one), byHand(one), retry(one), byHand(one)])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
    await patron.work()
    const latest = (await standing(one.Secret))!
    expect(latest.State).toBe('Refunded')
    expect(timesGivenBack(one)).toBe(latest.IsGivenBackByHand ? 0 : 1)
  })

  test('is refused in a sentence for what is settled already', async () => {
    const one = await failed()
    await byHand(one)
    const { status, error } = await retry(one)
    expect([status, error.ErrorMessage]).toEqual([409, 'This payment has been given back already.'])
  })

  test('is for those who may refund, in their own business', async () => {
    const one = await failed()
    for (const who of [people.reception, people.promotions]) expect((await retry(one, who)).status).toBe(403)
    const elsewhere = await retry(one, people.superAdmin, { businessId: 'valley-golf' })
    expect(elsewhere.status).toBe(404)
    expect(await failedOf(one.cardId)).toHaveLength(1)
  })
})

test('the ledger adds up', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
