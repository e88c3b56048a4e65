import sql from 'sql-template-tag'
import { oneByOne } from '#platform/concurrency'
import { noTenant, type Transaction } from '#platform/database'
import { startJob } from '#platform/jobs'
import type { Backstage } from '#server/payments'

export const refundTask = 'refund_payment'
export const checkRefundTask = 'check_refund'
type RefundPayload = { businessId: string; paymentId: string }

const keyOf = (paymentId: string) => `${refundTask} ${paymentId}`
const mostAtOnce = 200

/** Has a payment given back by a job. Of the same payment there is one. */
export function queueRefund(tx: Transaction, paymentId: string): Promise<void> {
  const payload: RefundPayload = { businessId: tx.businessId, paymentId }
  return startJob(tx, refundTask, payload, { key: keyOf(paymentId) })
}

/**
 * Finds refunds whose job is gone: lost, dropped by somebody, or out of tries that nobody took note of. A job that waits for
 * its next try is left alone: queued anew it would begin to count from the start, and never come to its last.
 */
export async function findLostRefunds({ database }: Backstage): Promise<void> {
  const lost = await database.forTenant(noTenant).rows<RefundPayload>(sql`
    select business_id as "businessId", payment_id as "paymentId" from request_payment
    where state = 'Refunding' and refund_failed_at is null and not has_job(${keyOf('')} || payment_id)
    limit ${mostAtOnce}`)
  await oneByOne(lost, ({ businessId, paymentId }) =>
    database.transaction(businessId, async (tx) => {
      const isStillDue = await tx.maybe(sql`
        select 1 from request_payment
        where business_id = ${businessId} and payment_id = ${paymentId} and state = 'Refunding'
          and refund_failed_at is null
        for update`)
      if (isStillDue) await queueRefund(tx, paymentId)
    }),
  )
}

/**
 * Has the provider asked about a payment that it gave back, and of which it says that this failed later. The notice alone says
 * too little: it may be of an earlier round.
 */
export async function queueRefundCheck({ database }: Backstage, providerPaymentId: string): Promise<void> {
  const known = await database.forTenant(noTenant).maybe<RefundPayload>(sql`
    select business_id as "businessId", payment_id as "paymentId" from request_payment
    where provider_payment_id = ${providerPaymentId} and state = 'Refunded' and refunded_by is null limit 1`)
  if (!known) return
  const key = `${checkRefundTask} ${known.paymentId}`
  await database.transaction(known.businessId, (tx) => startJob(tx, checkRefundTask, known, { key }))
}
