import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { patienceMs } from '#platform/outside'
import { startFakeStripe } from '#tests/fakes/fake-stripe.ts'
import { openSilentServer } from '#tests/fakes/silent-server.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { type Patron, patronOf, renewalForm } from '#tests/people/patron.ts'
import { stripe as stripeAt } from './stripe.ts'

const key = 'sk_test_1'
const webhookSecret = 'whsec_1'
const harbourside = { businessId: 'harbourside' }

let stripe: Awaited<ReturnType<typeof startFakeStripe>>
let hub: TestHub
let patron: Patron
beforeAll(async () => {
  stripe = await startFakeStripe(key, webhookSecret)
  hub = await startTestHub({
    HUB_STRIPE_SECRET_KEY: key,
    HUB_STRIPE_WEBHOOK_SECRET: webhookSecret,
    HUB_STRIPE_URL: stripe.url,
    HUB_PUBLIC_URL: 'https://club.example',
    // With Stripe there is no test page, not even in the demo.
    HUB_DEMO: 'on',
  })
  patron = patronOf(hub)
})
afterAll(async () => {
  await hub.close()
  await stripe.close()
})

test('a Stripe that takes a request and says nothing is given up', async () => {
  const { url, given, close } = await openSilentServer()
  await expect(stripeAt({ secretKey: key, webhookSecret, url }).find('cs_1')).rejects.toThrow(
    'The time is over.',
  )
  expect(given).toEqual([patienceMs.ofJobs])
  await close()
})

/** An application that waits at Stripe's page. */
async function waiting(answers = {}) {
  const secret = await patron.apply(answers)
  const { PaymentUrl, SessionId } = await patron.submit(secret)
  return { secret, sessionId: SessionId, checkoutId: PaymentUrl!.split('/').at(-1)! }
}
async function tell({ payload, signature }: { payload: string; signature: string }) {
  const { statusCode } = await hub.app.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })
  return statusCode
}
const paymentsOf = async (sessionId: string) => {
  const { body } = await hub.as(people.admin)(api.getMembershipRequest, {
    params: { ...harbourside, sessionId },
  })
  return body
}

describe('a checkout', () => {
  test('is opened once for the amount, the tax in it, and leads back', async () => {
    const { sessionId, checkoutId } = await waiting({ FeeItems: ['raffle'] })
    const { form, key: idempotencyKey } = stripe.requests.at(-1)!
    expect(Object.fromEntries(form)).toMatchObject({
      mode: 'payment',
      'line_items[0][price_data][unit_amount]': '6500',
      'line_items[0][price_data][currency]': 'aud',
      'line_items[0][price_data][product_data][name]': 'Ordinary, Donation to the junior teams',
      success_url: 'https://club.example/apply/harbourside-membership?paid=yes',
      cancel_url: 'https://club.example/apply/harbourside-membership',
      customer_email: 'nora@example.org',
    })
    const { Payments } = await paymentsOf(sessionId)
    expect(Payments).toMatchObject([{ Provider: 'Stripe', State: 'Open', Amount: 65, TaxAmount: 5 }])
    expect(idempotencyKey).toBe(`open-${Payments[0]?.PaymentId}`)
    // The job after a lost answer.
    await hub.owner.query(`update request_payment set state = 'Opening' where payment_id = $1`, [
      Payments[0]?.PaymentId,
    ])
    await patron.perform('open_checkout', { businessId: 'harbourside', paymentId: Payments[0]?.PaymentId })
    expect(stripe.checkouts.has(checkoutId)).toBe(true)
    expect([...stripe.checkouts.values()].filter((each) => each.amount_total === 6500)).toHaveLength(1)
  })

  test('of a renewal shows the e-mail address on file to nobody who has not shown that it is theirs', async () => {
    const secret = await patron.identify('10150')
    await patron.call(api.saveSession, {
      params: renewalForm,
      body: { Secret: secret, Answers: { MembershipType: 'Ordinary', HasAcceptedTerms: true } },
    })
    await patron.submit(secret, renewalForm)
    const { form } = stripe.requests.at(-1)!
    expect(form.get('mode')).toBe('payment')
    expect(form.has('customer_email')).toBe(false)
  })

  test('has no test page beside it', async () => {
    const { checkoutId } = await waiting()
    const { status } = await patron.call(api.settleTestPayment, {
      params: { checkoutId },
      body: { IsPaid: true },
    })
    expect(status).toBe(404)
  })
})

