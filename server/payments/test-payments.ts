import { randomBytes } from 'node:crypto'
import { testPaymentPath } from '#contract/patron-paths.ts'
import type { PaymentService } from './payment-service.ts'

/** Payments of the demo: a page of our own, marked as such, where nobody pays anything. */
export function testPayments(publicUrl: () => string): PaymentService {
  return {
    provider: 'Test',
    open: async () => {
      const id = `test_${randomBytes(16).toString('base64url')}`
      return { id, url: `${publicUrl()}${testPaymentPath}?id=${id}` }
    },
    // Its page says at once how it ended.
    find: async () => ({ state: 'open' }),
    close: async () => ({ state: 'expired' }),
    refund: async () => undefined,
    findRefundFailure: async () => null,
  }
}
