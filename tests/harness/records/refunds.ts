import { api } from '#contract'
import { startFakeStripe } from '#tests/fakes/fake-stripe.ts'
import { people, startTestHub } from '#tests/hub.ts'
import { clubForm, lettersTo, patronOf } from '#tests/people/patron.ts'

const key = 'sk_test_1'
const harbourside = { businessId: 'harbourside' }

/** What Stripe says where there is nothing to give back from, and how the staff read it. */
export const refused = {
  refuse: 400,
  message: 'Insufficient funds in your account.',
  code: 'balance_insufficient',
}
export const refusedInWords = 'Stripe: Insufficient funds in your account.'
export const lastTry = { isLast: true }

/** A Hub with a Stripe that gives back, or doesn't, as a test wants it to. */
export async function startRefundHub() {
  const stripe = await startFakeStripe(key, 'whsec_1')
  const hub = await startTestHub({
    HUB_STRIPE_SECRET_KEY: key,
    HUB_STRIPE_WEBHOOK_SECRET: 'whsec_1',
    HUB_STRIPE_URL: stripe.url,
    HUB_PUBLIC_URL: 'https://club.example',
    HUB_DEMO: 'on',
  })
  const patron = patronOf(hub)
  const finance = hub.as(people.finance)
  let applicants = 0

  /** A paid application that was rejected, so that its payment is to be given back. */
  async function rejected(NotifyBy: 'email' | 'none' = 'email') {
    const email = `refund${applicants++}@example.org`
    const secret = await patron.apply({ EmailAddress: email })
    const { PaymentUrl, SessionId: sessionId } = await patron.submit(secret)
    const checkoutId = PaymentUrl!.split('/').at(-1)!
    stripe.pay(checkoutId)
    await patron.call(api.checkPayment, { params: clubForm, body: { Secret: secret } })
    await patron.work()
    const { body } = await hub.as(people.admin)(api.rejectMembershipRequest, {
      params: { ...harbourside, sessionId },
      body: { Note: null, IsRefunded: true, NotifyBy },
    })
    const paymentId = body.Payments[0]!.PaymentId
    return { secret, email, sessionId, paymentId, intent: `pi_${checkoutId.slice(8)}` }
  }
  /** The same where Stripe would not give it back. */
  async function failed(notifyBy?: 'none') {
    const one = await rejected(notifyBy)
    stripe.fates.push(refused)
    await patron.work()
    return one
  }
  const detail = async ({ sessionId }: { sessionId: string }) =>
    (await finance(api.getMembershipRequest, { params: { ...harbourside, sessionId } })).body

  return {
    stripe,
    hub,
    patron,
    finance,
    rejected,
    failed,
    detail,
    payment: async (one: Rejected) => (await detail(one)).Payments[0]!,
    retry: ({ paymentId }: Rejected, caller = finance) =>
      caller(api.retryRefund, { params: { ...harbourside, paymentId } }),
    byHand: ({ paymentId }: Rejected, body: object = {}) =>
      finance(api.settleRefund, {
        params: { ...harbourside, paymentId },
        body: { Note: 'In cash, receipt 17.', NotifyBy: 'email', ...body },
      }),
    /** How often Stripe has given it back. */
    timesGivenBack: ({ intent }: Rejected) => stripe.refunds().filter((each) => each === intent).length,
    letters: ({ email }: Rejected) => lettersTo(hub, email),
    /** What the applicant's page says of it. */
    onPage: async ({ secret }: Rejected) => (await patron.open(secret)).Refunds,
    close: async () => {
      await hub.close()
      await stripe.close()
    },
  }
}

type Rejected = {
  readonly secret: string
  readonly email: string
  readonly sessionId: string
  readonly paymentId: string
  readonly intent: string
}

export type RefundHub = Awaited<ReturnType<typeof startRefundHub>>
