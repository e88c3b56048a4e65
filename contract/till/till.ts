import { z } from 'zod'
import { CardStatus } from '#contract/cards/card-status.ts'
import { anyone, endpoint, till as access, tillSettling } from '#contract/endpoint.ts'
import { Dollars } from '#contract/values/dollars.ts'
import { needed } from '#contract/words/needed.ts'
import { PaidBy } from './tender.ts'

const path = '/api/cherrypay/v1/{businessId}/till'

export const Code = z
  .string(needed('Scan or enter a number.'))
  .trim()
  .min(1, 'Scan or enter a number.')
  .max(100)
/** Dollars of a card or a purse, or points of a member. */
export const Amount = Dollars.gt(0, 'Enter an amount.')
export const Reference = z
  .string()
  .trim()
  .max(100, 'A reference can have 100 characters at the most.')
  .optional()
/** Which points of a member, where they pay with points; the default ones of their venue if it isn't said. */
const PointsTypeId = z.string().max(40).optional()

/** What is paid with: a member's points, the purse of their digital membership card, or a prepaid card. */
export const TillSource = z.enum(['points', 'purse', 'card'])
export type TillSource = z.infer<typeof TillSource>
/**
 * By what the code is, if it isn't said: a card's number pays with the card, a member's with points. So does the code of a pass, as
 * it did before purses could be spent: its amounts are points, and a till that doesn't know of purses would take them for dollars.
 */
const Source = TillSource.optional()
/** A sale stays with what it was begun with. Said again, it has to be the same. */
const SameSource = TillSource.optional()

/** A card that a code stands for. */
export const TillCard = z.object({
  Kind: z.literal('Card'),
  CardId: z.string(),
  MaskedCardNumber: z.string(),
  CardProgramDescription: z.string(),
  HolderName: z.string(),
  Status: CardStatus,
  /** Whether it can be paid with. */
  IsUsable: z.boolean(),
  PlasticExpiryDate: z.iso.date().nullable(),
  Balance: z.number(),
})

/** A member whom a code stands for, with the points and purses they can pay with. */
export const TillMember = z.object({
  Kind: z.literal('Member'),
  MemberId: z.string(),
  MembershipNumber: z.string().nullable(),
  DisplayName: z.string(),
  Points: z.array(
    z.object({
      PointsTypeId: z.string(),
      /** What people call them. */
      DisplayName: z.string(),
      IsDefault: z.boolean(),
      Balance: z.number(),
      DollarValue: z.number(),
    }),
  ),
  /** The purses of their digital membership cards that are active, in dollars. */
  Purses: z.array(
    z.object({
      InvitationId: z.string(),
      DisplayName: z.string(),
      Balance: z.number(),
      /** The one that the code pays from: that of the pass which was scanned, or the only one. */
      IsDefault: z.boolean(),
    }),
  ),
})

export const TillFound = z.discriminatedUnion('Kind', [TillCard, TillMember])
export type TillFound = z.infer<typeof TillFound>

/** What a call of a till has done, to be kept and printed. */
export const TillReceipt = z.object({
  Kind: z.enum(['Balance', 'Hold', 'Capture', 'Release', 'Refund', 'Reload', 'Void']),
  /** What it is refunded by; null where nothing moved. */
  TransactionId: z.string().nullable(),
  /** What it is found again by; null where nothing moved. */
  ReceiptNumber: z.string().nullable(),
  HoldId: z.string().nullable(),
  At: z.iso.datetime(),
  Source: TillSource,
  /** The same in words: 'Harbourside Gift Card **** 0155'. */
  Account: z.string(),
  /** AUD, or what people call the points. */
  Unit: z.string(),
  Amount: z.number(),
  /** What can be paid with afterwards. */
  Balance: z.number(),
  /** When a hold gives back what it holds by itself. */
  ExpiresAt: z.iso.datetime().nullable(),
  Reference: z.string().nullable(),
  /** How it was paid in, of a reload and of one that was taken back; null of anything else. */
  Tender: PaidBy.nullable(),
  /** The same to be printed, line by line. */
  Receipt: z.array(z.string()),
})
export type TillReceipt = z.infer<typeof TillReceipt>

export const tillApi = {
  /** By a card's number or barcode, a membership, card or badge number of a member, or the code of a pass. */
  tillLookup: endpoint({
    method: 'POST',
    path: `${path}/lookup`,
    title: 'Look up a card or a member',
    access,
    changes: [],
    changesNothing: true,
    body: z.object({ Code }),
    output: TillFound,
  }),
  tillBalance: endpoint({
    method: 'POST',
    path: `${path}/balance`,
    title: 'What a card or a member can pay with',
    access,
    changes: [],
    changesNothing: true,
    body: z.object({ Code, Source, PointsTypeId }),
    output: TillReceipt,
  }),
  /** Takes the amount until it is captured or released; its time to live is within the venue's minimum and maximum. */
  tillHold: endpoint({
    method: 'POST',
    path: `${path}/holds`,
    title: 'Hold an amount for a sale',
    access,
    changes: ['points', 'card', 'pass'],
    body: z.object({
      Code,
      Amount,
      Source,
      PointsTypeId,
      /** The venue's maximum if it isn't said. */
      TimeToLiveSeconds: z.int(needed('Enter a whole number of seconds.')).optional(),
      Reference,
    }),
    output: TillReceipt,
  }),
  /** All that is held, or a part: the rest goes back. Once. */
  tillCapture: endpoint({
    method: 'POST',
    path: `${path}/holds/{holdId}/capture`,
    title: 'Capture a held amount',
    access: tillSettling,
    whileSuspended: 'A sale under way is finished: what it paid for is handed over already.',
    changes: ['points', 'card', 'pass'],
    body: z.object({ Amount: Amount.optional(), Source: SameSource, Reference }).optional(),
    output: TillReceipt,
  }),
  tillRelease: endpoint({
    method: 'POST',
    path: `${path}/holds/{holdId}/release`,
    title: 'Release a held amount',
    access: tillSettling,
    whileSuspended: 'A sale under way is called off: what it held is given back.',
    changes: ['points', 'card', 'pass'],
    body: z.object({ Source: SameSource, Reference }).optional(),
    output: TillReceipt,
  }),
  /** All that was captured, or a part; never more than there is left of it. */
  tillRefund: endpoint({
    method: 'POST',
    path: `${path}/sales/{transactionId}/refund`,
    title: 'Refund a sale',
    access,
    changes: ['points', 'card', 'pass'],
    body: z.object({ Amount: Amount.optional(), Source: SameSource, Reference }).optional(),
    output: TillReceipt,
  }),
  /** Only in the demo: the key that its toy till at /dev/till works with. */
  getDemoTill: endpoint({
    method: 'GET',
    path: '/api/dev/till',
    title: 'The till of the demo',
    access: anyone,
    // It belongs to the installation.
    shows: [],
    output: z.object({
      BusinessId: z.string(),
      Secret: z.string(),
      /** Numbers to try. */
      Codes: z.array(z.object({ Label: z.string(), Code: z.string() })),
    }),
  }),
}
