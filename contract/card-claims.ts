import { z } from 'zod'
import { CardProgramType } from './card-programs.ts'
import { anyone, endpoint } from './endpoint.ts'

const path = '/api/claims/{code}'

/** What somebody sees of a card that waits for them. */
export const CardOffer = z.object({
  BusinessName: z.string(),
  CardProgramDescription: z.string(),
  CardProgramType,
  CardArtUrl: z.string().nullable(),
  FirstName: z.string(),
  Value: z.number(),
  OfferExpiryDate: z.iso.date(),
  PlasticExpiryDate: z.iso.date().nullable(),
})
export type CardOffer = z.infer<typeof CardOffer>

/** The card once it is theirs. */
export const ClaimedCard = CardOffer.omit({ Value: true }).extend({
  CardNumber: z.string(),
  MaskedCardNumber: z.string(),
  ExternalAccountId: z.string(),
  Balance: z.number(),
  RedeemedDate: z.iso.datetime(),
})
export type ClaimedCard = z.infer<typeof ClaimedCard>

export const cardClaimsApi = {
  /** A code that is wrong, used or too late is not found, all alike. */
  getCardOffer: endpoint({
    method: 'GET',
    path,
    title: 'A card that waits to be claimed',
    access: anyone,
    output: CardOffer,
  }),
  claimCard: endpoint({
    method: 'POST',
    path,
    title: 'Claim a card',
    access: anyone,
    output: ClaimedCard,
  }),
}
