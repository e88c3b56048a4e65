import { z } from 'zod'
import type { AsksAgain } from '#contract/endpoint.ts'
import { optionalText, optionalCode } from '#contract/members/member-fields.ts'
import { messages } from '#contract/messages.ts'
import { needed } from '#contract/words/needed.ts'

export const NotifyBy = z.enum(['email', 'sms', 'none'])
export type NotifyBy = z.infer<typeof NotifyBy>

/** How a request for membership is accepted. */
export const Acceptance = z
  .object({
    /** The member to attach it to; null to make a new one. */
    MemberId: z.string().max(100).nullable(),
    MembershipNumber: optionalCode,
    MembershipType: z
      .string(needed(messages.members.typeRequired))
      .min(1, messages.members.typeRequired)
      .max(40),
    MemberLevel: optionalText(40),
    /** Where a new one belongs; one that is there stays where they are. */
    VenueNo: optionalText(20),
    NotifyBy,
    /** The digital membership card that the new member is invited to at once; null for none. */
    PassConfigurationId: z.string().max(100).nullable().default(null),
  })
  .superRefine(({ MemberId, VenueNo }, context) => {
    if (MemberId === null && VenueNo === null)
      context.addIssue({ code: 'custom', path: ['VenueNo'], message: messages.members.venueRequired })
  })
export type Acceptance = z.infer<typeof Acceptance>

/** How a renewal is accepted. */
export const RenewalAcceptance = z.object({
  NotifyBy,
  /** The membership that they get instead of the one that was asked for; null to keep to that. */
  MembershipType: optionalCode.default(null),
})

export const Rejection = z.object({
  /** One of the business's reasons, for its own lists: the applicant doesn't read it. */
  Reason: optionalText(100).default(null),
  /** The applicant reads it. */
  Note: optionalText(1000),
  /** Gives back what was paid. */
  IsRefunded: z.boolean(),
  NotifyBy,
})
export type Rejection = z.infer<typeof Rejection>

/** Why giving a payment back asks again. */
export const beforeRefund = 'money is given back'

/** Of a rejection only that which gives back what was paid. */
export const asksIfRefunded: AsksAgain = {
  before: beforeRefund,
  when: ({ body }) => (body as Rejection).IsRefunded,
}

export const requestOutcomes = ['Accepted', 'Rejected'] as const
export type RequestOutcome = (typeof requestOutcomes)[number]

/** Somebody of the business who decides on requests. */
export const Decider = z.object({ Uid: z.string(), DisplayName: z.string() })
export type Decider = z.infer<typeof Decider>

/** What lists and pages tell of a request beside its next step. */
export const ofReview = {
  /** What was decided; null as long as nothing is. */
  Outcome: z.enum(requestOutcomes).nullable(),
  /** Why it was rejected, by the business's list of reasons. */
  RejectionReason: z.string().nullable(),
  AssignedTo: Decider.nullable(),
}

/** What lists can be narrowed down by of it. */
export const reviewQuery = {
  outcome: z.enum(requestOutcomes).optional(),
  /** Those of whoever asks, or of nobody. */
  assigned: z.enum(['me', 'nobody']).optional(),
  /** Those that wait for a decision of whoever asks: theirs, and nobody's. */
  waiting: z.enum(['me']).optional(),
}
