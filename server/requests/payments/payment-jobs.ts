import sql from 'sql-template-tag'
import { formPath } from '#contract/requests/request-forms.ts'
import { oneByOne } from '#platform/concurrency'
import { eachBusiness, noTenant } from '#platform/database'
import { type Backstage, type CheckoutState, ProviderRefusal, providerOf } from '#server/payments'
import { readForm } from '#server/requests/forms'
import { carryOut, type Session } from '#server/requests/sessions'
import { giveUp, type Payment, paymentIn, type PaymentPayload, settle } from './payments.ts'
import { findLostRefunds } from './refund-queue.ts'

/** Opens the provider's page for a payment that was asked for. One that is refused is over: it can be asked for again. */
export async function openCheckout(around: Backstage, payload: PaymentPayload): Promise<void> {
  const { database } = around
  const { businessId, paymentId } = payload
  const db = database.forTenant(businessId)
  const payment = await paymentIn(db, paymentId, 'Opening')
  if (!payment) return
  try {
    const { id, url } = await open(around, businessId, payment)
    await db.run(sql`
      update request_payment set state = 'Open', checkout_id = ${id}, checkout_url = ${url}
      where business_id = ${businessId} and payment_id = ${paymentId} and state = 'Opening'`)
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    const reason = `${payment.provider}: ${error.reason}`
    await database.transaction(businessId, (tx) => giveUp(tx, paymentId, reason))
  }
}

type Opening = NonNullable<Awaited<ReturnType<typeof paymentIn>>>

async function open({ database, payments, publicUrl }: Backstage, businessId: string, payment: Opening) {
  const service = providerOf(payments, payment)
  const form = await readForm(database.forTenant(businessId), payment.formId)
  return service.open({
    businessId,
    paymentId: payment.paymentId,
    description: payment.description,
    cents: payment.amountCents,
    currency: payment.currency,
    email: payment.email,
    returnUrl: publicUrl() + formPath(form.Kind, form.FormId),
  })
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

// Longer than the provider keeps a page open.
const oldestHours = 72
const mostAtOnce = 200

/**
 * Finds payments whose end nobody told us of, refunds whose job is gone, and requests that nobody finished, and sees to
 * them. One that the provider can't answer for keeps none of the others waiting, nor do many that were given up.
 */
export async function findUnfinished(surroundings: Backstage): Promise<void> {
  const finishAllRequests = () =>
    eachBusiness(surroundings.database, (id) => finishRequests(surroundings, id), {
      whileSuspended: 'What was paid for is done.',
    })
  const searches = [
    () => askAboutForgotten(surroundings),
    () => findLostRefunds(surroundings),
    finishAllRequests,
  ]
  await oneByOne(searches, (find) => find())
}

async function askAboutForgotten(surroundings: Backstage): Promise<void> {
  const forgotten = await surroundings.database.forTenant(noTenant).rows<
    PaymentPayload & { isOver: boolean }
  >(sql`
    select business_id as "businessId", payment_id as "paymentId",
      created_at < now() - make_interval(hours => ${oldestHours}) as "isOver"
    from request_payment
    where state in ('Opening', 'Open') and created_at < now() - interval '5 minutes'
    order by random() limit ${mostAtOnce}`)
  await oneByOne(forgotten, async ({ isOver, ...payload }) => {
    if (isOver) return endForgotten(surroundings, payload)
    await openCheckout(surroundings, payload)
    await askAboutPayment(surroundings, payload)
  })
}

/** Nobody can pay there any more: it ends as the provider says, and where they know nothing of it as one that ran out. */
async function endForgotten(
  { database, payments }: Backstage,
  { businessId, paymentId }: PaymentPayload,
): Promise<void> {
  const payment = await paymentIn(database.forTenant(businessId), paymentId, 'Open')
  const outcome = payments?.provider === payment?.provider ? await lastWord(payments, payment) : null
  await database.transaction(businessId, async (tx) => {
    if (outcome?.state === 'paid') return settle(tx, paymentId, outcome)
    const unknown = payment && !outcome ? `${payment.provider} could not say how it ended.` : null
    await giveUp(tx, paymentId, unknown)
  })
}

/** Null where the provider has never heard of it. Where there is just no answer it is asked again another time. */
async function lastWord(
  payments: Backstage['payments'],
  payment: Payment | null,
): Promise<CheckoutState | null> {
  if (!payments || !payment?.checkoutId) return null
  return payments.find(payment.checkoutId).catch((error: unknown) => {
    if (error instanceof ProviderRefusal) return null
    throw error
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
      -- Many whose jobs were given up keep none of the others waiting.
      order by random() limit ${mostAtOnce}`)
    for (const session of sessions) await carryOut(tx, session)
  })
}
