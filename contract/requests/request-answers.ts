import { z } from 'zod'
import { AddressFields, optionalDay, optionalText } from '#contract/members/member-fields.ts'
import { AnswersToQuestions } from './questions.ts'

/** What a person filled in, whole or not yet. What a form requires of it is in request-rules.ts. */
export const RequestAnswers = z.object({
  MembershipType: optionalText(40),
  FeeItems: z.array(z.string().max(40)).max(20).default([]),
  Title: optionalText(40),
  FirstName: optionalText(100),
  PreferredName: optionalText(100),
  MiddleName: optionalText(100),
  LastName: optionalText(100),
  BirthDate: optionalDay,
  Gender: optionalText(40),
  Nationality: optionalText(100),
  Occupation: optionalText(100),
  EmailAddress: optionalText(320).transform((value) => value?.toLowerCase() ?? null),
  MobileNumber: optionalText(30),
  PhoneNumber: optionalText(30),
  Address: AddressFields.nullish().transform((value) => value ?? null),
  AcceptsEmailMarketing: z.boolean().default(false),
  AcceptsMobileMarketing: z.boolean().default(false),
  AcceptsPhoneMarketing: z.boolean().default(false),
  HasAcceptedTerms: z.boolean().default(false),
  Questions: AnswersToQuestions,
})
export type RequestAnswers = z.infer<typeof RequestAnswers>

/**
 * What a member answers to renew, without the details that only who is known by a contact on file may give. Answers to
 * the form's own questions are of the request, and change nothing that is kept.
 */
export function withoutDetails({
  MembershipType,
  FeeItems,
  HasAcceptedTerms,
  Questions,
}: RequestAnswers): RequestAnswers {
  return RequestAnswers.parse({ MembershipType, FeeItems, HasAcceptedTerms, Questions })
}
