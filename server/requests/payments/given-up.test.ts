import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { clubForm } from '#tests/people/patron.ts'
import { startRefundHub, type RefundHub } from '#tests/records/refunds.ts'

let here: RefundHub
beforeAll(async () => {
  here = await startRefundHub()
})
afterAll(() => here.close())

describe('a payment that nobody makes', () => {
  const age = (checkoutId: string, hours: number) =>
    here.hub.owner.query(
      `update request_payment set created_at = now() - make_interval(hours => $2) where checkout_id = $1`,
      [checkoutId, hours],
    )
  async function waiting() {
    const secret = await here.patron.apply()
    const { PaymentUrl, SessionId: sessionId } = await here.patron.submit(secret)
    return { secret, sessionId, checkoutId: PaymentUrl!.split('/').at(-1)! }
  }

  test('runs out after 72 hours whatever the provider says, and can be asked for again', async () => {
    const [still, unknown] = [await waiting(), await waiting()]
    here.stripe.checkouts.delete(unknown.checkoutId)
    for (const { checkoutId } of [still, unknown]) await age(checkoutId, 73)
    await here.patron.perform('find_unfinished_requests', {})
    for (const { secret } of [still, unknown])
      expect(await here.patron.open(secret)).toMatchObject({ IsPaymentOver: true, PaymentUrl: null })
    expect((await here.patron.submit(unknown.secret)).PaymentUrl).toMatch(/^https/)
    expect((await here.detail(unknown)).Steps).toContainEqual(
      expect.objectContaining({ Step: 'Payment given up', Note: 'Stripe could not say how it ended.' }),
    )
  })

  test('but was made counts after 72 hours, too', async () => {
    const late = await waiting()
    here.stripe.pay(late.checkoutId)
    await age(late.checkoutId, 100)
    await here.patron.perform('find_unfinished_requests', {})
    expect((await here.patron.open(late.secret)).NextStep).toBe('User Completed')
  })

  test('yet, as a bank takes days over it, waits for the bank, and runs out after 30 days', async () => {
    const [paid, unpaid] = [await waiting(), await waiting()]
    for (const { checkoutId } of [paid, unpaid]) {
      here.stripe.payLater(checkoutId)
      await age(checkoutId, 29 * 24)
    }
    await here.patron.perform('find_unfinished_requests', {})
    expect((await here.patron.open(unpaid.secret)).IsPaymentOver).toBe(false)
    here.stripe.pay(paid.checkoutId)
    await age(unpaid.checkoutId, 31 * 24)
    await here.patron.perform('find_unfinished_requests', {})
    expect((await here.patron.open(paid.secret)).NextStep).toBe('User Completed')
    expect((await here.patron.open(unpaid.secret)).IsPaymentOver).toBe(true)
  })

  test('and that the provider will not take is over at once, in what was said', async () => {
    const secret = await here.patron.apply()
    await here.patron.call(api.submitSession, {
      params: clubForm,
      body: { Secret: secret },
    })
    here.stripe.refuseNextCheckout('The amount is too small.')
    await here.patron.work()
    const { IsPaymentOver, SessionId: sessionId } = await here.patron.open(secret)
    expect(IsPaymentOver).toBe(true)
    expect((await here.detail({ sessionId })).Steps.at(-1)).toMatchObject({
      Step: 'Payment given up',
      Note: 'Stripe: The amount is too small.',
    })
  })
})
