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

/** A server that speaks the part of Stripe's protocol that Hub uses, for tests. */
export async function startFakeStripe(secretKey: string, webhookSecret: string) {
  const checkouts = new Map<string, Checkout>()
  const answers = new Map<string, object>()
  const requests: { path: string; form: URLSearchParams; key: string | undefined }[] = []
  const refunds: string[] = []

  function create(path: string, form: URLSearchParams): object {
    if (path === '/v1/refunds') {
      refunds.push(form.get('payment_intent') ?? '')
      return { id: `re_${randomBytes(6).toString('hex')}`, status: 'succeeded' }
    }
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
    return checkout
  }

  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = request.url ?? ''
      const form = new URLSearchParams(body)
      const key = request.headers['idempotency-key'] as string | undefined
      requests.push({ path, form, key })
      const send = (status: number, content: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
      if (request.headers.authorization !== `Bearer ${secretKey}`) return send(401, { error: {} })
      if (request.method === 'GET') {
        const checkout = checkouts.get(path.split('/').at(-1) ?? '')
        return checkout ? send(200, checkout) : send(404, { error: {} })
      }
      // The same key gets the same answer, as Stripe promises.
      const known = key && answers.get(key)
      const answer = known || create(path, form)
      if (key) answers.set(key, answer)
      return send(200, answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  /** A notice as Stripe sends it, signed at a moment. */
  function notice(checkout: Checkout, type = 'checkout.session.completed', at = Date.now()) {
    const payload = JSON.stringify({ id: 'evt_1', type, data: { object: checkout } })
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
    refunds,
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
    /** The page runs out. */
    expire(id: string): Checkout {
      const expired: Checkout = { ...checkouts.get(id)!, status: 'expired' }
      checkouts.set(id, expired)
      return expired
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
