import sql from 'sql-template-tag'
import type { HolderReload, HolderReloadPayment, holderReloadApi } from '#contract/cards/holder-reload.ts'
import { receiptNumberOf } from '#contract/till/receipt-number.ts'
import { inCents } from '#contract/values/decimals.ts'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { startJob } from '#platform/jobs'
import { conflict } from '#platform/refusals'
import { accountNameOf, type Card, everyCard, lockUsableCard, readCard } from '#server/cards/account'
import { findHeld } from '#server/cards/claiming'
import { readReloadRules } from '#server/cards/programs'
import { requireReloadable, requireReloadWithinLimits, roomOn, roomToday } from '#server/cards/reload'
import type { PaymentPayload, Surroundings } from '#server/payments'
import { checkReloadTask, newestPayment, openReloadTask, type ReloadPayment } from './payment-record.ts'

/** Asks for a payment of whoever has a card's secret. The provider is told by a job, so that nothing waits for it here. */
export async function beginHolderReload(
  { db, body }: Call<typeof holderReloadApi.beginHolderReload>,
  around: Surroundings,
): Promise<HolderReload> {
  const { businessId, cardId } = await findHeld(db, body.Secret)
  return db.asTenant(businessId, async (tx) => {
    const card = await lockUsableCard(tx, everyCard, cardId)
    requireReloadable(card)
    const provider = around.payments?.provider
    if (!provider || !(await allowsHolders(tx, card)))
      throw conflict('no_online_reload', 'This card can’t be reloaded online. Ask at a till of the club.')
    await requireReloadWithinLimits(tx, card, inCents(body.Amount))
    const { paymentId } = await tx.one<{ paymentId: string }>(sql`
      insert into reload_payment (business_id, card_id, provider, description, cents)
      values (${businessId}, ${cardId}, ${provider}, ${`Reload of ${accountNameOf(card)}`},
        ${inCents(body.Amount)})
      returning payment_id as "paymentId"`)
    await startJob(tx, openReloadTask, { businessId, paymentId } satisfies PaymentPayload)
    return standingOf(tx, card, around)
  })
}

/** How reloading stands for whoever has a card's secret. */
export async function readHolderReload(
  { db, body }: Call<typeof holderReloadApi.readHolderReload>,
  around: Surroundings,
): Promise<HolderReload> {
  const { businessId, cardId } = await findHeld(db, body.Secret)
  return db.asTenant(businessId, async (tx) => {
    const payment = body.HasPaid ? await newestPayment(tx, cardId) : null
    if (payment?.state === 'Open') {
      const payload: PaymentPayload = { businessId, paymentId: payment.paymentId }
      await startJob(tx, checkReloadTask, payload, { key: `${checkReloadTask} ${payment.paymentId}` })
    }
    return standingOf(tx, await readCard(tx, everyCard, cardId), around)
  })
}

async function allowsHolders(db: Queries, { CardProgramId }: Card): Promise<boolean> {
  return (await readReloadRules(db, CardProgramId)).AllowsHolderReload
}

async function standingOf(db: Queries, card: Card, { payments }: Surroundings): Promise<HolderReload> {
  const payment = await newestPayment(db, card.CardId)
  const Latest = payment && (await shownOf(db, payment))
  const isUsable = card.AccountStatus === 'Active' && !card.isExpired && card.CardProgramType === 'Reloadable'
  if (payments === null || !isUsable || !(await allowsHolders(db, card)))
    return { IsOffered: false, FitsOnCard: null, FitsToday: null, Latest }
  const [room, today] = [await roomOn(db, card), await roomToday(db, card)]
  return { IsOffered: true, FitsOnCard: dollarsLeft(room), FitsToday: dollarsLeft(today), Latest }
}

const dollarsLeft = (limit: { left: number } | null) => limit && Math.max(0, limit.left) / 100

async function shownOf(db: Queries, payment: ReloadPayment): Promise<HolderReloadPayment> {
  const { state, transactionId } = payment
  return {
    Amount: payment.cents / 100,
    State: state,
    PaymentUrl: state === 'Open' ? payment.checkoutUrl : null,
    ReceiptNumber: transactionId && receiptNumberOf(transactionId),
    IsOnOtherCard: transactionId !== null && !(await isOnCard(db, transactionId, payment.cardId)),
    Refusal: payment.refusal,
    IsGivenBackByHand: payment.refundedBy !== null,
  }
}

async function isOnCard(db: Queries, transactionId: string, cardId: string): Promise<boolean> {
  const row = await db.maybe(sql`
    select 1 from card_reload
    where business_id = ${db.businessId} and transaction_id = ${transactionId} and card_id = ${cardId}`)
  return row !== null
}
