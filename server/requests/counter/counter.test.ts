import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { people } from '#tests/hub.ts'
import { type PayingHub, startPayingHub } from '#tests/paying-hub.ts'
import { clubForm, lettersTo } from '#tests/people/patron.ts'

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

/** Somebody who has applied and stands before the desk without having paid. */
async function unpaid() {
  const email = `desk${applicants++}@example.org`
  const secret = await patron.apply({ EmailAddress: email })
  const { SessionId: sessionId, PaymentUrl } = await patron.submit(secret)
  return { email, secret, sessionId, checkoutId: PaymentUrl!.split('/').at(-1)! }
}
type Unpaid = Awaited<ReturnType<typeof unpaid>>

const reception = () => hub.as(people.reception)
const take = ({ sessionId }: Unpaid, Amount: number, Method: 'Cash' | 'BankTransfer' = 'Cash') =>
  reception()(api.takePayment, {
    params: { ...business, sessionId },
    body: { Method, Amount, Reference: 'Slip 12' },
  })
const discount = ({ sessionId }: Unpaid, Amount: number, Reason = 'Pensioner') =>
  reception()(api.giveDiscount, { params: { ...business, sessionId }, body: { Amount, Reason } })
const giveBack = (paymentId: string, Amount: number, by: string = people.finance) =>
  hub.as(by)(api.refundAtCounter, {
    params: { ...business, paymentId },
    body: { Amount, Reason: 'Paid too much', NotifyBy: 'none' },
  })
const detail = async ({ sessionId }: Unpaid) =>
  (await reception()(api.getMembershipRequest, { params: { ...business, sessionId } })).body

