import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { people } from '#tests/hub.ts'
import { lastTry, refused, refusedInWords, startRefundHub, type RefundHub } from '#tests/records/refunds.ts'

const harbourside = { businessId: 'harbourside' }
let here: RefundHub
beforeAll(async () => {
  here = await startRefundHub()
})
afterAll(() => here.close())
const letterKinds = async (one: Parameters<RefundHub['letters']>[0]) =>
  (await here.letters(one)).map(({ kind }) => kind)

describe('trying again', () => {
  test('gives back what was refused, though the provider repeats what it answered to a key', async () => {
    const one = await here.failed()
    const { status, body } = await here.retry(one)
    expect(status).toBe(200)
    expect(body.Payments).toMatchObject([{ State: 'Refunding' }])
    expect(body.Steps.at(-1)).toMatchObject({ Step: 'Refund tried again', ActorName: 'Fran Finance' })
    await here.patron.work()
    expect(await here.payment(one)).toMatchObject({ State: 'Refunded', RefundFailure: refusedInWords })
    expect(here.timesGivenBack(one)).toBe(1)
  })

  test.each(['at once', 'days later'])('%s gives nothing back that was given back unheard', async (when) => {
    const one = await here.rejected()
    here.stripe.fates.push('answer lost')
    await expect(here.patron.work(lastTry)).rejects.toThrow('fetch failed')
    expect((await here.payment(one)).State).toBe('RefundFailed')
    if (when === 'days later') here.stripe.forgetKeys()
    await here.retry(one)
    await here.patron.work()
    expect((await here.payment(one)).State).toBe('Refunded')
    expect(here.timesGivenBack(one)).toBe(1)
  })

  test('in vain is seen again, and the applicant is told once', async () => {
    const one = await here.failed()
    await here.retry(one)
    here.stripe.fates.push({ ...refused, message: 'Still not.' })
    await here.patron.work()
    expect(await here.payment(one)).toMatchObject({
      State: 'RefundFailed',
      RefundFailure: 'Stripe: Still not.',
    })
    expect((await letterKinds(one)).filter((kind) => kind === 'refund failed')).toHaveLength(1)
  })

  test('is on record', async () => {
    const one = await here.failed()
    await here.retry(one)
    const { rows } = await here.hub.owner.query(
      `select actor_name, title, before, after from audit_entry where record_id = $1 order by id desc limit 1`,
      [one.sessionId],
    )
    expect(rows).toEqual([
      {
        actor_name: 'Fran Finance',
        title: 'Try again to give a payment back',
        before: { Refund: 'Refund failed' },
        after: { Refund: 'Tried again' },
      },
    ])
    await here.patron.work()
  })
})

describe('given back by hand', () => {
  test('it is settled with who and how, and the applicant is told', async () => {
    const one = await here.failed()
    const { body } = await here.byHand(one)
    expect(body.Payments).toMatchObject([
      { State: 'Refunded', RefundedBy: 'Fran Finance', RefundNote: 'In cash, receipt 17.' },
    ])
    expect(body.Steps.at(-1)).toMatchObject({
      Step: 'Refunded',
      Note: '$55.00 given back by hand: In cash, receipt 17.',
      ActorName: 'Fran Finance',
    })
    expect(await here.onPage(one)).toEqual([{ State: 'Refunded', Amount: 55 }])
    expect((await letterKinds(one)).at(-1)).toBe('refund done')
    await here.patron.work()
    expect(here.timesGivenBack(one)).toBe(0)
  })

  test.each(['', '   '])('it needs a note: %j', async (Note) => {
    const { status, error } = await here.byHand(await here.failed(), { Note })
    expect([status, error.ErrorMessage]).toEqual([400, 'Say how it was given back.'])
  })
})

describe('settling', () => {
  test('is refused in a sentence for what is none, or no longer, to be settled', async () => {
    const one = await here.rejected()
    const early = await here.retry(one)
    expect([early.status, early.error.ErrorMessage]).toEqual([
      409,
      'This payment is being given back already.',
    ])
    await here.patron.work()
    const after = await here.byHand(one)
    expect([after.status, after.error.ErrorMessage]).toEqual([
      409,
      'This payment has been given back already.',
    ])
  })

  test('at once by two is done by one', async () => {
    const one = await here.failed()
    const answers = await Promise.all([here.retry(one), here.byHand(one), here.retry(one), here.byHand(one)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
    await here.patron.work()
    expect((await here.payment(one)).State).toBe('Refunded')
    const { RefundedBy } = await here.payment(one)
    expect(here.timesGivenBack(one)).toBe(RefundedBy === null ? 1 : 0)
  })

  test('is for those who may refund', async () => {
    const one = await here.failed()
    expect((await here.retry(one, here.hub.as(people.reception))).status).toBe(403)
  })
})

test('lists mark what waits to be settled, and can be narrowed down to it', async () => {
  const [one, other] = [await here.failed(), await here.rejected()]
  await here.patron.work()
  const list = async (query: object) =>
    (
      await here.finance(api.listMembershipRequests, {
        params: harbourside,
        query: { limit: '500', ...query },
      })
    ).body.Results
  const some = await list({ hasFailedRefund: 'true' })
  expect(some.every(({ HasFailedRefund }) => HasFailedRefund)).toBe(true)
  expect(some.map(({ SessionId }) => SessionId)).toContain(one.sessionId)
  const rest = await list({ hasFailedRefund: 'false' })
  expect(rest.some(({ HasFailedRefund }) => HasFailedRefund)).toBe(false)
  expect(rest.map(({ SessionId }) => SessionId)).toContain(other.sessionId)
  expect(await list({})).toHaveLength(some.length + rest.length)
})
