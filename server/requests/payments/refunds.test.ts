import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RefundFate } from '#tests/fakes/fake-stripe.ts'
import { lastTry, refused, refusedInWords, startRefundHub, type RefundHub } from '#tests/records/refunds.ts'

let here: RefundHub
beforeAll(async () => {
  here = await startRefundHub()
})
afterAll(() => here.close())
const letterKinds = async (one: Parameters<RefundHub['letters']>[0]) =>
  (await here.letters(one)).map(({ kind }) => kind)
const performRefund = ({ paymentId }: { paymentId: string }, attempt?: typeof lastTry) =>
  here.patron.perform('refund_payment', { businessId: 'harbourside', paymentId }, attempt)

describe('a refund', () => {
  test('is told as being given back, and as given back once it is', async () => {
    const one = await here.rejected()
    expect(await here.onPage(one)).toEqual([{ State: 'Refunding', Amount: 55 }])
    expect((await here.letters(one)).at(-1)!.body).toContain('What you paid is being given back to you.')
    await here.patron.work()
    expect(await here.payment(one)).toMatchObject({
      State: 'Refunded',
      RefundFailure: null,
      RefundedBy: null,
    })
    expect(await here.onPage(one)).toEqual([{ State: 'Refunded', Amount: 55 }])
    expect((await here.letters(one)).at(-1)!.body).toContain('$55.00 has been given back to you.')
  })

  test.each([400, 402, 404, 401])(
    'that is refused with %i ends at once, in what was said',
    async (status) => {
      const one = await here.rejected()
      here.stripe.fates.push({ ...refused, refuse: status })
      await here.patron.work()
      expect(await here.payment(one)).toMatchObject({
        State: 'RefundFailed',
        RefundFailure: refusedInWords,
        RefundedDate: null,
        AmountPaid: 55,
      })
      expect((await here.detail(one)).Steps.at(-1)).toMatchObject({
        Step: 'Refund failed',
        Note: refusedInWords,
      })
      expect(await here.onPage(one)).toEqual([{ State: 'RefundFailed', Amount: 55 }])
      expect((await here.letters(one)).at(-1)!.body).toContain(
        'Harbourside Leagues Club will be in touch with you about it',
      )
      expect(await letterKinds(one)).not.toContain('refund done')
    },
  )

  test.each<[string, RefundFate]>([
    ['answered 409', { refuse: 409, message: 'In use.' }],
    ['answered 429', { refuse: 429, message: 'Too many.' }],
    ['answered 503', { refuse: 503, message: 'Down.' }],
    ['fetch failed', 'silence'],
  ])('is tried again after: %s; and ends with its last try', async (words, fate) => {
    const one = await here.rejected()
    here.stripe.fates.push(fate)
    await expect(here.patron.work()).rejects.toThrow(words)
    expect(await here.payment(one)).toMatchObject({ State: 'Refunding', RefundFailure: null })
    here.stripe.fates.push(fate)
    await expect(performRefund(one, lastTry)).rejects.toThrow(words)
    expect((await here.payment(one)).State).toBe('RefundFailed')
    expect((await here.payment(one)).RefundFailure).toMatch(/^Stripe has not confirmed it\./)
  })

  test('whose answer was lost is given back once', async () => {
    const one = await here.rejected()
    here.stripe.fates.push('answer lost')
    await expect(here.patron.work()).rejects.toThrow('fetch failed')
    await performRefund(one)
    expect((await here.payment(one)).State).toBe('Refunded')
    expect(here.timesGivenBack(one)).toBe(1)
  })

  test('that is under way at the provider is not told as done before it is', async () => {
    const one = await here.rejected()
    here.stripe.fates.push({ status: 'pending' })
    await expect(here.patron.work()).rejects.toThrow('not given it back yet')
    expect(await here.onPage(one)).toEqual([{ State: 'Refunding', Amount: 55 }])
    here.stripe.endRefund(one.intent, 'succeeded')
    await performRefund(one)
    expect(await here.onPage(one)).toEqual([{ State: 'Refunded', Amount: 55 }])
  })

  test('that is under way to the last try is asked about from the start, and is none that failed', async () => {
    const one = await here.rejected()
    here.stripe.fates.push({ status: 'pending' })
    await performRefund(one, lastTry)
    expect((await here.payment(one)).State).toBe('Refunding')
    here.stripe.endRefund(one.intent, 'succeeded')
    await here.patron.work()
    expect((await here.payment(one)).State).toBe('Refunded')
    expect(here.timesGivenBack(one)).toBe(1)
  })

  test('is one that failed, too, where somebody gave a part back by another way', async () => {
    const one = await here.rejected()
    here.stripe.refundPart(one.intent, 500)
    here.stripe.fates.push({ status: 'failed' })
    await here.patron.work()
    expect((await here.payment(one)).State).toBe('RefundFailed')
    await here.retry(one)
    await here.patron.work()
    expect((await here.payment(one)).State).toBe('Refunded')
  })

  test('that fails on its way is one that failed, and can be tried again', async () => {
    const one = await here.rejected()
    here.stripe.fates.push({ status: 'failed' })
    await here.patron.work()
    expect((await here.payment(one)).RefundFailure).toBe(
      'Stripe: The refund failed on its way: expired_or_canceled_card.',
    )
    await here.retry(one)
    await here.patron.work()
    expect((await here.payment(one)).State).toBe('Refunded')
    expect(here.timesGivenBack(one)).toBe(1)
  })

  test('of who was to get no message is told by none', async () => {
    const one = await here.failed('none')
    expect((await here.payment(one)).State).toBe('RefundFailed')
    expect((await letterKinds(one)).filter((kind) => /refund|rejected/.test(kind))).toEqual([])
  })
})

