import { startFakeStripe } from '#tests/fakes/fake-stripe.ts'
import { startTestHub } from '#tests/hub.ts'
import { patronOf } from '#tests/people/patron.ts'

const key = 'sk_test_1'
const webhookSecret = 'whsec_1'

/** A hub with the demo where requests and reloads are paid at a provider of its own, and somebody who makes them. */
export async function startPayingHub() {
  const stripe = await startFakeStripe(key, webhookSecret)
  const hub = await startTestHub({
    HUB_STRIPE_SECRET_KEY: key,
    HUB_STRIPE_WEBHOOK_SECRET: webhookSecret,
    HUB_STRIPE_URL: stripe.url,
    HUB_PUBLIC_URL: 'https://club.example',
    HUB_DEMO: 'on',
  })
  /** The provider tells of what it has done; the status it is answered with. */
  const tell = async ({ payload, signature }: { payload: string; signature: string }) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const { statusCode } = await hub.app.inject({
      method: 'POST',
      url: '/api/webhooks/stripe',
      headers,
      payload,
    })
    return statusCode
  }
  const close = async () => {
    await hub.close()
    await stripe.close()
  }
  return { hub, stripe, patron: patronOf(hub), tell, close }
}

export type PayingHub = Awaited<ReturnType<typeof startPayingHub>>
