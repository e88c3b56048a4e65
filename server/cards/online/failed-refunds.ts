import sql from 'sql-template-tag'
import { refundWords } from '#contract/payments/refund-words.ts'
import type { FailedReloadRefund, reloadRefundsApi } from '#contract/payments/reload-refunds.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { conflict, notFound } from '#platform/refusals'
import {
  auditCard,
  type Card,
  everyCard,
  readCard,
  recordCardChange,
  visibleCards,
  cardWithProgramAndMember,
} from '#server/cards/account'
import { nothingToGiveBack } from '#server/payments'
import { lockReloadPayment, type ReloadPayment } from './payment-record.ts'
import { refundReloadAgain, settleReloadRefundByHand, toldOf } from './refunds.ts'

// Nobody settles more of one card at once.
const most = 20

/** What was paid for a card and could not be given back. */
export async function listFailedReloadRefunds({
  db,
  who,
  params,
}: Call<typeof reloadRefundsApi.listFailedReloadRefunds>) {
  const { CardId } = await readCard(db, who, params.cardId)
  const Results = await db.rows<FailedReloadRefund>(sql`
    select payment_id as "PaymentId", (paid_cents / 100.0)::float8 as "Amount", provider as "Provider",
      paid_at as "PaidDate", refusal as "Refusal", refund_failure as "RefundFailure"
    from reload_payment
    where business_id = ${db.businessId} and card_id = ${CardId} and state = 'RefundFailed'
    order by created_at, payment_id limit ${most}`)
  return { Results }
}

type Failed = { Id: string; Name: string; Date: string; count: number; newest: string }

/** The oldest of those that wait for somebody to settle them, each with how many there are and when the last of them failed. */
export function oldestFailedRefunds(db: Queries, who: Who, few: number): Promise<Failed[]> {
  return db.rows<Failed>(sql`
    select r.payment_id as "Id", c.first_name || ' ' || c.last_name as "Name", r.paid_at as "Date",
      count(*) over () as count,
      -- What failed under the former version tells only when it was paid.
      max(coalesce(r.refund_failed_at, r.paid_at)) over () as newest
    from reload_payment r
    join card c on c.business_id = r.business_id and c.card_id = r.card_id ${cardWithProgramAndMember}
    where r.business_id = ${db.businessId} and r.state = 'RefundFailed' ${visibleCards(who)}
    order by r.paid_at, r.payment_id limit ${few}`)
}

/** Has a payment given back once more that could not be given back. */
export async function retryReloadRefund(
  call: Call<typeof reloadRefundsApi.retryReloadRefund>,
): Promise<undefined> {
  const found = await failedRefund(call)
  await refundReloadAgain(call.db, found.payment)
  await record(call, found, { title: 'is being given back once more', refund: 'Tried again' })
}

/** Takes note that somebody gave the payment back in another way. */
export async function settleReloadRefund(
  call: Call<typeof reloadRefundsApi.settleReloadRefund>,
): Promise<undefined> {
  const found = await failedRefund(call)
  const { Note: note } = call.body
  await settleReloadRefundByHand(call.db, found.payment, { by: call.who.name, note })
  await record(call, found, { title: 'was given back by hand', refund: 'Given back by hand', note })
}

type Settling = Call<typeof reloadRefundsApi.retryReloadRefund | typeof reloadRefundsApi.settleReloadRefund>
type Found = { payment: ReloadPayment; card: Card }

/** The payment, kept from changing; refused if it isn't, or is no longer, one that could not be given back. */
async function failedRefund({ db, who, params }: Settling): Promise<Found> {
  const { reloadPaymentId: paymentId } = params
  const known = await db.maybe(sql`
    select from reload_payment r
    join card c on c.business_id = r.business_id and c.card_id = r.card_id ${cardWithProgramAndMember}
    where r.business_id = ${db.businessId} and r.payment_id = ${paymentId} ${visibleCards(who)}`)
  if (!known) throw notFound('The payment')
  const payment = await lockReloadPayment(db, paymentId)
  if (payment.state !== 'RefundFailed') throw conflict('refund_not_failed', nothingToGiveBack(payment))
  return { payment, card: await readCard(db, everyCard, payment.cardId) }
}

type Told = { title: string; refund: string; note?: string }

async function record(
  call: Settling,
  { payment, card }: Found,
  { title, refund, note }: Told,
): Promise<void> {
  await recordCardChange(call.db, call.who, card.CardId, toldOf(payment, title), note)
  call.audit({
    record: auditCard(card),
    before: { Refund: refundWords.failed },
    after: { Refund: refund, ...(note !== undefined && { Note: note }) },
  })
}
