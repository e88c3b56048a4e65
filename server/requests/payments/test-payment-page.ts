import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { patronApi } from '#contract/requests/patron.ts'
import { formPath, type FormKind } from '#contract/requests/request-forms.ts'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { notFound } from '#platform/refusals'
import { clubOf } from '#server/business'
import type { Surroundings } from '#server/requests/surroundings'
import { settle } from './payments.ts'

type TestPayment = {
  businessId: string
  paymentId: string
  description: string
  cents: number
  state: string
  sessionId: string
}

/** What the demo's payment page shows. */
export async function getTestPayment(
  { db, params }: Call<typeof patronApi.getTestPayment>,
  surroundings: Surroundings,
) {
  const payment = await find(db, params.checkoutId, surroundings)
  const own = db.forTenant(payment.businessId)
  return {
    Description: payment.description,
    ...(await clubOf(own)),
    Amount: payment.cents / 100,
    IsOpen: payment.state === 'Open',
    ReturnUrl: await returnUrl(own, payment),
  }
}

/** Pays, or gives up, in the demo: told like a provider would tell it. */
export async function settleTestPayment(
  { db, params, body }: Call<typeof patronApi.settleTestPayment>,
  surroundings: Surroundings,
) {
  const payment = await find(db, params.checkoutId, surroundings)
  return db.asTenant(payment.businessId, async (tx) => {
    const paid = {
      state: 'paid',
      providerPaymentId: `test_pi_${randomBytes(8).toString('hex')}`,
      cents: payment.cents,
    } as const
    await settle(tx, payment.paymentId, body.IsPaid ? paid : { state: 'expired' })
    return { ReturnUrl: await returnUrl(tx, payment) }
  })
}

async function find(db: Queries, checkoutId: string, { payments }: Surroundings): Promise<TestPayment> {
  const payment = await db.maybe<TestPayment>(sql`
    select business_id as "businessId", payment_id as "paymentId", description, amount_cents as cents, state,
      session_id as "sessionId"
    from request_payment where checkout_id = ${checkoutId} and provider = 'Test'`)
  // Where real payments are set up, or none, there is no such page.
  if (!payment || payments?.provider !== 'Test') throw notFound('The payment')
  return payment
}

async function returnUrl(db: Queries, { sessionId }: TestPayment): Promise<string> {
  const { kind, formId } = await db.one<{ kind: FormKind; formId: string }>(sql`
    select kind, form_id as "formId" from request_session
    where business_id = ${db.businessId} and session_id = ${sessionId}`)
  return `${formPath(kind, formId)}?paid=yes`
}
