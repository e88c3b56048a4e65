import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { type Patron, patronOf } from '#tests/people/patron.ts'

const business = { businessId: 'harbourside' }
const fee = 55
let hub: TestHub
let patron: Patron
let applicants = 0
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on' })
  patron = patronOf(hub)
})
afterAll(() => hub.close())

/** Somebody who has applied and not paid, by the secret of their page. */
async function unpaid() {
  const secret = await patron.apply({
    EmailAddress: `odd${applicants}@example.org`,
    LastName: `Odd${'abcdefghijk'[applicants++]}`,
    MobileNumber: `0412 77${1000 + applicants}`,
  })
  const { SessionId: sessionId } = await patron.submit(secret)
  return { secret, sessionId, params: { ...business, sessionId } }
}
type Unpaid = Awaited<ReturnType<typeof unpaid>>

const admin = () => hub.as(people.admin)
const take = ({ params }: Unpaid, Amount = fee) =>
  admin()(api.takePayment, { params, body: { Method: 'Cash', Amount, Reference: null } })
const letOff = ({ params }: Unpaid, Amount: number) =>
  admin()(api.giveDiscount, { params, body: { Amount, Reason: 'Volunteer' } })
const giveBack = (paymentId: string, businessId = 'harbourside', by: string = people.admin, Amount = fee) =>
  hub.as(by)(api.refundAtCounter, {
    params: { businessId, paymentId },
    body: { Amount, Reason: 'Rejected', NotifyBy: 'none' },
  })
const reject = ({ params }: Unpaid) =>
  admin()(api.rejectMembershipRequest, { params, body: { Note: null, IsRefunded: true, NotifyBy: 'none' } })
const putBack = ({ params }: Unpaid) =>
  admin()(api.putRequestBack, { params, body: { Reason: 'A mistake', NotifyBy: 'none' } })
const statuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)
async function owing(endDate = new Date(Date.now() + 60_000).toISOString()) {
  const query = { startDate: '2020-01-01T00:00:00Z', endDate }
  return (await hub.as(people.finance)(api.getClosePack, { params: business, query })).body.Fees.Owing
}

test('of a payment and a discount at once that come to more than is owing one is refused', async () => {
  const one = await unpaid()
  const answers = await Promise.all([take(one, 40), letOff(one, 40), take(one, 40)])
  expect(statuses(answers)).toEqual([200, 400, 400])
})

test('a payment is given back once, however many do it at once, and by nobody of another business', async () => {
  const one = await unpaid()
  const { PaymentId } = (await take(one)).body.Payments.at(-1)!
  expect((await giveBack(PaymentId, 'valley-golf', people.superAdmin)).status).toBe(404)
  const answers = await Promise.all([giveBack(PaymentId), giveBack(PaymentId), giveBack(PaymentId)])
  expect(statuses(answers)).toEqual([200, 400, 400])
  const { rows } = await hub.owner.query(
    `select sum(cents)::int as cents, sum(tax_cents)::int as tax from payment_entry where payment_id = $1`,
    [PaymentId],
  )
  expect(rows).toEqual([{ cents: 0, tax: 0 }])
})

test('what was given back before it is decided on is not plain any more', async () => {
  const one = await unpaid()
  await giveBack((await take(one)).body.Payments.at(-1)!.PaymentId)
  const { body } = await admin()(api.acceptRequests, {
    params: business,
    body: { SessionIds: [one.sessionId], TellApplicants: false },
  })
  expect(body.Results).toMatchObject([{ IsAccepted: false, Message: expect.stringContaining('fee') }])
})

test('money of the counter does not go back by the provider', async () => {
  const one = await unpaid()
  const { PaymentId: paymentId } = (await take(one)).body.Payments.at(-1)!
  await reject(one)
  const asked = await admin()(api.refundPayment, {
    params: { ...business, paymentId },
    body: { NotifyBy: 'none' },
  })
  expect([asked.status, asked.error.ErrorCode]).toEqual([409, 'paid_at_counter'])
})

test('a request that was put back is owing again, and was not while it was rejected', async () => {
  const before = await owing()
  const one = await unpaid()
  expect(await owing()).toBe(before + fee)
  const { PaymentId } = (await take(one)).body.Payments.at(-1)!
  await patron.work()
  await reject(one)
  await giveBack(PaymentId)
  expect(await owing()).toBe(before)
  const { rows } = await hub.owner.query<{ now: Date }>('select clock_timestamp() as now')
  const rejected = rows[0]!.now.toISOString()
  expect((await putBack(one)).body).toMatchObject({ NextStep: 'Payment Required', AmountDue: fee })
  expect([await owing(), await owing(rejected)]).toEqual([before + fee, before])
  expect(await patron.open(one.secret)).toMatchObject({ IsPaymentOver: true, AmountDue: fee })
  expect((await patron.submit(one.secret)).PaymentUrl).not.toBeNull()
  expect((await take(one)).body.NextStep).toBe('User Completed')
  expect(await owing()).toBe(before)
})

test('what was put back and paid before waits for somebody', async () => {
  const one = await unpaid()
  await take(one)
  await hub.owner.query(`update request_session set waits_because = null where session_id = $1`, [
    one.sessionId,
  ])
  await reject(one)
  expect((await putBack(one)).body.NextStep).toBe('User Completed')
  const { rows } = await hub.owner.query(`select waits_because from request_session where session_id = $1`, [
    one.sessionId,
  ])
  expect(rows).toEqual([{ waits_because: 'It was rejected and put back.' }])
})

test('who paid a part online can pay the rest', async () => {
  const one = await unpaid()
  const { PaymentId } = (await take(one, 20)).body.Payments.at(-1)!
  await patron.work()
  const { PaymentUrl } = await patron.submit(one.secret)
  await giveBack(PaymentId, 'harbourside', people.admin, 5)
  // What the page asks for is no longer what is owing.
  expect(await patron.open(one.secret)).toMatchObject({ PaymentUrl: null, AmountDue: 40 })
  await patron.pay(PaymentUrl)
  expect(await patron.open(one.secret)).toMatchObject({ IsPaymentOver: true, AmountDue: 5, AmountPaid: 50 })
})
