import { z } from 'zod'
import { readCards } from '#contract/access/shared-reads.ts'
import { countedPage, countedPaging, endpoint, may, paging } from '#contract/endpoint.ts'
import { Instant } from '#contract/values/instants.ts'
import { needed } from '#contract/words/needed.ts'
import { CardProgramType } from './card-programs.ts'
import { AccountStatusChange, CardStatus } from './card-status.ts'

const path = '/api/cherrypay/v1/{businessId}/cards'
const sendCards = may('Member.InviteToCard')
const manageCards = may('Card.Manage')

const text = z.string().nullable()

/** Why somebody did something, for those who come after. */
export const Reason = z
  .string(needed('Reason is required.'))
  .trim()
  .min(1, 'Reason is required.')
  .max(500, 'A reason can have 500 characters at the most.')

/** A row of the cards issued. */
export const CardSummary = z.object({
  CardId: z.string(),
  /** Null until the card is claimed. */
  ExternalAccountId: text,
  CardProgramDescription: z.string(),
  AccountStatus: CardStatus,
  /** Null for a card of somebody who is no member, or no longer one. */
  MemberId: text,
  FirstName: z.string(),
  LastName: z.string(),
  EmailAddress: text,
  MobileNumber: text,
  IssuedByUser: z.string(),
  CreatedDate: z.iso.datetime(),
})
export type CardSummary = z.infer<typeof CardSummary>

export const CardDetail = CardSummary.extend({
  CardProgramId: z.string(),
  CardProgramType,
  InitialCardValue: z.number(),
  /** The last day on which it can be claimed, or activated by the code that was sent. */
  OfferExpiryDate: z.iso.date(),
  RedeemedDate: z.iso.datetime().nullable(),
  CardArtUrl: text,
  /** When the holder said that it is lost; null once it works again. */
  ReportedLostAt: z.iso.datetime().nullable(),
  /** The card that took its place, and the one whose place it took. */
  ReplacedByCardId: text,
  ReplacesCardId: text,
  /** The order of the plastic card that takes its place. */
  ReplacementOrderId: text,
})
export type CardDetail = z.infer<typeof CardDetail>

/** True of a plastic card that is in the post: its account is there, and waits for its holder to have it in hand. */
export function isAwaitingActivation({
  AccountStatus,
  RedeemedDate,
}: Pick<CardDetail, 'AccountStatus' | 'RedeemedDate'>): boolean {
  return AccountStatus === 'Inactive' && RedeemedDate === null
}

const Money = z.object({ Amount: z.number(), CurrencyCode: z.literal('AUD') })

export const CardAccountStatus = z.object({
  Status: CardStatus,
  Balance: Money,
  /** Null until the card is claimed. */
  MaskedCardNumber: text,
  /** The last day the card works; null means for ever. */
  PlasticExpiryDate: z.iso.date().nullable(),
  ExternalAccountId: text,
})
export type CardAccountStatus = z.infer<typeof CardAccountStatus>

/** A line of an account's history, newest first. */
export const CardTransaction = z.object({
  TransactionId: z.string(),
  Type: z.string(),
  TypeDescription: z.string(),
  OccurredAt: z.iso.datetime(),
  /** What it reverses, refunds or settles. */
  ParentId: text,
  Amount: z.number(),
  AmountCurrency: z.literal('AUD'),
  RunningBalanceAmount: z.number(),
  RunningBalanceAmountCurrency: z.literal('AUD'),
  Reference: text,
})
export type CardTransaction = z.infer<typeof CardTransaction>

/** What happened to a card, and who did it. */
export const CardChange = z.object({
  ChangeId: z.string(),
  At: z.iso.datetime(),
  ActorName: z.string(),
  Title: z.string(),
  Note: text,
})
export type CardChange = z.infer<typeof CardChange>

export const MemberCard = CardSummary.pick({
  CardId: true,
  ExternalAccountId: true,
  CardProgramDescription: true,
  AccountStatus: true,
  CreatedDate: true,
}).extend({
  CardProgramType,
  CardArtUrl: text,
  Balance: Money,
  /** What a card that nobody has claimed yet will have on it; null of any other. */
  WaitingAmount: z.number().nullable(),
})
export type MemberCard = z.infer<typeof MemberCard>

export const cardsApi = {
  /** Newest first. */
  listCards: endpoint({
    method: 'GET',
    path,
    title: 'Cards issued',
    access: readCards,
    shows: ['card'],
    query: z.object({
      ...countedPaging,
      limit: paging.limit.unwrap().default(10),
      createdFromDate: Instant.optional(),
      /** The moment before which it was issued. */
      createdToDate: Instant.optional(),
      cardProgramId: z.string().max(100).optional(),
      /** Only those that their holders have reported lost, and nobody has replaced or found yet. */
      reportedLost: z.enum(['true', 'false']).default('false'),
      /**
       * Words that all have to occur in a name, an e-mail address, a mobile number or an account id, or be the member's number
       * or the last four digits of the card's.
       */
      q: z.string().max(200).optional(),
    }),
    output: countedPage(CardSummary),
  }),
  getCard: endpoint({
    method: 'GET',
    path: `${path}/{cardId}`,
    title: 'A card',
    access: readCards,
    shows: ['card'],
    output: CardDetail,
  }),
  getCardAccountStatus: endpoint({
    method: 'GET',
    path: `${path}/{cardId}/account-status`,
    title: 'The account of a card',
    access: readCards,
    shows: ['card'],
    output: CardAccountStatus,
  }),
  setCardAccountStatus: endpoint({
    method: 'POST',
    path: `${path}/{cardId}/set-account-status/{status}`,
    title: 'Change the account status of a card',
    access: manageCards,
    changes: ['card'],
    params: { status: AccountStatusChange },
    /** Without a body nothing is said of why. */
    body: z.object({ Reason: Reason.optional() }).optional(),
    output: CardAccountStatus,
  }),
  listCardTransactions: endpoint({
    method: 'GET',
    path: `${path}/{cardId}/transactions`,
    title: 'Transactions of a card',
    access: readCards,
    shows: ['card'],
    query: z.object({ ...countedPaging, limit: paging.limit.unwrap().default(10) }),
    output: countedPage(CardTransaction),
  }),
  resendCardInvitation: endpoint({
    method: 'POST',
    path: `${path}/{cardId}/resend-invitation`,
    title: 'Send the invitation to a card again',
    access: sendCards,
    changes: ['card'],
  }),
  sendCardLink: endpoint({
    method: 'POST',
    path: `${path}/{cardId}/send-link`,
    title: 'Send the holder of a card a fresh link to it',
    access: sendCards,
    changes: ['card'],
  }),
  cancelCard: endpoint({
    method: 'POST',
    path: `${path}/{cardId}/cancel`,
    title: 'Cancel a card that is not claimed',
    access: manageCards,
    changes: ['card', 'disbursementAccount'],
    body: z.object({ Reason }),
    output: CardDetail,
  }),
  /** Newest first. */
  listCardHistory: endpoint({
    method: 'GET',
    path: `${path}/{cardId}/history`,
    title: 'What happened to a card',
    access: readCards,
    shows: ['card'],
    query: z.object(countedPaging),
    output: countedPage(CardChange),
  }),
  /** Newest first. */
  listMemberCards: endpoint({
    method: 'GET',
    path: '/api/cherrypay/v1/{businessId}/members/{memberId}/cards',
    title: 'Cards of a member',
    access: may('Member.ReadDetails'),
    shows: ['card'],
    query: z.object(countedPaging),
    output: countedPage(MemberCard),
  }),
}
