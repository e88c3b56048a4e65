import type { CardReload, cardReloadApi } from '#contract/cards/card-reload.ts'
import { receiptLines } from '#contract/till/receipt-lines.ts'
import { receiptNumberOf } from '#contract/till/receipt-number.ts'
import { inCents, moneyText } from '#contract/values/decimals.ts'
import { type Call, limitedAct } from '#platform/call'
import type { Queries } from '#platform/database'
import { businessName } from '#server/business'
import {
  accountNameOf,
  auditCard,
  type Card,
  cardName,
  lockUsableCard,
  readCard,
} from '#server/cards/account'
import { inFunds } from '#server/cards/disbursement'
import { disbursement, type Posted } from '#server/ledger'
import { reloadKinds } from './limits.ts'
import { addToCard } from './reload.ts'

type Row = typeof cardReloadApi.reloadCard

async function aboutReload({ db, who, params, body }: Call<Row>) {
  const card = await readCard(db, who, params.cardId)
  return {
    amount: inCents(body.Amount),
    memberId: card.MemberId,
    name: `${card.FirstName} ${card.LastName}`,
    details: { Card: accountNameOf(card), Note: body.Note },
  }
}

/** Adds money of the business to a card. */
export const reloadCard = limitedAct<Row>(aboutReload, async (call) => {
  const { db, who, params, body } = call
  const card = await lockUsableCard(db, who, params.cardId)
  const cents = inCents(body.Amount)
  const about = {
    kind: reloadKinds.given,
    actor: who,
    reference: card.CardId,
    description: cardName(card),
    note: body.Note,
  }
  const posted = await addToCard(db, card, {
    about,
    from: disbursement,
    cents,
    note: body.Note,
    paid: null,
  }).catch(inFunds)
  const balance = posted.balances[1] ?? 0
  call.audit({
    record: auditCard(card),
    before: { Balance: moneyText((balance - cents) / 100) },
    after: { Balance: moneyText(balance / 100), Note: body.Note },
  })
  return answerOf(db, card, posted, cents)
})

async function answerOf(db: Queries, card: Card, posted: Posted, cents: number): Promise<CardReload> {
  const { transactionId, at, balances } = posted
  const [Amount, Balance] = [cents / 100, (balances[1] ?? 0) / 100]
  const ReceiptNumber = receiptNumberOf(transactionId)
  return {
    TransactionId: transactionId,
    ReceiptNumber,
    At: at,
    Amount,
    Balance,
    Receipt: receiptLines({
      place: await businessName(db),
      title: 'Reload',
      accountName: accountNameOf(card),
      amount: moneyText(Amount),
      balance: moneyText(Balance),
      transactionId,
      receiptNumber: ReceiptNumber,
    }),
  }
}
