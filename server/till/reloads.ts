import type { tillReloadApi } from '#contract/till/till-reload.ts'
import type { TillReceipt } from '#contract/till/till.ts'
import { inCents, moneyText } from '#contract/values/decimals.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict, notFound, Refusal } from '#platform/refusals'
import {
  type Card,
  cardByNumber,
  lockCurrentCard,
  lockUsableCard,
  recordCardChange,
} from '#server/cards/account'
import { addToCard, paidReload, reloadKinds, requireLimitAtTills, tenderAccount } from '#server/cards/reload'
import { balanceOf, cardBalance, move, NotEnough, reverse } from '#server/ledger'
import { resolveCode } from '#server/members/codes'
import { aboutOf } from './holds.ts'
import { purseOfCard } from './purse.ts'
import { tillPlaceOf, recordedReceipt } from './receipt.ts'

/** Puts what the till was paid on a card. */
export async function tillReload(call: Call<typeof tillReloadApi.tillReload>): Promise<TillReceipt> {
  const { db, who, body } = call
  const { venueNo, venueName } = tillPlaceOf(who)
  const card = await lockUsableCard(db, who, (await scannedCard(db, who, body.Code)).CardId)
  await requireLimitAtTills(db, card)
  const [amount, tender, reference] = [inCents(body.Amount), body.Tender, body.Reference ?? null]
  const posted = await addToCard(db, card, {
    about: aboutOf(who, reloadKinds.paid, reference),
    from: tenderAccount(tender),
    cents: amount,
    note: `Paid at ${venueName}: ${tender}`,
    paid: { venueNo, tender },
  })
  return recordedReceipt(call, purseOfCard(card), {
    kind: 'Reload',
    posted,
    line: 1,
    amount,
    reference,
    tender,
  })
}

async function scannedCard(tx: Transaction, who: Who, code: string): Promise<Card> {
  const holder = await resolveCode(tx, code)
  const card = holder?.kind === 'Card' ? await cardByNumber(tx, who, holder.id) : null
  if (card) return card
  throw holder
    ? conflict('not_a_card', 'This is no prepaid card: scan the card that is to be reloaded.')
    : notFound('A card with this number')
}

/** Takes back a reload by mistake, for whoever gives the money back. */
export async function tillVoidReload(call: Call<typeof tillReloadApi.tillVoidReload>): Promise<TillReceipt> {
  const { db, who, params, body } = call
  const { venueNo, venueName } = tillPlaceOf(who)
  const reload = await paidReload(db, params.transactionId, venueNo)
  if (!reload) throw notFound('The reload')
  // Whoever finds a mistake finds it soon: later it would be a way to empty the cards of others.
  if (!reload.isRecent)
    throw conflict('too_late', 'This reload is older than a day: a till can not take it back any more.')
  // Also of a card that was turned off meanwhile: the money is there all the same. Of one that was replaced it is on the next.
  const card = await lockCurrentCard(db, who, reload.cardId)
  const reason = body?.Reason || `Taken back at ${venueName}`
  await recordCardChange(db, who, card.CardId, `${moneyText(reload.cents / 100)} taken back`, reason)
  const posted = await takeBack(call, reload, card, reason).catch((error: unknown) =>
    inReload(error, reload.cents),
  )
  const { cents: amount, tender } = reload
  const balances = [await balanceOf(db, cardBalance(card.CardId))]
  return recordedReceipt(call, purseOfCard(card), {
    kind: 'Void',
    posted: { ...posted, balances },
    amount,
    reference: null,
    tender,
  })
}

/** The ledger reverses on the accounts that it was on: what has gone on to another card comes back from there first. */
async function takeBack(
  { db, who, params }: Voiding,
  { cardId, cents }: PaidReload,
  card: Card,
  reason: string,
) {
  if (card.CardId !== cardId)
    await move(
      db,
      { kind: voidKind, actor: who, note: reason, reference: card.CardId },
      { from: cardBalance(card.CardId), to: cardBalance(cardId), amount: cents },
    )
  return reverse(db, { transactionId: params.transactionId, reason, actor: who, kind: voidKind })
}

type Voiding = Pick<Call<typeof tillReloadApi.tillVoidReload>, 'db' | 'who' | 'params'>
type PaidReload = NonNullable<Awaited<ReturnType<typeof paidReload>>>

/** What a reload that was taken back is called in the ledger. */
export const voidKind = 'Reload voided'

function inReload(error: unknown, cents: number): never {
  if (error instanceof NotEnough)
    throw conflict(
      'already_spent',
      `Only ${moneyText(error.available / 100)} of the ${moneyText(cents / 100)} is left on this card: refund what was bought with it first.`,
    )
  if (error instanceof Refusal && error.code === 'taken_back')
    throw conflict('taken_back', 'This reload has been taken back already.')
  throw error
}