describe('a notice', () => {
  test('completes the request, and told again changes nothing', async () => {
    const { secret, sessionId, checkoutId } = await waiting()
    const notice = stripe.notice(stripe.pay(checkoutId))
    expect(await tell(notice)).toBe(200)
    expect(await tell(notice)).toBe(200)
    expect(await patron.open(secret)).toMatchObject({ NextStep: 'User Completed', AmountPaid: 55 })
    const { Steps, Payments } = await paymentsOf(sessionId)
    expect(Steps.filter(({ Step }) => Step === 'User Completed')).toHaveLength(1)
    expect(Payments).toMatchObject([{ State: 'Paid', ProviderPaymentId: `pi_${checkoutId.slice(8)}` }])
  })

  test('told twice at once counts once', async () => {
    const { sessionId, checkoutId } = await waiting()
    const notice = stripe.notice(stripe.pay(checkoutId))
    expect(await Promise.all([tell(notice), tell(notice), tell(notice)])).toEqual([200, 200, 200])
    const { Steps } = await paymentsOf(sessionId)
    expect(Steps.filter(({ Step }) => Step === 'User Completed')).toHaveLength(1)
  })

  test.each([
    ['forged', (notice: { payload: string }) => ({ ...notice, signature: 't=1,v1=00' })],
    ['unsigned', (notice: { payload: string }) => ({ ...notice, signature: '' })],
    [
      'changed on its way',
      (notice: { payload: string; signature: string }) => ({ ...notice, payload: `${notice.payload} ` }),
    ],
  ])('that is %s is refused', async (_, spoil) => {
    const { secret, checkoutId } = await waiting()
    const paid = { ...stripe.checkouts.get(checkoutId)!, payment_status: 'paid' as const }
    expect(await tell(spoil(stripe.notice(paid)))).toBe(400)
    expect((await patron.open(secret)).NextStep).toBe('Payment Required')
  })

  test('of another hour is refused', async () => {
    const { secret, checkoutId } = await waiting()
    const paid = stripe.pay(checkoutId)
    const old = stripe.notice(paid, 'checkout.session.completed', Date.now() - 3_600_000)
    expect(await tell(old)).toBe(400)
    expect((await patron.open(secret)).NextStep).toBe('Payment Required')
  })

  test.each([
    ['no JSON', 'paid'],
    ['no notice', '{"type":7}'],
    ['nothing', 'null'],
    ['of no checkout that Stripe has', '{"type":"checkout.session.completed","data":{"object":{"id":[]}}}'],
    ['deeply nested', `{"type":"x","data":{"object":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`],
  ])('that is signed and %s is refused or passed over, in words', async (_, payload) => {
    const { statusCode, body } = await hub.app.inject({
      method: 'POST',
      url: '/api/webhooks/stripe',
      headers: { 'content-type': 'text/plain', 'stripe-signature': stripe.sign(payload) },
      payload,
    })
    expect([200, 400]).toContain(statusCode)
    expect(body).toMatch(/received|"ErrorMessage":"\w[^"]+\."/)
  })

  test('without a body, a signature or an end is refused in a sentence', async () => {
    const now = Math.floor(Date.now() / 1000)
    for (const request of [
      { headers: { 'stripe-signature': `t=${now},v1=00` } },
      { headers: { 'stripe-signature': stripe.sign('{}', Date.now() + 400_000) }, payload: '{}' },
      { headers: {}, payload: '{}' },
      { headers: { 'stripe-signature': 'nonsense' }, payload: 'x'.repeat(300_000) },
    ]) {
      const answer = await hub.app.inject({ method: 'POST', url: '/api/webhooks/stripe', ...request })
      expect([400, 413, 415]).toContain(answer.statusCode)
      expect(answer.json().ErrorMessage).toMatch(/^[A-Z].*\.$/)
    }
  })

  test('that comes late, after the page ran out, still counts', async () => {
    const { secret, checkoutId } = await waiting()
    await tell(stripe.notice(stripe.expire(checkoutId), 'checkout.session.expired'))
    expect((await patron.open(secret)).IsPaymentOver).toBe(true)
    await tell(stripe.notice(stripe.pay(checkoutId), 'checkout.session.async_payment_succeeded'))
    expect((await patron.open(secret)).NextStep).toBe('User Completed')
  })

  test('that a bank did not pay after all ends the page, and another can be asked for', async () => {
    const { secret, checkoutId } = await waiting()
    const pending = stripe.payLater(checkoutId)
    await tell(stripe.notice(pending))
    expect(await patron.open(secret)).toMatchObject({ NextStep: 'Payment Required', IsPaymentOver: false })
    await tell(stripe.notice(pending, 'checkout.session.async_payment_failed'))
    expect((await patron.open(secret)).IsPaymentOver).toBe(true)
    const { PaymentUrl } = await patron.submit(secret)
    expect(PaymentUrl).not.toContain(checkoutId)
  })

  test('that comes after another payment gives this one back', async () => {
    const { secret, checkoutId } = await waiting()
    await tell(stripe.notice(stripe.expire(checkoutId), 'checkout.session.expired'))
    const { PaymentUrl } = await patron.submit(secret)
    await tell(stripe.notice(stripe.pay(PaymentUrl!.split('/').at(-1)!)))
    await tell(stripe.notice(stripe.pay(checkoutId)))
    await patron.work()
    expect(stripe.refunds()).toContain(`pi_${checkoutId.slice(8)}`)
    expect((await patron.open(secret)).NextStep).toBe('User Completed')
  })

  test('of another amount is an error for staff to see, who can still decide', async () => {
    const { sessionId, checkoutId } = await waiting()
    await tell(stripe.notice(stripe.pay(checkoutId, 100)))
    expect(await paymentsOf(sessionId)).toMatchObject({
      NextStep: 'Error',
      IsError: true,
      Message: '$1.00 paid, but the fee is $55.00.',
    })
    const { body } = await hub.as(people.admin)(api.rejectMembershipRequest, {
      params: { ...harbourside, sessionId },
      body: { Note: null, IsRefunded: true, NotifyBy: 'none' },
    })
    expect(body).toMatchObject({ NextStep: 'Completed', Payments: [{ State: 'Refunding' }] })
  })

  test('of something else is none of ours', async () => {
    const { checkoutId } = await waiting()
    const checkout = stripe.checkouts.get(checkoutId)!
    expect(await tell(stripe.notice(checkout, 'invoice.paid'))).toBe(200)
    expect(await tell(stripe.notice({ ...checkout, id: 'cs_unknown', payment_status: 'paid' }))).toBe(200)
  })
})

