import sql from 'sql-template-tag'
import type { CardOffer, ClaimedCard, cardClaimsApi } from '#contract/card-claims.ts'
import { inCents } from '#contract/decimals.ts'
import type { Call } from '#platform/call.ts'
import type { Queries, Transaction } from '#platform/database.ts'
import { notFound } from '#platform/refusal.ts'
import { hashOf } from '#platform/secrets.ts'
import { capture, cardBalance } from '#server/ledger'
import { recordCardChange } from './card-history.ts'
import { auditCard, type Card, cardName, everyCard, lockCard, readCard } from './card-record.ts'
import { type Issuer, masked } from './issuer.ts'

type Found = { businessId: string; cardId: string }

/** The card behind a code, whatever business it is of. Wrong, used and too late look the same: there is none. */
export async function cardBehind(db: Queries, code: string): Promise<Found> {
  const found = await db.maybe<Found>(sql`
    select business_id as "businessId", card_id as "cardId" from card_offer where code_hash = ${hashOf(code)}`)
  if (!found) throw noOffer()
  return found
}

/** The offer as its holder sees it. */
export async function readOffer(db: Queries, cardId: string): Promise<CardOffer> {
  const card = openOffer(await readCard(db, everyCard, cardId))
  return { ...(await shownOf(db, card)), Value: card.InitialCardValue }
}

/** Opens the account of a card and puts on it what was held for it. */
export async function claim(tx: Transaction, issuer: Issuer, cardId: string): Promise<ClaimedCard> {
  const card = openOffer(await lockCard(tx, everyCard, cardId))
  const { externalAccountId, cardNumber } = await issuer.openAccount(tx)
  const { at } = await tx.one<{ at: string }>(sql`
    update card set status = 'Active', redeemed_at = now(), external_account_id = ${externalAccountId},
      card_number = ${cardNumber}
    where business_id = ${tx.businessId} and card_id = ${cardId} returning redeemed_at as at`)
  await tx.run(sql`delete from card_offer where business_id = ${tx.businessId} and card_id = ${cardId}`)
  const actor = { uid: `card/${cardId}`, name: `${card.FirstName} ${card.LastName}` }
  await recordCardChange(tx, actor, cardId, 'Claimed')
  const shown = await shownOf(tx, card)
  if (card.holdId !== null)
    await capture(
      tx,
      { kind: 'Card claimed', actor, reference: cardId, description: cardName(card) },
      { holdId: card.holdId, amount: inCents(card.InitialCardValue), to: cardBalance(cardId) },
    )
  return {
    ...shown,
    CardNumber: cardNumber,
    MaskedCardNumber: masked(cardNumber),
    ExternalAccountId: externalAccountId,
    Balance: card.InitialCardValue,
    RedeemedDate: at,
  }
}

/** Claims the card of a code for whoever has it. */
export async function claimByCode(
  call: Call<typeof cardClaimsApi.claimCard>,
  issuer: Issuer,
): Promise<ClaimedCard> {
  const { db, params } = call
  const { businessId, cardId } = await cardBehind(db, params.code)
  return db.inBusiness(businessId, async (tx) => {
    const claimed = await claim(tx, issuer, cardId)
    const card = await readCard(tx, everyCard, cardId)
    call.audit({
      businessId,
      record: auditCard(card),
      before: { Status: 'Pending' },
      after: { Status: 'Active', 'External account ID': claimed.ExternalAccountId },
    })
    return claimed
  })
}

function openOffer(card: Card): Card {
  if (card.AccountStatus !== 'Pending' || card.isOfferOver) throw noOffer()
  return card
}

async function shownOf(db: Queries, card: Card) {
  const { BusinessName } = await db.one<{ BusinessName: string }>(
    sql`select display_name as "BusinessName" from business where business_id = ${db.businessId}`,
  )
  return { ...card, BusinessName, PlasticExpiryDate: card.plasticExpiryDate }
}

function noOffer() {
  return notFound('The card')
}
