import { z } from 'zod'
import { fetchInTime, patienceMs } from '#platform/outside'
import type { CheckoutState, PaymentService, RefundWish } from './payment-service.ts'
import { ProviderRefusal, RefundPending } from './provider-refusal.ts'

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

const StripeRefunds = z.object({
  data: z.array(
    z.object({
      payment_intent: z.string().nullish(),
      amount: z.number().int(),
      status: z.string().nullish(),
      failure_reason: z.string().nullish(),
    }),
  ),
})
const StripeRefund = StripeRefunds.shape.data.element
const StripeError = z.object({
  error: z.object({ message: z.string().nullish(), code: z.string().nullish() }),
})

type Ask = (
  method: 'GET' | 'POST',
  path: string,
  form?: Record<string, string>,
  key?: string,
) => Promise<unknown>

/** Stripe Checkout over its HTTP interface. */
export function stripe({ secretKey, url }: StripeSettings): PaymentService {
  const ask: Ask = async (method, path, form, key) => {
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
    if (!answer.ok) throw await failureOf(answer, `${method} ${path.split(/[/?]/)[0]}`)
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
    find: (checkoutId) => findPage(ask, checkoutId),
    close: (checkoutId) => closePage(ask, checkoutId),
    refund: (wish) => refund(ask, wish),
    findRefundFailure: async (id, cents) => failureIn(await refundsOf(ask, id), cents),
  }
}

const pageOf = (checkoutId: string) => `checkout/sessions/${encodeURIComponent(checkoutId)}`

async function findPage(ask: Ask, checkoutId: string): Promise<CheckoutState> {
  return checkoutState(StripeCheckout.parse(await ask('GET', pageOf(checkoutId))))
}

async function closePage(ask: Ask, checkoutId: string): Promise<CheckoutState> {
  try {
    return checkoutState(StripeCheckout.parse(await ask('POST', `${pageOf(checkoutId)}/expire`, {})))
  } catch (error) {
    // Only an open one can be closed: of another it says how it ended.
    if (!(error instanceof ProviderRefusal)) throw error
    return findPage(ask, checkoutId)
  }
}

// Somebody else is at it, or too much is going on: it may be granted later.
const laterStatuses = [409, 429]

async function failureOf(answer: Response, what: string): Promise<Error> {
  const words = `Stripe answered ${answer.status} to ${what}`
  if (answer.status >= 500 || laterStatuses.includes(answer.status)) return new Error(words)
  const said = StripeError.safeParse(await answer.json().catch(() => null)).data?.error
  return new ProviderRefusal(words, said?.message || words, said?.code ?? null)
}

async function refund(ask: Ask, { paymentId, providerPaymentId, cents, round }: RefundWish): Promise<void> {
  const key = round === 1 ? `refund-${paymentId}` : `refund-${paymentId}-${round}`
  try {
    const answer = await ask('POST', 'refunds', { payment_intent: providerPaymentId }, key)
    if (StripeRefund.parse(answer).status === 'succeeded') return
  } catch (error) {
    // By a try whose answer was lost, or by somebody on Stripe's own pages. It never gives back more than was paid.
    if (!(error instanceof ProviderRefusal && error.code === 'charge_already_refunded')) throw error
  }
  // What was answered may be as it was when it was first asked for.
  const refunds = await refundsOf(ask, providerPaymentId)
  const failure = failureIn(refunds, cents)
  if (failure) throw failure
  const waiting = refunds.find(({ status }) => status === 'pending' || status === 'requires_action')
  if (waiting) throw new RefundPending(`Stripe has not given it back yet: ${waiting.status}`)
}

type Refunds = z.output<typeof StripeRefunds>['data']

/** The refunds of a payment, newest first. */
async function refundsOf(ask: Ask, providerPaymentId: string): Promise<Refunds> {
  const path = `refunds?payment_intent=${encodeURIComponent(providerPaymentId)}&limit=100`
  return StripeRefunds.parse(await ask('GET', path)).data
}

/** Why not all of a payment was given back, or stayed so; null while all of it is, or is under way. */
function failureIn(refunds: Refunds, cents: number): ProviderRefusal | null {
  // Somebody may have given a part of it back on Stripe's own pages.
  const standing = refunds.filter(({ status }) => !isUndone(status))
  if (refunds.length > 0 && standing.reduce((sum, { amount }) => sum + amount, 0) >= cents) return null
  const reason = refunds[0]?.failure_reason ?? 'no reason given'
  return new ProviderRefusal('Stripe failed to refund', `The refund failed on its way: ${reason}.`)
}

const isUndone = (status: string | null | undefined) => status === 'failed' || status === 'canceled'

/** A notice of a refund that has failed after all; null if it is another. */
export function failedRefundOf(type: string, object: unknown): string | null {
  // Of charges it is told as well, where the API is an older one.
  if (!/^(charge\.)?refund\./.test(type)) return null
  const { data } = StripeRefund.safeParse(object)
  return data && isUndone(data.status) ? (data.payment_intent ?? null) : null
}

// A page that was filled in stays 'complete' for ever: that the debit came to nothing is told by the notice alone.
const failedLater = 'checkout.session.async_payment_failed'

/** What a Checkout Session means to us, in an answer or in a notice of this type. */
export function checkoutState(checkout: z.output<typeof StripeCheckout>, notice?: string): CheckoutState {
  if (checkout.payment_status === 'paid')
    return {
      state: 'paid',
      providerPaymentId: checkout.payment_intent ?? checkout.id,
      cents: checkout.amount_total ?? 0,
    }
  if (notice === failedLater || checkout.status === 'expired') return { state: 'expired' }
  return { state: checkout.status === 'complete' ? 'pending' : 'open' }
}
