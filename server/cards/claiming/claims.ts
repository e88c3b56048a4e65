import sql from 'sql-template-tag'
import type { CardClaim, cardClaimsApi, HeldCard } from '#contract/cards/card-claims.ts'
import { isAwaitingActivation } from '#contract/cards/cards.ts'
import { inCents } from '#contract/values/decimals.ts'
import type { Call } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
import { notFound } from '#platform/refusals'
import { hashOf } from '#platform/secrets'
import {
  recordCardChange,
  auditCard,
  type Card,
  cardName,
  everyCard,
  lockCard,
  readCard,
  type Issuer,
  masked,
  valueOf,
} from '#server/cards/account'
import { capture, cardBalance } from '#server/ledger'
import { tellOfAnotherDevice } from '#server/members/contacts'
import { heldCard, shownOfHeldCard } from './held-card.ts'

type Code = { businessId: string; cardId: string; isUsed: boolean; holderHash: Buffer | null }

/** The code as it stands, whatever business its card is of; null for one that leads nowhere. */
export function findCode(db: Queries, code: string): Promise<Code | null> {
  return db.maybe<Code>(sql`
    select business_id as "businessId", card_id as "cardId", used_at is not null as "isUsed",
      holder_hash as "holderHash"
    from card_offer where code_hash = ${hashOf(code)}`)
}

/** What is behind a code, for whoever has it. Wrong, used and too late look the same: there is nothing. */
export async function getCardClaim({
  db,
  params,
}: Call<typeof cardClaimsApi.getCardClaim>): Promise<CardClaim> {
  const code = await findCode(db, params.code)
  if (!code || code.isUsed) throw nothingThere()
  const own = db.forTenant(code.businessId)
  const card = claimable(await readCard(own, everyCard, code.cardId))
  const shown = await shownOfHeldCard(own, card)
  const { OfferExpiryDate } = card
  const Value = await valueOf(own, card)
  if (card.AccountStatus === 'Pending') return { ...shown, Kind: 'Offer', Value, OfferExpiryDate }
  if (!isAwaitingActivation(card)) return { ...shown, Kind: 'Link' }
  return {
    ...shown,
    Kind: card.isSentAnew ? 'Replacement' : 'Plastic',
    Value,
    OfferExpiryDate,
    MaskedCardNumber: masked(card.cardNumber ?? ''),
  }
}

/** Does for whoever has the code what is behind it, once, and makes their browser the card's holder. */
export async function claimCard(
  call: Call<typeof cardClaimsApi.claimCard>,
  issuer: Issuer,
): Promise<HeldCard> {
  const { db, params, body } = call
  const { businessId, cardId } = (await findCode(db, params.code)) ?? nothing()
  return db.asTenant(businessId, async (tx) => {
    const card = await lockCard(tx, everyCard, cardId)
    // Asked again under the card's lock: of several at once one is first.
    const code = (await findCode(tx, params.code)) ?? nothing()
    const holder = hashOf(body.Secret)
    if (code.isUsed) {
      if (!code.holderHash?.equals(holder)) throw nothingThere()
      return heldCard(tx, card)
    }
    claimable(card)
    await tx.run(sql`
      update card_offer set used_at = now(), holder_hash = ${holder}
      where business_id = ${tx.businessId} and card_id = ${cardId}`)
    if (card.AccountStatus === 'Pending') await activate(tx, issuer, card)
    else if (isAwaitingActivation(card)) await activatePlastic(tx, card)
    else await moveToAnotherDevice(tx, card, code.holderHash !== null && !code.holderHash.equals(holder))
    const claimed = await readCard(tx, everyCard, cardId)
    call.audit({
      businessId,
      record: auditCard(card),
      before: { Status: card.AccountStatus },
      after: { Status: claimed.AccountStatus, 'External account ID': claimed.ExternalAccountId },
    })
    return heldCard(tx, claimed)
  })
}

/** Opens the account of a card and puts on it what was held for it. */
async function activate(tx: Transaction, issuer: Issuer, card: Card): Promise<void> {
  const { externalAccountId, cardNumber } = await issuer.openAccount(tx)
  await tx.run(sql`
    update card set status = 'Active', redeemed_at = now(), external_account_id = ${externalAccountId},
      card_number = ${cardNumber}
    where business_id = ${tx.businessId} and card_id = ${card.CardId}`)
  const actor = holderOf(card)
  await recordCardChange(tx, actor, card.CardId, 'Claimed')
  if (card.holdId === null) return
  await capture(
    tx,
    { kind: 'Card claimed', actor, reference: card.CardId, description: cardName(card) },
    { holdId: card.holdId, amount: inCents(card.InitialCardValue), to: cardBalance(card.CardId) },
  )
}

/** Lets a card be used that has its account and its money already. */
async function activatePlastic(tx: Transaction, card: Card): Promise<void> {
  await tx.run(sql`
    update card set status = 'Active', redeemed_at = now()
    where business_id = ${tx.businessId} and card_id = ${card.CardId}`)
  await recordCardChange(tx, holderOf(card), card.CardId, 'Activated')
}

async function moveToAnotherDevice(tx: Transaction, card: Card, isFromAnother: boolean): Promise<void> {
  await recordCardChange(tx, holderOf(card), card.CardId, 'Shown on another device')
  if (isFromAnother && card.memberId !== null)
    await tellOfAnotherDevice(tx, card.memberId, card.CardProgramDescription)
}

/** The holder of a card, as its history and the ledger call them. */
export function holderOf({ CardId, FirstName, LastName }: Card) {
  return { uid: `card/${CardId}`, name: `${FirstName} ${LastName}` }
}

function claimable(card: Card): Card {
  const isWaiting = card.AccountStatus === 'Pending' || isAwaitingActivation(card)
  if (card.RedeemedDate === null && (!isWaiting || card.isOfferOver)) throw nothingThere()
  return card
}

function nothingThere() {
  return notFound('The card')
}

function nothing(): never {
  throw nothingThere()
}
