import { z } from 'zod'
import { endpoint, may } from '#contract/endpoint.ts'
import { InvitationContact, mobileCheck, requireContact } from '#contract/members/invitation-contact.ts'
import { Place } from '#contract/members/member-fields.ts'
import { ReadableMember } from '#contract/members/readable-member.ts'
import { messages } from '#contract/messages.ts'
import { day } from '#contract/values/days.ts'
import { moneyText } from '#contract/values/decimals.ts'
import { Dollars } from '#contract/values/dollars.ts'
import { tidyMobile } from '#contract/values/mobile.ts'
import { needed } from '#contract/words/needed.ts'
import { type CardProgramType, CardProgram } from './card-programs.ts'
import { longestSmsFormat, unknownToken } from './card-sms.ts'
import { validityProblems } from './card-validity.ts'
import { CardDetail } from './cards.ts'

const path = '/api/cherrypay/v1/{businessId}'
const access = may('Member.InviteToCard')

/** The types of cards, as an address has them. */
export const cardTypes = { instantgift: 'InstantGift', reloadable: 'Reloadable' } as const
export const CardType = z.enum(['instantgift', 'reloadable'], 'There is no such type of card.')
export type CardType = z.infer<typeof CardType>

/** The type of a program as an address has it. */
export function cardTypeOf(type: CardProgramType): CardType {
  return type === 'InstantGift' ? 'instantgift' : 'reloadable'
}

/** The initial value of a card to somebody who is no member, within the bounds of its program. */
export const usualInitialValue = 10

type Bounds = Pick<CardProgram, 'MinimumInitialCardValue' | 'MaximumInitialCardValue'>

/** What is wrong with the initial value of a card to a member; null if nothing is. */
export function invitationValueProblem(value: number, bounds: Bounds): string | null {
  const text = messages.cardInvitation
  if (value < 0) return text.negative
  if (value < bounds.MinimumInitialCardValue)
    return text.belowMinimum(moneyText(bounds.MinimumInitialCardValue))
  if (value > bounds.MaximumInitialCardValue)
    return text.aboveMaximum(moneyText(bounds.MaximumInitialCardValue))
  return null
}

/** The same of a card to somebody who is no member. */
export function sendValueProblem(value: number, bounds: Bounds): string | null {
  const text = messages.sendCard
  if (value < bounds.MinimumInitialCardValue)
    return text.belowMinimum(moneyText(bounds.MinimumInitialCardValue))
  if (value > bounds.MaximumInitialCardValue)
    return text.aboveMaximum(moneyText(bounds.MaximumInitialCardValue))
  return null
}

/** A card for a member. */
export const MemberCardRequest = InvitationContact.extend({
  MemberContactDetailsType: Place.default('Home'),
  InitialCardValue: z
    .number(needed('Enter an amount.'))
    .min(0, messages.cardInvitation.negative)
    .pipe(Dollars),
  SendAppDownloadSMS: z.boolean().default(true),
  /** Without one, the first program of the type by name. */
  CardProgramId: z.string().max(100).optional(),
})

/** A day, with a time of day or without: it counts to its end either way. */
const dayOf = (required: string) =>
  z
    .string(needed(required))
    .transform((value) => value.slice(0, 10))
    .pipe(day(needed(required)))

const required = (sentence: string) => z.string(needed(sentence)).trim().min(1, sentence).max(100)

/** What people fill in to send a card to somebody who is no member. */
export const NonMemberCardFields = z.object({
  FirstName: required(messages.sendCard.firstNameRequired),
  LastName: required(messages.sendCard.lastNameRequired),
  MobileNumber: z
    .string(needed(messages.sendCard.mobileRequired))
    .trim()
    .min(1, { error: messages.sendCard.mobileRequired, abort: true })
    .check(mobileCheck(messages.sendCard))
    .transform(tidyMobile),
  EmailAddress: z
    .string(needed(messages.sendCard.emailRequired))
    .trim()
    .toLowerCase()
    .min(1, { error: messages.sendCard.emailRequired, abort: true })
    .pipe(z.email(messages.sendCard.invalidEmail).max(320)),
  InitialCardValue: Dollars,
  OfferExpiryDate: dayOf('Choose the last day on which the card can be activated.'),
  /** Null for what the program says. */
  PlasticExpiryDate: dayOf('Choose the last day on which the card works.').nullable(),
  /** Empty for the usual one. */
  CustomInvitationSMSMessageBodyFormat: z
    .string()
    .trim()
    .max(longestSmsFormat, `The message can have ${longestSmsFormat} characters at the most.`)
    .superRefine((format, context) => {
      const unknown = unknownToken(format)
      if (unknown) context.addIssue({ code: 'custom', message: `${unknown} stands for nothing here.` })
    }),
})

