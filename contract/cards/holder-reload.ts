import { z } from 'zod'
import { anyone, endpoint } from '#contract/endpoint.ts'
import { Dollars } from '#contract/values/dollars.ts'
import { HolderSecret } from './card-claims.ts'

/** How a payment of a holder stands. */
export const ReloadPaymentState = z.enum([
  'Opening',
  'Open',
  'Paid',
  'Expired',
  'Refunding',
  'Refunded',
  'RefundFailed',
])
export type ReloadPaymentState = z.infer<typeof ReloadPaymentState>

/** The newest payment of a holder for their card. */
export const HolderReloadPayment = z.object({
  Amount: z.number(),
  State: ReloadPaymentState,
  /** Where it can be paid; null unless it can. */
  PaymentUrl: z.string().nullable(),
  /** Of what got onto the card; null unless it did. */
  ReceiptNumber: z.string().nullable(),
  /** It got onto the card that has taken this one's place. */
  IsOnOtherCard: z.boolean(),
  /** Why it didn't get onto the card, in a sentence. */
  Refusal: z.string().nullable(),
  /** The club gave it back itself, as the provider could not. A server of the version before doesn't say. */
  IsGivenBackByHand: z.boolean().default(false),
})
export type HolderReloadPayment = z.infer<typeof HolderReloadPayment>

/** Whether a holder can add money to their card, how much, and what has become of the last time. */
export const HolderReload = z.object({
  IsOffered: z.boolean(),
  /** Dollars that still fit on the card, and that can still be added today; null for any amount. */
  FitsOnCard: z.number().nullable(),
  FitsToday: z.number().nullable(),
  Latest: HolderReloadPayment.nullable(),
})
export type HolderReload = z.infer<typeof HolderReload>

/** What a holder pays at once, in dollars. */
export const HolderReloadAmount = Dollars.min(1, 'The amount must be $1 at the least.').max(
  10_000,
  'The amount can be $10,000 at the most. Pay the rest another time.',
)

export const holderReloadApi = {
  /** Asks for a payment. Nothing is set aside before it is paid. */
  beginHolderReload: endpoint({
    method: 'POST',
    path: '/api/cards/held/reload',
    title: 'Reload a card by its holder',
    access: anyone,
    changes: [],
    recordsItself: true,
    mostPerMinute: 30,
    body: z.object({ Secret: HolderSecret, Amount: HolderReloadAmount }),
    output: HolderReload,
  }),
  readHolderReload: endpoint({
    method: 'POST',
    path: '/api/cards/held/reload/standing',
    title: 'How the reload of a holder stands',
    access: anyone,
    // What was paid gets onto the card by it, where the provider's own notice is slow.
    changes: ['card'],
    recordsItself: true,
    mostPerMinute: 60,
    body: z.object({
      Secret: HolderSecret,
      /** They come from the payment page: the provider is asked, where its own notice is slow. */
      HasPaid: z.boolean().default(false),
    }),
    output: HolderReload,
  }),
}
