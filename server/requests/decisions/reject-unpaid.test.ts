import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people } from '#tests/hub.ts'
import { type PayingHub, startPayingHub } from '#tests/paying-hub.ts'
import { lettersTo } from '#tests/people/patron.ts'

const business = { businessId: 'harbourside' }
const fee = 55
let paying: PayingHub
let hub: PayingHub['hub']
let stripe: PayingHub['stripe']
let patron: PayingHub['patron']
let applicants = 0
beforeAll(async () => {
  paying = await startPayingHub()
  ;({ hub, stripe, patron } = paying)
})
afterAll(() => paying.close())

/** Somebody who has applied, and hasn't paid. */
async function unpaid() {
  const email = `unwanted${applicants++}@example.org`
  const secret = await patron.apply({ EmailAddress: email })
  const { SessionId: sessionId, PaymentUrl } = await patron.submit(secret)
  return { email, secret, params: { ...business, sessionId }, checkoutId: PaymentUrl!.split('/').at(-1)! }
}
type Unpaid = Awaited<ReturnType<typeof unpaid>>

const reject = ({ params }: Unpaid, body: object = {}, by: string = people.admin) =>
  hub.as(by)(api.rejectMembershipRequest, {
    params,
    body: { Note: null, IsRefunded: false, NotifyBy: 'email', ...body },
  })
const putBack = ({ params }: Unpaid) =>
  hub.as(people.admin)(api.putRequestBack, { params, body: { Reason: 'A mistake', NotifyBy: 'email' } })
const take = ({ params }: Unpaid, Amount: number) =>
  hub.as(people.admin)(api.takePayment, { params, body: { Method: 'Cash', Amount, Reference: null } })
const detail = async ({ params }: Unpaid) =>
  (await hub.as(people.admin)(api.getMembershipRequest, { params })).body
async function owing() {
  const query = { startDate: '2020-01-01T00:00:00Z', endDate: new Date(Date.now() + 60_000).toISOString() }
  return (await hub.as(people.finance)(api.getClosePack, { params: business, query })).body.Fees.Owing
}

test('a request that nobody paid is rejected, owes no more, and its page to pay at is closed', async () => {
  const before = await owing()
  const one = await unpaid()
  expect(await owing()).toBe(before + fee)
  expect((await reject(one, {}, people.finance)).status).toBe(403)
  const { body } = await reject(one, { Note: 'We are full.' }, people.reception)
  expect(body).toMatchObject({ NextStep: 'Completed', Outcome: 'Rejected', AmountDue: 0 })
  expect(await owing()).toBe(before)
  await patron.work()
  expect(stripe.checkouts.get(one.checkoutId)!.status).toBe('expired')
  expect(await patron.open(one.secret)).toMatchObject({ NextStep: 'Completed', PaymentUrl: null })
  const letter = (await lettersTo(hub, one.email)).at(-1)!.body
  expect(letter).toContain('We are full.')
  expect(letter).not.toContain('given back')
  expect((await take(one, fee)).error).toMatchObject({ ErrorCode: 'not_due' })
  expect((await reject(one)).error).toMatchObject({ ErrorCode: 'request_finalised' })
})

test('what is paid online after that is given back', async () => {
  const one = await unpaid()
  stripe.pay(one.checkoutId)
  await reject(one)
  await patron.work()
  const { NextStep, Outcome, Payments } = await detail(one)
  expect({ NextStep, Outcome }).toEqual({ NextStep: 'Completed', Outcome: 'Rejected' })
  expect(Payments.map(({ State }) => State)).toEqual(['Refunded'])
})

test('what was paid of it at the counter is given back there', async () => {
  const one = await unpaid()
  const { PaymentId } = (await take(one, 20)).body.Payments.at(-1)!
  const { body } = await reject(one, { IsRefunded: true })
  expect(body.Payments.at(-1)).toMatchObject({ State: 'Paid', AmountPaid: 20 })
  const given = await hub.as(people.admin)(api.refundAtCounter, {
    params: { ...business, paymentId: PaymentId },
    body: { Amount: 20, Reason: 'Rejected', NotifyBy: 'none' },
  })
  expect(given.body).toMatchObject({ NextStep: 'Completed', AmountDue: 0 })
})

test('it waits for its payment again when it is put back', async () => {
  const one = await unpaid()
  expect((await reject(one)).body.OwesIfPutBack).toBe(true)
  await patron.work()
  expect((await putBack(one)).body).toMatchObject({ NextStep: 'Payment Required', AmountDue: fee })
  expect((await lettersTo(hub, one.email)).at(-1)!.body).toContain('It is still to be paid')
  const { PaymentUrl } = await patron.submit(one.secret)
  expect(PaymentUrl).toBeTruthy()
  const { body } = await take(one, fee)
  expect(body).toMatchObject({ NextStep: 'User Completed', OwesIfPutBack: false })
})

test('of those who reject and take its money at the same moment one is refused', async () => {
  const one = await unpaid()
  const answers = await Promise.all([reject(one), take(one, fee), reject(one), take(one, fee)])
  const statuses = answers.map(({ status }) => status)
  // Paid first, it is rejected after that; rejected first, nothing is due.
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2)
  expect(statuses.filter((_, i) => i % 2 === 0).filter((status) => status === 200)).toHaveLength(1)
})

test('accepting it is refused as before, and one that is still filled in can not be rejected', async () => {
  const one = await unpaid()
  const { error } = await hub.as(people.admin)(api.acceptMembershipRequest, {
    params: one.params,
    body: {
      MemberId: null,
      MembershipNumber: null,
      MembershipType: 'Ordinary',
      MemberLevel: null,
      VenueNo: '1',
      NotifyBy: 'none',
    },
  })
  expect(error).toMatchObject({ ErrorCode: 'request_not_ready' })
  const secret = await patron.apply({ EmailAddress: 'still@example.org' })
  const { SessionId: sessionId } = await patron.open(secret)
  const started = await reject({ ...one, params: { ...business, sessionId } })
  expect(started.error).toMatchObject({ ErrorCode: 'request_not_ready' })
})