const { PlasticExpiryDate, CustomInvitationSMSMessageBodyFormat } = NonMemberCardFields.shape

export const NonMemberCardRequest = NonMemberCardFields.extend({
  PlasticExpiryDate: PlasticExpiryDate.optional(),
  CustomInvitationSMSMessageBodyFormat: CustomInvitationSMSMessageBodyFormat.nullish(),
  /** Without one, the first program of the type by name. */
  CardProgramId: z.string().max(100).optional(),
})

/** True if a card of the program can come by e-mail alone. */
export function isSmsOptional({ DeliveryTypes }: Pick<CardProgram, 'DeliveryTypes'>): boolean {
  return DeliveryTypes.includes('Email')
}

const anyValue: Bounds = { MinimumInitialCardValue: 0, MaximumInitialCardValue: Number.MAX_SAFE_INTEGER }

/** What people fill in to send a member a card of a program with these bounds. */
export function invitationFieldsOf(bounds: Bounds = anyValue) {
  return MemberCardRequest.omit({ CardProgramId: true })
    .extend({
      MemberContactDetailsType: Place,
      SendAppDownloadSMS: z.boolean(),
      InitialCardValue: z
        .number(needed('Enter an amount.'))
        .check(within(bounds, invitationValueProblem))
        .pipe(Dollars),
    })
    .superRefine(requireContact)
}

const days = { OfferExpiryDate: true, PlasticExpiryDate: true } as const

/** What people fill in to send somebody else a card of a program. Today is the business's. */
export function sendFieldsOf(
  program: Bounds & Pick<CardProgram, 'ExpiryMonths' | 'IsPromotional'>,
  today: string,
) {
  const rest = NonMemberCardFields.omit(days).extend({
    InitialCardValue: z
      .number(needed('Enter an amount.'))
      .check(within(program, sendValueProblem))
      .pipe(Dollars),
  })
  // Apart from the rest: the days are checked whatever is still to be filled in beside them.
  return rest.and(
    NonMemberCardFields.pick(days).superRefine((wanted, context) => {
      for (const [field, message] of Object.entries(validityProblems(program, wanted, today)))
        context.addIssue({ code: 'custom', path: [field], message })
    }),
  )
}

const within =
  (bounds: Bounds, problemOf: (value: number, bounds: Bounds) => string | null) =>
  (context: z.core.ParsePayload<number>) => {
    const problem = problemOf(context.value, bounds)
    if (problem) context.issues.push({ code: 'custom', input: context.value, message: problem })
  }

export const cardIssueApi = {
  getMemberCardModal: endpoint({
    method: 'GET',
    path: `${path}/members/{memberId}/issue-member-cherrypay-card-request-modal/{cardType}`,
    title: 'What sending a card to a member needs',
    access,
    shows: ['cardProgram'],
    params: { cardType: CardType },
    output: z.object({
      Member: ReadableMember,
      Minimum: z.number(),
      Maximum: z.number(),
      /** True if a card can come by e-mail alone. */
      IsSMSOptional: z.boolean(),
      /** The programs that can be chosen from; the figures above are those of the first. */
      CardPrograms: z.array(CardProgram),
    }),
  }),
  issueMemberCard: endpoint({
    method: 'POST',
    path: `${path}/members/{memberId}/issue/cpc/{cardType}`,
    title: 'Send a card to a member',
    access,
    changes: ['card', 'disbursementAccount', 'member'],
    limited: { kind: 'Cards', act: 'issueMemberCard' },
    params: { cardType: CardType },
    body: MemberCardRequest,
    output: CardDetail,
  }),
  issueNonMemberCard: endpoint({
    method: 'POST',
    path: `${path}/non-members/issue/cpc/{cardType}`,
    title: 'Send a card to somebody who is no member',
    access,
    changes: ['card', 'disbursementAccount'],
    limited: { kind: 'Cards', act: 'issueNonMemberCard' },
    params: { cardType: CardType },
    body: NonMemberCardRequest,
    output: CardDetail,
  }),
}
