import sql from 'sql-template-tag'
import { formPath } from '#contract/requests/request-forms.ts'
import { oneByOne } from '#platform/concurrency'
import { eachBusiness, noTenant } from '#platform/database'
import type { Attempt } from '#platform/jobs'
import {
  askAboutPage,
  type Backstage,
  checkGivenBack,
  endForgottenPage,
  fairTurns,
  giveBackPayment,
  longestPendingHours,
  oldestPageHours,
  openPage,
  type PaymentLife,
  type PaymentPayload,
  untilTimeIsUp,
} from '#server/payments'
import { readForm } from '#server/requests/forms'
import { carryOutRequest, isBeingCarriedOut, type Session } from '#server/requests/sessions'
import { giveUp, paymentIn, settlePayment } from './payments.ts'
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
  settle: settlePayment,
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
export const refundRequestPayment = (around: Backstage, payload: PaymentPayload, attempt: Attempt) =>
  giveBackPayment(around, life, payload, attempt)
export const checkRefund = (around: Backstage, payload: PaymentPayload) =>
  checkGivenBack(around, life, payload)

const mostAtOnce = 200

/**
 * Finds requests that nobody finished, refunds whose job is gone, and payments whose end nobody told us of, and sees to
 * them: first to what needs no provider. One that the provider can't answer for keeps none of the others waiting, nor do
 * many that were given up; what there is no time for is found the next time.
 */
export async function findUnfinished(surroundings: Backstage): Promise<void> {
  const finishAllRequests = () =>
    eachBusiness(surroundings.database, (id) => finishRequests(surroundings, id), {
      whileSuspended: 'What was paid for is done.',
    })
  const searches = [
    finishAllRequests,
    () => findLostRefunds(surroundings),
    () => askAboutForgotten(surroundings),
  ]
  await oneByOne(searches, (find) => find())
}

async function askAboutForgotten(surroundings: Backstage): Promise<void> {
  const forgotten = await surroundings.database.forTenant(noTenant).rows<
    PaymentPayload & { isOver: boolean; isPendingOver: boolean }
  >(sql`
    select business_id as "businessId", payment_id as "paymentId",
      created_at < now() - make_interval(hours => ${oldestPageHours}) as "isOver",
      created_at < now() - make_interval(hours => ${longestPendingHours}) as "isPendingOver"
    from request_payment
    where state in ('Opening', 'Open') and created_at < now() - interval '5 minutes'
    order by ${fairTurns} limit ${mostAtOnce}`)
  await untilTimeIsUp(forgotten, async ({ isOver, isPendingOver, ...payload }) => {
    if (isOver) return endForgottenPage(surroundings, life, { ...payload, isPendingOver })
    await openCheckout(surroundings, payload)
    await askAboutPayment(surroundings, payload)
  })
}

async function finishRequests({ database }: Backstage, businessId: string): Promise<void> {
  await database.transaction(businessId, async (tx) => {
    const sessions = await tx.rows<Pick<Session, 'sessionId' | 'kind'>>(sql`
      select s.session_id as "sessionId", s.kind from request_session s
      where s.business_id = ${businessId} and s.next_step = 'User Completed' and s.deleted_at is null
        and s.submitted_at < now() - interval '5 minutes'
        -- Those that the staff decide on aren't forgotten; of a former version's the job finds out, once.
        and s.waits_because is null
        -- Else one that fails for good would never come to its last try.
        and not ${isBeingCarriedOut}
      -- Many whose jobs were given up keep none of the others waiting.
      order by random() limit ${mostAtOnce}`)
    for (const session of sessions) await carryOutRequest(tx, session)
  })
}