describe('a notice that a refund failed after all', () => {
  const tell = async (refund: ReturnType<RefundHub['stripe']['endRefund']>) => {
    const { payload, signature } = here.stripe.notice(refund, 'refund.failed')
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const answer = await here.hub.app.inject({
      method: 'POST',
      url: '/api/webhooks/stripe',
      headers,
      payload,
    })
    expect(answer.statusCode).toBe(200)
    await here.patron.work()
  }

  test('brings it back to those who settle it, and tells the applicant', async () => {
    const one = await here.rejected()
    await here.patron.work()
    await tell(here.stripe.endRefund(one.intent, 'failed'))
    expect(await here.payment(one)).toMatchObject({
      State: 'RefundFailed',
      RefundedDate: null,
      RefundFailure: 'Stripe: The refund failed on its way: declined.',
    })
    expect((await letterKinds(one)).slice(-2)).toEqual(['refund done', 'refund failed'])
    await here.retry(one)
    await here.patron.work()
    expect((await here.payment(one)).State).toBe('Refunded')
  })

  test('changes nothing of what was given back since, or by hand', async () => {
    const [byHand, again] = [await here.failed(), await here.rejected()]
    here.stripe.fates.push({ status: 'failed' })
    await here.patron.perform('refund_payment', { businessId: 'harbourside', paymentId: again.paymentId })
    const former = here.stripe.endRefund(again.intent, 'failed')
    await here.retry(again)
    await here.byHand(byHand)
    await here.patron.work()
    await tell(former)
    await tell({ ...former, payment_intent: byHand.intent })
    for (const one of [again, byHand]) expect((await here.payment(one)).State).toBe('Refunded')
  })
})

describe('a refund whose job is gone', () => {
  const jobsOf = async ({ paymentId }: { paymentId: string }) => {
    const { rows } = await here.hub.owner.query<{ attempts: number }>(
      `select attempts from graphile_worker.jobs where key = $1`,
      [`refund_payment ${paymentId}`],
    )
    return rows
  }
  const drop = () =>
    here.hub.owner.query(`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'refund_payment'`)

  test('is found and done', async () => {
    const one = await here.rejected()
    await drop()
    await here.patron.perform('find_unfinished_requests', {})
    expect(await jobsOf(one)).toHaveLength(1)
    await here.patron.work()
    expect((await here.payment(one)).State).toBe('Refunded')
  })

  test('is found, too, if its tries were used up by a process that died', async () => {
    const one = await here.rejected()
    await here.hub.owner.query(
      `update graphile_worker._private_jobs set attempts = max_attempts where key = $1`,
      [`refund_payment ${one.paymentId}`],
    )
    await here.patron.perform('find_unfinished_requests', {})
    expect(await jobsOf(one)).toEqual([{ attempts: 0 }])
    await here.patron.work()
  })

  test('is none that waits for its next try, or that somebody has to settle', async () => {
    const [settled, waiting] = [await here.failed(), await here.rejected()]
    await here.hub.owner.query(`update graphile_worker._private_jobs set attempts = 7 where key = $1`, [
      `refund_payment ${waiting.paymentId}`,
    ])
    await here.patron.perform('find_unfinished_requests', {})
    expect(await jobsOf(waiting)).toEqual([{ attempts: 7 }])
    expect(await jobsOf(settled)).toEqual([])
    await here.patron.work()
  })
})