test('a payment whose notice never came is found and finished by a job', async () => {
  const { secret, checkoutId } = await waiting()
  stripe.pay(checkoutId)
  await patron.perform('find_unfinished_requests', {})
  expect((await patron.open(secret)).NextStep).toBe('Payment Required')
  await hub.owner.query(`update request_payment set created_at = now() - interval '6 minutes'`)
  await patron.perform('find_unfinished_requests', {})
  expect((await patron.open(secret)).NextStep).toBe('User Completed')
})

test('a payment that the provider can not answer for keeps no other waiting', async () => {
  const [lost, paid] = [await waiting(), await waiting()]
  stripe.pay(paid.checkoutId)
  // From before Stripe was set up: nobody can ask about it.
  await hub.owner.query(
    `update request_payment set provider = 'Test', state = 'Opening' where checkout_id = $1`,
    [lost.checkoutId],
  )
  await hub.owner.query(`update request_payment set created_at = now() - interval '1 hour'`)
  await expect(patron.perform('find_unfinished_requests', {})).rejects.toThrow('Test is not set up')
  expect((await patron.open(paid.secret)).NextStep).toBe('User Completed')
})

test('the page that people come back to has the payment asked about', async () => {
  const { secret, checkoutId } = await waiting()
  stripe.pay(checkoutId)
  await patron.call(api.checkPayment, {
    params: { form: 'harbourside-membership' },
    body: { Secret: secret },
  })
  await patron.work()
  expect((await patron.open(secret)).NextStep).toBe('User Completed')
})
