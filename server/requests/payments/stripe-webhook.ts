import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { rightNowMs } from '#platform/clock'
import { parse, invalid, Refusal } from '#platform/refusals'
import { queueReloadRefundCheck, settleReloadByCheckout } from '#server/cards/online'
import { checkoutState, failedRefundOf, StripeCheckout, type Backstage } from '#server/payments'
import { settleByCheckout } from './payments.ts'
import { queueRefundCheck } from './refund-queue.ts'

/** Where Stripe tells how payments ended. */
export const webhookPath = '/api/webhooks/stripe'

// Stripe's own are some kilobytes.
const largestNotice = 256 * 1024

const Notice = z.object({ type: z.string(), data: z.object({ object: z.unknown() }) })

/** Takes Stripe's notices. Each is believed by its signature alone; a repeated or a late one changes nothing twice. */
export async function serveStripeWebhook(
  app: FastifyInstance,
  surroundings: Backstage,
  webhookSecret: string,
): Promise<void> {
  await app.register(async (scope) => {
    // The signature is of the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(
      webhookPath,
      { config: { endpoint: 'stripeWebhook' }, bodyLimit: largestNotice },
      async (request, reply) => {
        // A request without a body has been through no parser.
        const body = (request.body ?? Buffer.alloc(0)) as Buffer
        if (!isSigned(body, String(request.headers['stripe-signature'] ?? ''), webhookSecret, rightNowMs()))
          throw new Refusal(400, 'bad_signature', 'The signature does not fit.')
        const notice = parse(Notice, jsonOf(body))
        if (notice.type.startsWith('checkout.session.')) {
          const checkout = parse(StripeCheckout, notice.data.object)
          // Each knows its own by their id.
          const outcome = checkoutState(checkout, notice.type)
          await settleByCheckout(surroundings, checkout.id, outcome)
          await settleReloadByCheckout(surroundings, checkout.id, outcome)
        }
        const failedRefund = failedRefundOf(notice.type, notice.data.object)
        if (failedRefund) {
          await queueRefundCheck(surroundings, failedRefund)
          await queueReloadRefundCheck(surroundings, failedRefund)
        }
        return reply.code(200).send({ received: true })
      },
    )
  })
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    throw invalid('The notice is not JSON.')
  }
}

const oldestSeconds = 300

/** True if the body was signed with our secret in the last five minutes: an overheard notice can't be played again later. */
export function isSigned(body: Buffer, header: string, secret: string, now: number): boolean {
  const parts = header.split(',').map((part) => part.trim().split('='))
  const time = Number(parts.find(([name]) => name === 't')?.[1])
  if (!(Math.abs(now / 1000 - time) <= oldestSeconds)) return false
  const wanted = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex')
    return name === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}
