import { z } from 'zod'
import { shownOfClub } from '#contract/business/club-look.ts'
import { anyone, endpoint } from '#contract/endpoint.ts'
import { CardProgramType } from './card-programs.ts'
import { CardStatus } from './card-status.ts'
import { claimCodes } from './claim-codes.ts'

const path = '/api/claims/{code}'

const shownOfCard = {
  ...shownOfClub,
  CardProgramDescription: z.string(),
  CardProgramType,
  CardArtUrl: z.string().nullable(),
  /** What the business has its holders agree to; empty for nothing. */
  Terms: z.string(),
  FirstName: z.string(),
  /** The last day the card works; null means for ever. */
  PlasticExpiryDate: z.iso.date().nullable(),
}

/** A card that waits to be activated. */
export const CardOffer = z.object({
  Kind: z.literal('Offer'),
  ...shownOfCard,
  Value: z.number(),
  OfferExpiryDate: z.iso.date(),
})
export type CardOffer = z.infer<typeof CardOffer>

/** A plastic card that was posted, and is to be activated by whom it has reached. */
export const PlasticOffer = CardOffer.extend({ Kind: z.literal('Plastic'), MaskedCardNumber: z.string() })

/** A card that is theirs already, to be shown on this device from now on. */
export const CardLink = z.object({ Kind: z.literal('Link'), ...shownOfCard })
export type CardLink = z.infer<typeof CardLink>

/** What is behind a code. Another thing that can be claimed is another kind. */
export const CardClaim = z.discriminatedUnion('Kind', [CardOffer, PlasticOffer, CardLink])
export type CardClaim = z.infer<typeof CardClaim>

/** The card as its holder sees it. */
export const HeldCard = z.object({
  ...shownOfCard,
  Status: CardStatus,
  /** Null while the card can't be used. */
  CardNumber: z.string().nullable(),
  MaskedCardNumber: z.string(),
  ExternalAccountId: z.string(),
  Balance: z.number(),
  RedeemedDate: z.iso.datetime(),
})
export type HeldCard = z.infer<typeof HeldCard>

/**
 * A secret of 256 bits that the holder's browser makes before it claims, and keeps: the server knows its hash alone. An
 * answer that gets lost on its way then loses nothing.
 */
export const HolderSecret = z
  .string()
  .regex(/^[\w-]{43,100}$/, 'The secret must be 43 to 100 letters and digits.')

export const cardClaimsApi = {
  /** A code that is wrong, used or too late is not found, all alike. */
  getCardClaim: endpoint({
    method: 'GET',
    path,
    title: 'What is behind a code',
    access: anyone,
    shows: ['card'],
    rateLimits: claimCodes,
    output: CardClaim,
  }),
  /** Once; a repeat with the same secret is answered alike. */
  claimCard: endpoint({
    method: 'POST',
    path,
    title: 'Claim a card',
    access: anyone,
    changes: ['card', 'disbursementAccount'],
    rateLimits: claimCodes,
    body: z.object({ Secret: HolderSecret }),
    output: HeldCard,
  }),
  /** For whoever has used a code and lost what their browser kept. Nobody learns here whether the code was right. */
  requestCardLink: endpoint({
    method: 'POST',
    path: `${path}/link`,
    title: 'Ask for a fresh link to a card',
    access: anyone,
    changes: [],
    rateLimits: claimCodes,
    recordsItself: true,
    mostPerMinute: 30,
    output: z.object({ Message: z.string() }),
  }),
  readHeldCard: endpoint({
    method: 'POST',
    path: '/api/cards/held',
    title: 'The card of a holder',
    access: anyone,
    changes: [],
    changesNothing: true,
    body: z.object({ Secret: HolderSecret }),
    output: HeldCard,
  }),
}
