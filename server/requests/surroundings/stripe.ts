import { z } from 'zod'
import { fetchInTime, patienceMs } from '#platform/outside'
import type { CheckoutState, PaymentService } from './payment-service.ts'

export type StripeSettings = {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly url: string
}

/** A Checkout Session as Stripe tells of it, in answers and in notices. */
export const StripeCheckout = z.object({
  id: z.string(),
  url: z.string().nullish(),
  status: z.enum(['open', 'complete', 'expired']).nullish(),
  payment_status: z.string(),
  payment_intent: z.string().nullish(),
  amount_total: z.number().int().nullish(),
  currency: z.string().nullish(),
})

/** Stripe Checkout over its HTTP interface. */
export function stripe({ secretKey, url }: StripeSettings): PaymentService {
  const ask = async (method: 'GET' | 'POST', path: string, form?: Record<string, string>, key?: string) => {
    const answer = await fetchInTime(`${url}/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${secretKey}`,
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        // A job that is tried again after a lost answer must not act twice.
        ...(key && { 'idempotency-key': key }),
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
      withinMs: patienceMs.ofJobs,
    })
    if (!answer.ok) throw new Error(`Stripe answered ${answer.status} to ${method} ${path.split('/')[0]}`)
    return answer.json()
  }
  return {
    provider: 'Stripe',
    open: async (wish) => {
      const form = {
        mode: 'payment',
        client_reference_id: wish.paymentId,
        'metadata[payment_id]': wish.paymentId,
        'metadata[business_id]': wish.businessId,
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': wish.currency.toLowerCase(),
        'line_items[0][price_data][unit_amount]': String(wish.cents),
        'line_items[0][price_data][product_data][name]': wish.description,
        success_url: `${wish.returnUrl}?paid=yes`,
        cancel_url: wish.returnUrl,
        ...(wish.email && { customer_email: wish.email }),
      }
      const checkout = StripeCheckout.parse(
        await ask('POST', 'checkout/sessions', form, `open-${wish.paymentId}`),
      )
      if (!checkout.url) throw new Error('Stripe gave no address to pay at')
      return { id: checkout.id, url: checkout.url }
    },
    find: async (checkoutId) =>
      checkoutState(
        StripeCheckout.parse(await ask('GET', `checkout/sessions/${encodeURIComponent(checkoutId)}`)),
      ),
    refund: async ({ paymentId, providerPaymentId }) => {
      await ask('POST', 'refunds', { payment_intent: providerPaymentId }, `refund-${paymentId}`)
    },
  }
}

/** What a Checkout Session means to us. */
export function checkoutState(checkout: z.output<typeof StripeCheckout>): CheckoutState {
  if (checkout.payment_status === 'paid')
    return {
      state: 'paid',
      providerPaymentId: checkout.payment_intent ?? checkout.id,
      cents: checkout.amount_total ?? 0,
    }
  return { state: checkout.status === 'expired' ? 'expired' : 'open' }
}
