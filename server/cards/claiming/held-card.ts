import sql from 'sql-template-tag'
import type { cardClaimsApi, HeldCard } from '#contract/cards/card-claims.ts'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { notFound } from '#platform/refusals'
import { hashOf } from '#platform/secrets'
import { clubOf } from '#server/business'
import { type Card, everyCard, readCard, masked } from '#server/cards/account'
import { balanceOf, cardBalance } from '#server/ledger'

type Found = { businessId: string; cardId: string }

/** The card of whoever has the secret that it was claimed with. */
export function readHeldCard({ db, body }: Call<typeof cardClaimsApi.readHeldCard>): Promise<HeldCard> {
  return cardBySecret(db, body.Secret, heldCard)
}

/** Reads something of the card that was claimed with a secret. */
export async function cardBySecret<Result>(
  db: Call<typeof cardClaimsApi.readHeldCard>['db'],
  secret: string,
  read: (own: Queries, card: Card) => Promise<Result>,
): Promise<Result> {
  const found = await findHeld(db, secret)
  return db.asTenant(found.businessId, async (own) => read(own, await readCard(own, everyCard, found.cardId)))
}

/** Where the card is that was claimed with this secret; a 404 if none was. */
export async function findHeld(db: Queries, secret: string): Promise<Found> {
  const found = await db.maybe<Found>(sql`
    select business_id as "businessId", card_id as "cardId" from card_offer
    where holder_hash = ${hashOf(secret)} order by used_at desc nulls last limit 1`)
  if (!found) throw notFound('The card')
  return found
}

/** A claimed card in the shape its holder sees it in. */
export async function heldCard(db: Queries, card: Card): Promise<HeldCard> {
  const Status = card.isExpired ? 'Expired' : card.AccountStatus
  return {
    ...(await shownOfHeldCard(db, card)),
    Status,
    CardNumber: Status === 'Active' ? card.cardNumber : null,
    MaskedCardNumber: masked(card.cardNumber ?? ''),
    ExternalAccountId: card.ExternalAccountId ?? '',
    Balance: (await balanceOf(db, cardBalance(card.CardId))) / 100,
    RedeemedDate: card.RedeemedDate ?? '',
    ReportedLostAt: card.ReportedLostAt,
    Replacement: replacementOf(card),
  }
}

function replacementOf({ ReplacedByCardId, ReplacementOrderId }: Card): HeldCard['Replacement'] {
  if (ReplacementOrderId !== null) return 'Plastic'
  return ReplacedByCardId === null ? null : 'Digital'
}

/** What people see of a card before it is theirs, too. */
export async function shownOfHeldCard(db: Queries, card: Card) {
  const { CardProgramDescription, CardProgramType, CardArtUrl, FirstName } = card
  return {
    ...(await clubOf(db)),
    CardProgramDescription,
    CardProgramType,
    CardArtUrl,
    Terms: card.terms,
    FirstName,
    PlasticExpiryDate: card.plasticExpiryDate,
  }
}
