import sql from 'sql-template-tag'
import { formPath } from '#contract/requests/request-forms.ts'
import { oneByOne } from '#platform/concurrency'
import { eachBusiness, noTenant, type Queries } from '#platform/database'
import { startJob } from '#platform/jobs'
import { readForm } from '#server/requests/forms'
import { addStep, finishRenewalTask } from '#server/requests/sessions'
import type { Backstage } from '#server/requests/surroundings'
import { type Payment, paymentColumns, type PaymentPayload, settle } from './payments.ts'

/** Opens the provider's page for a payment that was asked for. */
export async function openCheckout(
  { database, payments, publicUrl }: Backstage,
  { businessId, paymentId }: PaymentPayload,
): Promise<void> {
  const db = database.forTenant(businessId)
  const payment = await paymentIn(db, paymentId, 'Opening')
  if (!payment) return
  if (payments?.provider !== payment.provider) throw new Error(`${payment.provider} is not set up`)
  const form = await readForm(db, payment.formId)
  const { id, url } = await payments.open({
    businessId,
    paymentId,
    description: payment.description,
    cents: payment.amountCents,
    currency: payment.currency,
    email: payment.email,
    returnUrl: publicUrl() + formPath(form.Kind, form.FormId),
  })
  await db.run(sql`
    update request_payment set state = 'Open', checkout_id = ${id}, checkout_url = ${url}
    where business_id = ${businessId} and payment_id = ${paymentId} and state = 'Opening'`)
}

/** Asks the provider how a payment stands. */
export async function askAboutPayment(
  { database, payments }: Backstage,
  { businessId, paymentId }: PaymentPayload,
): Promise<void> {
  const payment = await paymentIn(database.forTenant(businessId), paymentId, 'Open')
  if (!payment?.checkoutId || payments?.provider !== payment.provider) return
  const outcome = await payments.find(payment.checkoutId)
  await database.transaction(businessId, (tx) => settle(tx, paymentId, outcome))
}

/** Gives a payment back. */
export async function refund(
  { database, payments }: Backstage,
  { businessId, paymentId }: PaymentPayload,
): Promise<void> {
  const payment = await paymentIn(database.forTenant(businessId), paymentId, 'Refunding')
  if (!payment?.providerPaymentId) return
  if (payments?.provider !== payment.provider) throw new Error(`${payment.provider} is not set up`)
  await payments.refund({ paymentId, providerPaymentId: payment.providerPaymentId })
  await database.transaction(businessId, async (tx) => {
    const isRefunded = await tx.run(sql`
      update request_payment set state = 'Refunded', refunded_at = now()
      where business_id = ${businessId} and payment_id = ${paymentId} and state = 'Refunding'`)
    if (isRefunded)
      await addStep(
        tx,
        payment.sessionId,
        'Refunded',
        `$${((payment.paidCents ?? 0) / 100).toFixed(2)} given back`,
      )
  })
}

// Longer than the provider keeps a page open.
const oldestHours = 72
const mostAtOnce = 200

/**
 * Finds payments whose end nobody told us of, and paid renewals that nobody finished, and sees to them. One that the
 * provider can't answer for keeps none of the others waiting, nor do many that were given up.
 */
export async function findUnfinished(surroundings: Backstage): Promise<void> {
  const finishAllRenewals = () =>
    eachBusiness(surroundings.database, (id) => finishRenewals(surroundings, id))
  await oneByOne([() => askAboutForgotten(surroundings), finishAllRenewals], (find) => find())
}

async function askAboutForgotten(surroundings: Backstage): Promise<void> {
  const forgotten = await surroundings.database.forTenant(noTenant).rows<PaymentPayload>(sql`
    select business_id as "businessId", payment_id as "paymentId" from request_payment
    where state in ('Opening', 'Open') and created_at < now() - interval '5 minutes'
      and created_at > now() - make_interval(hours => ${oldestHours})
    order by random() limit ${mostAtOnce}`)
  await oneByOne(forgotten, async (payload) => {
    await openCheckout(surroundings, payload)
    await askAboutPayment(surroundings, payload)
  })
}

async function finishRenewals({ database }: Backstage, businessId: string): Promise<void> {
  await database.transaction(businessId, async (tx) => {
    const sessions = await tx.rows<{ sessionId: string }>(sql`
      select s.session_id as "sessionId" from request_session s
      join request_form f on f.business_id = s.business_id and f.form_id = s.form_id
      left join member m on m.business_id = s.business_id and m.member_id = s.member_id and m.deleted_at is null
      where s.business_id = ${businessId} and s.next_step = 'User Completed' and s.kind = 'Renewal'
        and not (f.config ->> 'NeedsReview')::boolean and s.submitted_at < now() - interval '5 minutes'
        -- Those that the staff decide on aren't forgotten.
        and (s.proven_at is not null or coalesce(s.answers ->> 'MembershipType' = m.membership_type, true))
      -- Many whose jobs were given up keep none of the others waiting.
      order by random() limit ${mostAtOnce}`)
    for (const { sessionId } of sessions)
      await startJob(
        tx,
        finishRenewalTask,
        { businessId, sessionId },
        { key: `${finishRenewalTask} ${sessionId}` },
      )
  })
}

/** A payment in this state. The page to pay at shows the e-mail address, so only to whose it is. */
function paymentIn(db: Queries, paymentId: string, state: Payment['state']) {
  return db.maybe<Payment & { formId: string; email: string | null }>(sql`
    select ${paymentColumns}, s.form_id as "formId",
      case when s.kind = 'Registration' or s.proven_at is not null then s.email end as email
    from request_payment p
    join request_session s on s.business_id = p.business_id and s.session_id = p.session_id
    where p.business_id = ${db.businessId} and p.payment_id = ${paymentId} and p.state = ${state}`)
}
