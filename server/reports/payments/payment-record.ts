import sql from 'sql-template-tag'
import type { paymentsApi, PaymentRecord } from '#contract/payments/payments.ts'
import type { Call } from '#platform/call'
import { notFound } from '#platform/refusals'
import { payer, paymentVisibleTo, receiptNumber, recordState, withWhom } from './payments-in.ts'

type Row = Omit<PaymentRecord, 'History'>

/** A payment with its history, and what a receipt has to say. */
export async function getPayment({
  db,
  who,
  params,
}: Call<typeof paymentsApi.getPayment>): Promise<PaymentRecord> {
  const record = await db.maybe<Row>(sql`
    select p.payment_id as "PaymentId", ${receiptNumber} as "ReceiptNumber", p.paid_for as "PaidFor",
      p.description as "Description", nullif(${payer}, '') as "Name", m.member_id as "MemberId",
      m.membership_number as "MembershipNumber", p.session_id as "SessionId", p.card_id as "CardId", p.method as "Method",
      p.provider as "Provider", ${recordState} as "State", (p.amount_cents * 0.01)::float8 as "Amount",
      (p.tax_cents * 0.01)::float8 as "TaxAmount", (p.refunded_cents * 0.01)::float8 as "AmountRefunded",
      p.currency as "Currency", p.reference as "Reference", p.taken_at as "PaidDate", p.taken_by as "TakenBy",
      b.display_name as "BusinessName", b.abn as "ABN"
    from payment p join business b on b.business_id = p.business_id ${withWhom}
    where p.business_id = ${db.businessId} and p.payment_id = ${params.paymentId} ${paymentVisibleTo(who)}`)
  if (!record) throw notFound('The payment')
  const History = await db.rows<PaymentRecord['History'][number]>(sql`
    select kind as "Kind", at as "At", (cents * 0.01)::float8 as "Amount", actor_name as "ActorName", note as "Note"
    from payment_entry where business_id = ${db.businessId} and payment_id = ${params.paymentId} order by entry_id`)
  return { ...record, History }
}
