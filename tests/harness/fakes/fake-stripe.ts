import { createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Checkout = {
  id: string
  object: 'checkout.session'
  url: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  payment_intent: string | null
  amount_total: number
  currency: string
  metadata: Record<string, string | null>
}

type Refund = {
  id: string
  object: 'refund'
  payment_intent: string
  amount: number
  status: 'succeeded' | 'pending' | 'failed'
  failure_reason: string | null
}

type Answer = { status: number; content: object }

/**
 * What happens to the next refund that is asked for: it is refused with a status, it stays under way or fails on its way,
 * it is done but nobody hears of it, or nothing is done and nobody hears anything.
 */
export type RefundFate =
  | { refuse: number; message: string; code?: string }
  | { status: 'pending' | 'failed' }
  | 'answer lost'
  | 'silence'

/** A server that speaks the part of Stripe's protocol that Hub uses, for tests. */
export async function startFakeStripe(secretKey: string, webhookSecret: string) {
  const checkouts = new Map<string, Checkout>()
  const answers = new Map<string, Answer>()
  const requests: { path: string; form: URLSearchParams; key: string | undefined }[] = []
  const given: Refund[] = []
  const fates: RefundFate[] = []
  const refusedCheckouts: string[] = []

  function refund(paymentIntent: string, fate: RefundFate | undefined): Answer {
    if (typeof fate === 'object' && 'refuse' in fate) return refusal(fate.refuse, fate.message, fate.code)
    // Never more than was paid, whatever the key.
    const amount = leftOf(paymentIntent)
    if (amount <= 0) return refusal(400, 'Charge ch_1 has already been refunded.', 'charge_already_refunded')
    const status = typeof fate === 'object' ? fate.status : 'succeeded'
    const id = `re_${randomBytes(6).toString('hex')}`
    const failure_reason = status === 'failed' ? 'expired_or_canceled_card' : null
    given.unshift({ id, object: 'refund', payment_intent: paymentIntent, amount, status, failure_reason })
    return { status: 200, content: { ...given[0] } }
  }

  /** What was paid and hasn't been given back. */
  function leftOf(paymentIntent: string): number {
    const paid = [...checkouts.values()].find((one) => one.payment_intent === paymentIntent)
    const standing = given.filter((one) => one.payment_intent === paymentIntent && one.status !== 'failed')
    return standing.reduce((left, { amount }) => left - amount, paid?.amount_total ?? 0)
  }

  function create(form: URLSearchParams): Answer {
    const words = refusedCheckouts.shift()
    if (words) return refusal(400, words)
    const id = `cs_test_${randomBytes(8).toString('hex')}`
    const checkout: Checkout = {
      id,
      object: 'checkout.session',
      url: `https://checkout.stripe.example/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      metadata: { payment_id: form.get('metadata[payment_id]') },
    }
    checkouts.set(id, checkout)
    return { status: 200, content: checkout }
  }

  /** Only an open page can be closed, as Stripe has it. */
  function close(id: string): Answer {
    const checkout = checkouts.get(id)
    if (!checkout) return refusal(404, 'No such checkout.session')
    if (checkout.status !== 'open')
      return refusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
    const closed: Checkout = { ...checkout, status: 'expired' }
    checkouts.set(id, closed)
    return { status: 200, content: closed }
  }

  /** Where a refund is seen. */
  function read(path: string): Answer {
    const { pathname, searchParams } = new URL(path, 'http://stripe')
    if (pathname === '/v1/refunds') {
      const data = given.filter((one) => one.payment_intent === searchParams.get('payment_intent'))
      return { status: 200, content: { object: 'list', data } }
    }
    const checkout = checkouts.get(pathname.split('/').at(-1) ?? '')
    return checkout ? { status: 200, content: checkout } : refusal(404, 'No such checkout.session')
  }

  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = request.url ?? ''
      const form = new URLSearchParams(body)
      const key = request.headers['idempotency-key'] as string | undefined
      requests.push({ path, form, key })
      const send = ({ status, content }: Answer) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
      if (request.headers.authorization !== `Bearer ${secretKey}`)
        return send(refusal(401, 'Invalid API Key'))
      if (request.method === 'GET') return send(read(path))
      const closing = /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/.exec(path)?.[1]
      if (closing) return send(close(closing))
      const isRefund = path === '/v1/refunds'
      const fate = isRefund ? fates.shift() : undefined
      if (fate === 'silence') return response.destroy()
      // The same key gets the same answer, be it a refusal, as Stripe promises.
      const known = key && answers.get(key)
      const answer = known || (isRefund ? refund(form.get('payment_intent') ?? '', fate) : create(form))
      if (key) answers.set(key, answer)
      return fate === 'answer lost' ? response.destroy() : send(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  /** A notice as Stripe sends it, signed at a moment. */
  function notice(object: Checkout | Refund, type = 'checkout.session.completed', at = Date.now()) {
    const payload = JSON.stringify({ id: 'evt_1', type, data: { object } })
    return { payload, signature: sign(payload, at) }
  }

  /** The header of whatever Stripe would sign. */
  function sign(payload: string, at = Date.now()): string {
    const time = Math.floor(at / 1000)
    const signature = createHmac('sha256', webhookSecret).update(`${time}.${payload}`).digest('hex')
    return `t=${time},v1=${signature}`
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    checkouts,
    requests,
    /** What becomes of the next refunds that are asked for, in this order; those after them are done. */
    fates,
    /** The next page to pay at isn't opened. */
    refuseNextCheckout: (message: string) => void refusedCheckouts.push(message),
    /** The payments that were given back, newest first. */
    refunds: () => given.filter(({ status }) => status === 'succeeded').map((one) => one.payment_intent),
    /** Somebody gives a part back on Stripe's own pages. */
    refundPart(paymentIntent: string, amount: number) {
      const part = {
        payment_intent: paymentIntent,
        amount,
        status: 'succeeded',
        failure_reason: null,
      } as const
      given.unshift({ id: `re_part_${given.length}`, object: 'refund', ...part })
    },
    /** A refund that was under way ends. */
    endRefund(paymentIntent: string, status: 'succeeded' | 'failed'): Refund {
      const ended = given.find((one) => one.payment_intent === paymentIntent)!
      Object.assign(ended, { status, failure_reason: status === 'failed' ? 'declined' : null })
      return ended
    },
    /** After a day Stripe has forgotten what it answered to which key. */
    forgetKeys: () => answers.clear(),
    notice,
    sign,
    /** The payer pays. */
    pay(id: string, cents?: number): Checkout {
      const checkout = checkouts.get(id)!
      const paid: Checkout = {
        ...checkout,
        status: 'complete',
        payment_status: 'paid',
        payment_intent: `pi_${id.slice(8)}`,
        amount_total: cents ?? checkout.amount_total,
      }
      checkouts.set(id, paid)
      return paid
    },
    /** The payer has their bank pay, which takes days. */
    payLater(id: string): Checkout {
      const pending: Checkout = { ...checkouts.get(id)!, status: 'complete' }
      checkouts.set(id, pending)
      return pending
    },
    /** The page runs out. */
    expire(id: string): Checkout {
      const expired: Checkout = { ...checkouts.get(id)!, status: 'expired' }
      checkouts.set(id, expired)
      return expired
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function refusal(status: number, message: string, code?: string): Answer {
  return { status, content: { error: { type: 'invalid_request_error', message, ...(code && { code }) } } }
}
