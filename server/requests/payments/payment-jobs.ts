import sql from 'sql-template-tag'
import { formPath } from '#contract/requests/request-forms.ts'
import { oneByOne } from '#platform/concurrency'
import { eachBusiness, noTenant } from '#platform/database'
import { type Attempt, startJob } from '#platform/jobs'
import {
  askAboutPage,
  type Backstage,
  checkGivenBack,
  endForgottenPage,
  giveBackPayment,
  oldestPageHours,
  openPage,
  type PaymentLife,
  type PaymentPayload,
} from '#server/payments'
import { readForm } from '#server/requests/forms'
import { finishRenewalTask } from '#server/requests/sessions'
import { giveUp, paymentIn, settle } from './payments.ts'
import { findLostRefunds, queueRefund } from './refund-queue.ts'
import { cameBack, endGivenBack, endInVain } from './refunds.ts'

/** The life of what is paid for requests. */
const life: PaymentLife<Asked> = {
  find: paymentIn,
  wishOf: async ({ database, publicUrl }, businessId, payment) => {
    const form = await readForm(database.forTenant(businessId), payment.formId)
    return {
      businessId,
      paymentId: payment.paymentId,
      description: payment.description,
      cents: payment.amountCents,
      currency: payment.currency,
      email: payment.email,
      returnUrl: publicUrl() + formPath(form.Kind, form.FormId),
    }
  },
  keepOpen: (db, paymentId, { id, url }) =>
    db.run(sql`
      update request_payment set state = 'Open', checkout_id = ${id}, checkout_url = ${url}
      where business_id = ${db.businessId} and payment_id = ${paymentId} and state = 'Opening'`),
  settle,
  giveUp,
  queueRefund,
  endGivenBack,
  endInVain,
  cameBack,
}
type Asked = NonNullable<Awaited<ReturnType<typeof paymentIn>>>

/** What is done about a payment in the background. */
export const openCheckout = (around: Backstage, payload: PaymentPayload) => openPage(around, life, payload)
export const askAboutPayment = (around: Backstage, payload: PaymentPayload) =>
  askAboutPage(around, life, payload)
export const closeCheckout = (around: Backstage, payload: PaymentPayload) =>
  askAboutPage(around, life, payload, 'close')
export const refund = (around: Backstage, payload: PaymentPayload, attempt: Attempt) =>
  giveBackPayment(around, life, payload, attempt)
export const checkRefund = (around: Backstage, payload: PaymentPayload) =>
  checkGivenBack(around, life, payload)

const mostAtOnce = 200

/**
 * Finds payments whose end nobody told us of, refunds whose job is gone, and paid renewals that nobody finished, and sees to
 * them. One that the provider can't answer for keeps none of the others waiting, nor do many that were given up.
 */
export async function findUnfinished(surroundings: Backstage): Promise<void> {
  const finishAllRenewals = () =>
    eachBusiness(surroundings.database, (id) => finishRenewals(surroundings, id), {
      whileSuspended: 'What was paid for is done.',
    })
  const searches = [
    () => askAboutForgotten(surroundings),
    () => findLostRefunds(surroundings),
    finishAllRenewals,
  ]
  await oneByOne(searches, (find) => find())
}

async function askAboutForgotten(surroundings: Backstage): Promise<void> {
  const forgotten = await surroundings.database.forTenant(noTenant).rows<
    PaymentPayload & { isOver: boolean }
  >(sql`
    select business_id as "businessId", payment_id as "paymentId",
      created_at < now() - make_interval(hours => ${oldestPageHours}) as "isOver"
    from request_payment
    where state in ('Opening', 'Open') and created_at < now() - interval '5 minutes'
    order by random() limit ${mostAtOnce}`)
  await oneByOne(forgotten, async ({ isOver, ...payload }) => {
    if (isOver) return endForgottenPage(surroundings, life, payload)
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
