import { refundWords } from '#contract/payments/refund-words.ts'
import type { PaymentService, RefundWish } from './payment-service.ts'
import { ProviderRefusal, RefundPending } from './provider-refusal.ts'

/** What was paid, and by whom it was taken. */
export type Paid = {
  /** A provider, or nobody where it was taken at the counter. */
  readonly provider: string
  readonly paymentId: string
  readonly providerPaymentId: string | null
  readonly paidCents: number | null
  readonly refundRound: number
}

/** How it ended to give something back: done, under way for longer than a job is tried, or in vain. */
type Given = { readonly end: 'given' }
type Pending = { readonly end: 'pending' }
type InVain = { readonly end: 'in vain'; readonly error: unknown }
export type GivenBack = Given | Pending | InVain

/** Who took a payment, if they are still set up. */
export function providerOf(payments: PaymentService | null, { provider }: Pick<Paid, 'provider'>) {
  if (payments?.provider !== provider) throw new Error(`${provider} is not set up`)
  return payments
}

/** Has the provider give back what was paid. What may go well another time is thrown, but for the last try. */
export async function giveBack(
  payments: PaymentService | null,
  paid: Paid,
  isLast: boolean,
): Promise<GivenBack> {
  try {
    await providerOf(payments, paid).refund(wishOf(paid))
    return { end: 'given' }
  } catch (error) {
    if (isLast && error instanceof RefundPending) return { end: 'pending' }
    if (isLast || error instanceof ProviderRefusal) return { end: 'in vain', error }
    throw error
  }
}

function wishOf({ provider, paymentId, providerPaymentId, paidCents, refundRound: round }: Paid): RefundWish {
  if (!providerPaymentId)
    throw new ProviderRefusal('No id to refund', `${provider} gave no id for this payment.`)
  return { paymentId, providerPaymentId, cents: paidCents ?? 0, round }
}

const longestFailure = 500

/** Why something could not be given back, for the staff to read. */
export function failureInWords({ provider }: Pick<Paid, 'provider'>, error: unknown): string {
  const words =
    error instanceof ProviderRefusal
      ? `${provider}: ${error.reason}`
      : `${provider} has not confirmed it. It may have been given back all the same. (${error instanceof Error ? error.message : String(error)})`
  return words.slice(0, longestFailure)
}

/** Why there is nothing to settle: somebody else was faster, or it never failed. */
export function nothingToGiveBack({ state }: { readonly state: string }): string {
  const words = refundWords.notFailed
  return state === 'Refunding' || state === 'Refunded' ? words[state] : words.other
}