describe('a request at Payment Required', () => {
  test('is settled at the counter, goes on as any that was paid for, and the page to pay at is closed', async () => {
    const one = await unpaid()
    expect((await detail(one)).AmountDue).toBe(fee)
    const { status, body } = await take(one, fee)
    expect(status).toBe(200)
    expect(body).toMatchObject({ NextStep: 'User Completed', AmountDue: 0 })
    expect(body.Payments.at(-1)).toMatchObject({
      Provider: 'Counter',
      Method: 'Cash',
      State: 'Paid',
      AmountPaid: fee,
      TaxAmount: 5,
      Reference: 'Slip 12',
      TakenBy: expect.stringMatching(/./),
    })
    await patron.work()
    expect(stripe.checkouts.get(one.checkoutId)!.status).toBe('expired')
    expect((await detail(one)).Payments[0]!.State).toBe('Expired')
    expect((await take(one, 1)).error).toMatchObject({ ErrorCode: 'not_due' })
    expect((await discount(one, 1)).error).toMatchObject({ ErrorCode: 'not_due' })
  })

  test('is paid in parts and by a discount, whose taxes add up', async () => {
    const one = await unpaid()
    const first = await take(one, 20.03)
    expect(first.body).toMatchObject({ NextStep: 'Payment Required', AmountDue: 34.97 })
    expect(first.body.Steps.at(-1)).toMatchObject({
      Step: 'Part payment',
      Note: expect.stringContaining('$34.97 is left to pay.'),
    })
    expect((await discount(one, 10)).body).toMatchObject({
      AmountDue: 24.97,
      Discounts: [{ Amount: 10, Reason: 'Pensioner' }],
    })
    expect((await take(one, 25)).error).toMatchObject({
      ErrorMessage: 'At most $24.97 is owing.',
    })
    expect((await patron.open(one.secret)).AmountDue).toBe(24.97)
    const { body } = await take(one, 24.97, 'BankTransfer')
    expect(body).toMatchObject({ NextStep: 'User Completed', AmountDue: 0 })
    const { rows } = await hub.owner.query<{ tax: string }>(
      `select sum(tax_cents) as tax from (
         select tax_cents from request_discount where session_id = $1
         union all select tax_cents from request_payment where session_id = $1 and paid_at is not null) t`,
      [one.sessionId],
    )
    expect(rows).toEqual([{ tax: '500' }])
  })

  test('costs nothing more once all of it is let off; a discount needs its reason', async () => {
    const one = await unpaid()
    expect((await discount(one, 5, ' ')).error.ErrorMessage).toBe('Give a reason for the discount.')
    expect((await discount(one, fee)).body).toMatchObject({ NextStep: 'User Completed', AmountDue: 0 })
  })

  test('is paid once, however many take the money at the same moment', async () => {
    const one = await unpaid()
    const answers = await Promise.all([take(one, fee), take(one, fee), take(one, fee)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is the business of those who decide requests, and money given back of those who refund', async () => {
    const one = await unpaid()
    const params = { ...business, sessionId: one.sessionId }
    const body = { Method: 'Cash', Amount: fee, Reference: null } as const
    expect((await hub.as(people.finance)(api.takePayment, { params, body })).status).toBe(403)
    const paymentId = (await take(one, fee)).body.Payments.at(-1)!.PaymentId
    expect((await giveBack(paymentId, 5, people.reception)).status).toBe(403)
  })
})

describe('what is paid online meanwhile', () => {
  test('after the counter has taken all is given back', async () => {
    const one = await unpaid()
    await take(one, fee)
    stripe.pay(one.checkoutId)
    await patron.work()
    const { Payments, NextStep } = await detail(one)
    expect(NextStep).toBe('User Completed')
    expect(Payments.map(({ State }) => State)).toEqual(['Refunded', 'Paid'])
  })

  test('after a part was taken is given back, too, and the rest stays due', async () => {
    const one = await unpaid()
    stripe.pay(one.checkoutId)
    await take(one, 20)
    await patron.work()
    const request = await detail(one)
    expect(request).toMatchObject({ NextStep: 'Payment Required', AmountDue: 35 })
    expect(request.Payments.map(({ State }) => State)).toEqual(['Refunded', 'Paid'])
    expect(request.Steps.find(({ Step }) => Step === 'Late payment')!.Note).toBe(
      '$55.00 paid when only $35.00 was due: it is given back.',
    )
  })

  test('is the rest, where that is asked for anew', async () => {
    const one = await unpaid()
    await take(one, 20)
    await patron.work()
    expect(await patron.open(one.secret)).toMatchObject({
      IsPaymentOver: true,
      PaymentUrl: null,
      AmountPaid: 20,
    })
    const { PaymentUrl } = await patron.submit(one.secret)
    const checkoutId = PaymentUrl!.split('/').at(-1)!
    expect(stripe.checkouts.get(checkoutId)!.amount_total).toBe(3500)
    stripe.pay(checkoutId)
    await patron.call(api.checkPayment, { params: clubForm, body: { Secret: one.secret } })
    await patron.work()
    expect(await detail(one)).toMatchObject({ NextStep: 'User Completed', AmountDue: 0 })
  })
})

describe('money is given back at the counter', () => {
  test('in parts with a reason each, never more than was taken, and not what was paid online', async () => {
    const one = await unpaid()
    const paymentId = (await take(one, fee)).body.Payments.at(-1)!.PaymentId
    expect((await giveBack(paymentId, 15)).body.Payments.at(-1)).toMatchObject({
      State: 'Paid',
      AmountRefunded: 15,
      RefundNote: 'Paid too much',
    })
    expect((await giveBack(paymentId, 40.01)).error.ErrorMessage).toBe(
      'At most $40.00 of it is left to give back.',
    )
    expect((await giveBack(paymentId, 40)).body.Payments.at(-1)).toMatchObject({
      State: 'Refunded',
      AmountRefunded: fee,
    })
    const { body } = await hub.as(people.finance)(api.getPayment, { params: { ...business, paymentId } })
    expect(body).toMatchObject({
      State: 'Refunded',
      AmountRefunded: fee,
      Method: 'Cash',
      PaidFor: 'Application',
    })
    expect(body.History.map(({ Amount }) => Amount)).toEqual([fee, -15, -40])
    const online = await unpaid()
    expect((await giveBack((await detail(online)).Payments[0]!.PaymentId, 5)).error).toMatchObject({
      ErrorCode: 'not_at_counter',
    })
  })

  test('of a part payment it is owing again', async () => {
    const one = await unpaid()
    const paymentId = (await take(one, 20)).body.Payments.at(-1)!.PaymentId
    expect((await giveBack(paymentId, 5)).body.AmountDue).toBe(40)
  })

  test('of a rejected request by hand: rejecting gives back what was paid online alone', async () => {
    const one = await unpaid()
    await take(one, fee)
    const { body } = await hub.as(people.admin)(api.rejectMembershipRequest, {
      params: { ...business, sessionId: one.sessionId },
      body: { Note: null, IsRefunded: true, NotifyBy: 'email' },
    })
    expect(body.Payments.at(-1)).toMatchObject({ State: 'Paid' })
    expect((await lettersTo(hub, one.email)).at(-1)!.body).not.toContain('given back')
  })
})

test('the payment link is sent again, opens the request beside the first, and not without end', async () => {
  const one = await unpaid()
  const send = (By: 'email' | 'sms') =>
    reception()(api.sendPaymentLink, { params: { ...business, sessionId: one.sessionId }, body: { By } })
  expect((await send('email')).status).toBe(200)
  const letter = (await lettersTo(hub, one.email)).at(-1)!
  expect(letter.body).toContain('$55.00 is still to be paid')
  const secret = /#([\w-]+)/.exec(letter.body)![1]!
  for (const each of [secret, one.secret])
    expect(await patron.open(each)).toMatchObject({ SessionId: one.sessionId, AmountDue: fee })
  expect((await send('sms')).status).toBe(200)
  for (let i = 0; i < 3; i++) await send('email')
  expect((await send('email')).error).toMatchObject({ ErrorCode: 'too_many_links' })
  await take(one, fee)
  expect((await send('email')).error).toMatchObject({ ErrorCode: 'not_due' })
})

test('no link is sent to what can’t be paid any more: the form is closed, or the membership out of use', async () => {
  const one = await unpaid()
  const send = () =>
    reception()(api.sendPaymentLink, {
      params: { ...business, sessionId: one.sessionId },
      body: { By: 'email' },
    })
  await hub.owner.query(`update request_payment set state = 'Expired' where session_id = $1`, [one.sessionId])
  const open = (isOpen: boolean) =>
    hub.owner.query(`update request_form set is_open = $2 where form_id = $1`, [clubForm.form, isOpen])
  await open(false)
  expect((await send()).error).toMatchObject({ ErrorCode: 'form_closed' })
  await open(true)
  const retire = (isRetired: boolean) =>
    hub.owner.query(
      `update option_list_item set is_retired = $1
       where business_id = 'harbourside' and list = 'MembershipType' and key = 'Ordinary'`,
      [isRetired],
    )
  await retire(true)
  expect((await send()).error).toMatchObject({
    ErrorCode: 'not_on_offer',
    ErrorMessage: 'The business does not offer the membership any more.',
  })
  await retire(false)
  expect((await send()).status).toBe(200)
})
