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

export const Rejection = z.object({
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
