import type { PaymentMode } from '#contract/requests/request-forms.ts'
import type { Database } from '#platform/database'
import type { Settings } from '#platform/settings'
import type { PaymentService } from './payment-service.ts'
import { stripe } from './stripe.ts'
import { testPayments } from './test-payments.ts'

/** What those who take payments have to know of the installation. */
export type Surroundings = {
  /** Where the pages are. */
  readonly publicUrl: () => string
  /** Null where no payments can be taken. */
  readonly payments: PaymentService | null
  readonly paymentMode: PaymentMode
}

/** The same for jobs and notices of payments, which bring transactions of their own. */
export type Backstage = Surroundings & { readonly database: Database }

/** Stripe where it is set up, the test page in the demo, and no payments elsewhere. */
export function paymentSurroundings(
  database: Database,
  settings: Settings,
  publicUrl: () => string,
): Backstage {
  const payments = settings.stripe ? stripe(settings.stripe) : settings.demo ? testPayments(publicUrl) : null
  return { database, publicUrl, payments, paymentMode: payments?.provider ?? 'None' }
}
