import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { backToCardPath } from '#contract/patron-paths.ts'
import type { patronApi } from '#contract/requests/patron.ts'
import { formPath, type FormKind } from '#contract/requests/request-forms.ts'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { notFound } from '#platform/refusals'
import { clubOf } from '#server/business'
import { settleReload, type TestReload, testReload } from '#server/cards/online'
import type { Surroundings } from '#server/payments'
import { settlePayment } from './payments.ts'

/** A payment of a request, or of a holder who reloads their card. */
type TestPayment = TestReload & { readonly sessionId: string | null }

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
    const outcome = body.IsPaid ? paid : ({ state: 'expired' } as const)
    if (payment.sessionId === null) await settleReload(tx, payment.paymentId, outcome)
    else await settlePayment(tx, payment.paymentId, outcome)
    return { ReturnUrl: await returnUrl(tx, payment) }
  })
}

async function find(db: Queries, checkoutId: string, { payments }: Surroundings): Promise<TestPayment> {
  const payment = (await ofRequest(db, checkoutId)) ?? (await ofReload(db, checkoutId))
  // Where real payments are set up, or none, there is no such page.
  if (!payment || payments?.provider !== 'Test') throw notFound('The payment')
  return payment
}

function ofRequest(db: Queries, checkoutId: string): Promise<TestPayment | null> {
  return db.maybe<TestPayment>(sql`
    select business_id as "businessId", payment_id as "paymentId", description, amount_cents as cents, state,
      session_id as "sessionId"
    from request_payment where checkout_id = ${checkoutId} and provider = 'Test'`)
}

async function ofReload(db: Queries, checkoutId: string): Promise<TestPayment | null> {
  const reload = await testReload(db, checkoutId)
  return reload && { ...reload, sessionId: null }
}

async function returnUrl(db: Queries, { sessionId }: TestPayment): Promise<string> {
  if (sessionId === null) return `${backToCardPath}?paid=yes`
  const { kind, formId } = await db.one<{ kind: FormKind; formId: string }>(sql`
    select kind, form_id as "formId" from request_session
    where business_id = ${db.businessId} and session_id = ${sessionId}`)
  return `${formPath(kind, formId)}?paid=yes`
}
