import sql from 'sql-template-tag'
import {
  accountStatusRules,
  canSetStatus,
  cardStatusLabels,
  needsReason,
  statusInWords,
} from '#contract/cards/card-status.ts'
import type { CardAccountStatus, CardTransaction, cardsApi } from '#contract/cards/cards.ts'
import type { Who } from '#platform/access'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
import { conflict, invalid, type Refusal } from '#platform/refusals'
import { balanceOf, cardBalance, entriesOf, entriesOn, type Entry } from '#server/ledger'
import { recordCardChange } from './card-history.ts'
import { aud, auditCard, type Card, everyCard, lockCard, readCard } from './card-record.ts'
import { masked } from './issuer.ts'

/** The account of a card: what is on it and whether it works. */
export async function getCardAccountStatus({
  db,
  who,
  params,
}: Call<typeof cardsApi.getCardAccountStatus>): Promise<CardAccountStatus> {
  return accountOf(db, await readCard(db, who, params.cardId))
}

async function accountOf(db: Queries, card: Card): Promise<CardAccountStatus> {
  return {
    Status: card.AccountStatus,
    Balance: aud(await balanceOf(db, cardBalance(card.CardId))),
    MaskedCardNumber: card.cardNumber && masked(card.cardNumber),
    PlasticExpiryDate: card.plasticExpiryDate,
    ExternalAccountId: card.ExternalAccountId,
  }
}

/** Turns the account of a card off and on again, by the rules of its state. */
export async function setCardAccountStatus(
  call: Call<typeof cardsApi.setCardAccountStatus>,
): Promise<CardAccountStatus> {
  const { db, who, params, body } = call
  const card = await lockCard(db, who, params.cardId)
  await refuseReplaced(db, card)
  const { AccountStatus: from } = card
  const { to } = accountStatusRules[params.status]
  if (!canSetStatus(from, params.status) || card.isExpired)
    throw conflict(
      'status_not_allowed',
      `A card that is ${accountInWords(card)} can not be set to ${cardStatusLabels[to]}.`,
    )
  const reason = body?.Reason ?? null
  if (needsReason(from, params.status) && reason === null)
    throw invalid('Say why a card that was lost or stolen works again.', { Reason: 'Reason is required.' })
  await db.run(sql`
    update card set status = ${to}, reported_lost_at = case when ${to} = 'Active' then null else reported_lost_at end,
      redeemed_at = case when ${to} = 'Active' then coalesce(redeemed_at, now()) else redeemed_at end
    where business_id = ${db.businessId} and card_id = ${card.CardId}`)
  // A link may lie in the mailbox of the phone that is gone.
  if (to === 'LostStolen') await endCodes(db, card)
  await recordCardChange(db, who, card.CardId, `Set to ${cardStatusLabels[to]}`, reason)
  call.audit({
    record: auditCard(card),
    before: { 'Account status': cardStatusLabels[from] },
    after: { 'Account status': cardStatusLabels[to], ...(reason !== null && { Reason: reason }) },
  })
  return accountOf(db, { ...card, AccountStatus: to })
}

/** Has no link lead to a locked card any more. Whoever has claimed it goes on to see what became of it. */
export async function endCodes(tx: Transaction, { CardId }: Card): Promise<void> {
  const ofCard = sql`business_id = ${tx.businessId} and card_id = ${CardId} and used_at is null`
  await tx.run(sql`delete from card_offer where ${ofCard} and holder_hash is null`)
  await tx.run(sql`update card_offer set used_at = now() where ${ofCard}`)
}

/** Refuses a card whose place another has taken: it stays as it is. */
export async function refuseReplaced(db: Queries, card: Card): Promise<void> {
  if (card.ReplacedByCardId !== null) {
    const { cardNumber } = await readCard(db, everyCard, card.ReplacedByCardId)
    throw conflict(
      'card_replaced',
      `This card was replaced by the card ${masked(cardNumber ?? '')}: go on with that one.`,
    )
  }
  if (card.ReplacementOrderId !== null)
    throw conflict(
      'card_replaced',
      'A plastic card that replaces this one is on order. If it is not to come, archive that order first.',
    )
}

/** A card's state in the middle of a sentence. */
export function accountInWords({
  AccountStatus,
  isExpired,
}: Pick<Card, 'AccountStatus' | 'isExpired'>): string {
  return statusInWords(isExpired ? 'Expired' : AccountStatus)
}

/** A card, locked, that money may be moved on; or why it may not. Whoever takes from a card asks here first. */
export async function lockUsableCard(
  tx: Transaction,
  who: Pick<Who, 'venues' | 'uid' | 'till'>,
  cardId: string,
): Promise<Card> {
  const card = await lockCard(tx, who, cardId)
  if (card.AccountStatus !== 'Active' || card.isExpired) throw unusable(card)
  return card
}

function unusable(card: Card): Refusal {
  return conflict('card_not_active', `This card is ${accountInWords(card)}: only an active card can be used.`)
}

/** What a card that waits for its holder has for them, in dollars: what it starts with, or what came from another. */
export async function valueOf(
  db: Queries,
  card: Pick<Card, 'CardId' | 'InitialCardValue' | 'ReplacesCardId'>,
): Promise<number> {
  if (card.ReplacesCardId === null) return card.InitialCardValue
  return (await balanceOf(db, cardBalance(card.CardId))) / 100
}

/** What was put on a card and taken off it, newest first. */
export async function listCardTransactions(call: Call<typeof cardsApi.listCardTransactions>) {
  const { db, who, params } = call
  const { CardId } = await readCard(db, who, params.cardId)
  if (isToCount(call)) return totalOfList(db, entriesOn(db, cardBalance(CardId)))
  const [before = null] = afterKey(call, 'integer') ?? []
  const entries = await entriesOf(db, cardBalance(CardId), { before, limit: rowsToAsk(call) })
  const { Results, _links } = pageOf(call, entries, (entry) => [entry.entryId])
  return { Results: Results.map(transactionOf), _links }
}

/** A line of an account's history in the contract's shape. */
export function transactionOf(entry: Entry): CardTransaction {
  return {
    TransactionId: entry.transactionId,
    Type: entry.kind,
    TypeDescription: entry.description ?? entry.kind,
    OccurredAt: entry.at,
    ParentId: entry.parentId,
    Amount: entry.amount / 100,
    AmountCurrency: 'AUD',
    RunningBalanceAmount: entry.balance / 100,
    RunningBalanceAmountCurrency: 'AUD',
    Reference: entry.reference,
  }
}
