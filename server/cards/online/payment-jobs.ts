import sql from 'sql-template-tag'
import { backToCardPath } from '#contract/cards/back-to-card.ts'
import { oneByOne } from '#platform/concurrency'
import { noTenant } from '#platform/database'
import { type Backstage, type CheckoutState, ProviderRefusal, providerOf } from '#server/payments'
import { paymentIn, type ReloadPayload, type ReloadPayment } from './payment-record.ts'
import { checkReloadRefund, queueRefund, refundKeyOf } from './refunds.ts'
import { giveUp, settleReload } from './settle.ts'

/** Opens the provider's page for a payment that was asked for. One that is refused is over: it can be asked for again. */
export async function openReloadCheckout(around: Backstage, payload: ReloadPayload): Promise<void> {
  const { database } = around
  const { businessId, paymentId } = payload
  const db = database.forTenant(businessId)
  const payment = await paymentIn(db, paymentId, 'Opening')
  if (!payment) return
  try {
    const { id, url } = await open(around, businessId, payment)
    await db.run(sql`
      update reload_payment set state = 'Open', checkout_id = ${id}, checkout_url = ${url}
      where business_id = ${businessId} and payment_id = ${paymentId} and state = 'Opening'`)
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    await database.transaction(businessId, (tx) => giveUp(tx, paymentId))
  }
}

function open({ payments, publicUrl }: Backstage, businessId: string, payment: ReloadPayment) {
  return providerOf(payments, payment).open({
    businessId,
    paymentId: payment.paymentId,
    description: payment.description,
    cents: payment.cents,
    currency: 'AUD',
    // Whoever has the card's page in hand pays, not always whose address the club has.
    email: null,
    returnUrl: publicUrl() + backToCardPath,
  })
}

/** Asks the provider about a payment: whether it was paid, or whether what was given back has arrived. */
export async function checkReload(around: Backstage, payload: ReloadPayload): Promise<void> {
  await askAboutReload(around, payload)
  await checkReloadRefund(around, payload)
}

/** Asks the provider how a payment stands. */
async function askAboutReload(
  { database, payments }: Backstage,
  { businessId, paymentId }: ReloadPayload,
): Promise<void> {
  const payment = await paymentIn(database.forTenant(businessId), paymentId, 'Open')
  if (!payment?.checkoutId || payments?.provider !== payment.provider) return
  const outcome = await payments.find(payment.checkoutId)
  await database.transaction(businessId, (tx) => settleReload(tx, paymentId, outcome))
}

// Longer than the provider keeps a page open.
const oldestHours = 72
const mostAtOnce = 200

type Forgotten = ReloadPayload & { isRefund: boolean; isOver: boolean }

/** Finds payments whose end nobody told us of, and refunds whose job is gone, and sees to them one by one. */
export async function findUnfinishedReloads(around: Backstage): Promise<void> {
  const forgotten = await around.database.forTenant(noTenant).rows<Forgotten>(sql`
    select business_id as "businessId", payment_id as "paymentId", state = 'Refunding' as "isRefund",
      created_at < now() - make_interval(hours => ${oldestHours}) as "isOver"
    from reload_payment
    where created_at < now() - interval '5 minutes' and (state in ('Opening', 'Open')
      or state = 'Refunding' and not has_job(${refundKeyOf('')} || payment_id))
    order by random() limit ${mostAtOnce}`)
  await oneByOne(forgotten, async ({ isRefund, isOver, ...payload }) => {
    if (isRefund) return giveBackAnew(around, payload)
    if (isOver) return endForgotten(around, payload)
    await openReloadCheckout(around, payload)
    await askAboutReload(around, payload)
  })
}

function giveBackAnew({ database }: Backstage, { businessId, paymentId }: ReloadPayload): Promise<void> {
  return database.transaction(businessId, async (tx) => {
    if (await paymentIn(tx, paymentId, 'Refunding')) await queueRefund(tx, paymentId)
  })
}

/** Nobody can pay there any more: it ends as the provider says, and where they know nothing of it as one that ran out. */
async function endForgotten(
  { database, payments }: Backstage,
  { businessId, paymentId }: ReloadPayload,
): Promise<void> {
  const payment = await paymentIn(database.forTenant(businessId), paymentId, 'Open')
  const outcome = await lastWord(payments, payment)
  await database.transaction(businessId, (tx) =>
    outcome?.state === 'paid' ? settleReload(tx, paymentId, outcome) : giveUp(tx, paymentId),
  )
}

/** Null where the provider has never heard of it. Where there is just no answer it is asked again another time. */
async function lastWord(
  payments: Backstage['payments'],
  payment: ReloadPayment | null,
): Promise<CheckoutState | null> {
  if (!payment?.checkoutId || payments?.provider !== payment.provider) return null
  return payments.find(payment.checkoutId).catch((error: unknown) => {
    if (error instanceof ProviderRefusal) return null
    throw error
  })
}
