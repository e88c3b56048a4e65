import sql from 'sql-template-tag'
import { backToCardPath } from '#contract/patron-paths.ts'
import { noTenant } from '#platform/database'
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
import { reloadPaymentIn, type ReloadPayment } from './payment-record.ts'
import {
  reloadRefundCameBack,
  endReloadGivenBack,
  endReloadRefundInVain,
  queueReloadRefund,
  refundKeyOf,
} from './refunds.ts'
import { giveUpReload, settleReload } from './settle.ts'

/** The life of what holders pay for reloads. */
const life: PaymentLife<ReloadPayment> = {
  find: reloadPaymentIn,
  wishOf: async ({ publicUrl }, businessId, payment) => ({
    businessId,
    paymentId: payment.paymentId,
    description: payment.description,
    cents: payment.cents,
    currency: 'AUD',
    // Whoever has the card's page in hand pays, not always whose address the club has.
    email: null,
    returnUrl: publicUrl() + backToCardPath,
  }),
  keepOpen: (db, paymentId, { id, url }) =>
    db.run(sql`
      update reload_payment set state = 'Open', checkout_id = ${id}, checkout_url = ${url}
      where business_id = ${db.businessId} and payment_id = ${paymentId} and state = 'Opening'`),
  settle: settleReload,
  giveUp: giveUpReload,
  queueRefund: queueReloadRefund,
  endGivenBack: endReloadGivenBack,
  endInVain: endReloadRefundInVain,
  cameBack: reloadRefundCameBack,
}

/** What is done about a payment in the background. */
export const openReloadCheckout = (around: Backstage, payload: PaymentPayload) =>
  openPage(around, life, payload)
export const refundReload = (around: Backstage, payload: PaymentPayload, attempt: Attempt) =>
  giveBackPayment(around, life, payload, attempt)

/** Asks the provider about a payment: whether it was paid, or whether what was given back has arrived. */
export async function checkReload(around: Backstage, payload: PaymentPayload): Promise<void> {
  await askAboutPage(around, life, payload)
  await checkGivenBack(around, life, payload)
}

const mostAtOnce = 200

type Forgotten = PaymentPayload & { isRefund: boolean; isOver: boolean; isPendingOver: boolean }

/** Finds payments whose end nobody told us of, and refunds whose job is gone, and sees to them: first to refunds, for which no provider is asked. */
export async function findUnfinishedReloads(around: Backstage): Promise<void> {
  const forgotten = await around.database.forTenant(noTenant).rows<Forgotten>(sql`
    select business_id as "businessId", payment_id as "paymentId", state = 'Refunding' as "isRefund",
      created_at < now() - make_interval(hours => ${oldestPageHours}) as "isOver",
      created_at < now() - make_interval(hours => ${longestPendingHours}) as "isPendingOver"
    from reload_payment
    where created_at < now() - interval '5 minutes' and (state in ('Opening', 'Open')
      or state = 'Refunding' and not has_job(${refundKeyOf('')} || payment_id))
    order by state = 'Refunding' desc, ${fairTurns} limit ${mostAtOnce}`)
  await untilTimeIsUp(forgotten, async ({ isRefund, isOver, isPendingOver, ...payload }) => {
    if (isRefund) return giveBackAnew(around, payload)
    if (isOver) return endForgottenPage(around, life, { ...payload, isPendingOver })
    await openReloadCheckout(around, payload)
    await askAboutPage(around, life, payload)
  })
}

function giveBackAnew({ database }: Backstage, { businessId, paymentId }: PaymentPayload): Promise<void> {
  return database.transaction(businessId, async (tx) => {
    if (await reloadPaymentIn(tx, paymentId, 'Refunding')) await queueReloadRefund(tx, paymentId)
  })
}
