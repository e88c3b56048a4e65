import { z } from 'zod'
import { readRequests } from '#contract/access/shared-reads.ts'
import { countedPage, countedPaging, endpoint, may } from '#contract/endpoint.ts'
import { Member } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { RequestDiscount, RequestPayment } from '#contract/payments/request-payments.ts'
import { Instant } from '#contract/values/instants.ts'
import {
  Acceptance,
  asksIfRefunded,
  ofReview,
  Rejection,
  RenewalAcceptance,
  reviewQuery,
} from './decisions.ts'
import { RenewalDoubts } from './renewal-doubts.ts'
import { Sponsor } from './sponsors.ts'

const path = '/api/cherrypay/v1/{businessId}/odma'

/** Where a request is: what the applicant does, a payment, a decision; or done, or gone wrong. */
export const nextSteps = ['User Started', 'Payment Required', 'User Completed', 'Completed', 'Error'] as const
export const NextStep = z.enum(nextSteps)
export type NextStep = z.infer<typeof NextStep>

const instant = z.iso.datetime()
const text = z.string().nullable()
/** Something that was paid for it could not be given back, and waits for somebody to settle it. */
const HasFailedRefund = z.boolean()
const trueOrFalse = z
  .enum(['true', 'false'])
  .optional()
  .transform((value) => value && value === 'true')

export const SubmissionFinalisation = z.object({
  IsFinalised: z.boolean(),
  FinalisedByUser: text,
  AcceptanceDetails: text,
  RejectionNoteByUser: text,
  SubmissionAccepted: z.boolean().nullable(),
  FinalisedDate: instant.nullable(),
})
export type SubmissionFinalisation = z.infer<typeof SubmissionFinalisation>

export const MembershipRequest = z.object({
  SessionId: z.string(),
  RegistrationFormConfigurationName: z.string(),
  MembershipNumber: text,
  MemberId: text,
  DisplayName: text,
  RequestSubmittedDateTime: instant,
  NextStep,
  IsError: z.boolean(),
  Message: text,
  /** The page of the request, once there is something to decide on. */
  MembershipRequestUrl: text,
  SubmissionFinalisation: SubmissionFinalisation.nullable(),
  HasFailedRefund,
  ...ofReview,
})
export type MembershipRequest = z.infer<typeof MembershipRequest>

export const RenewalRequest = z.object({
  SessionId: z.string(),
  MembershipRenewalFormConfigurationName: z.string(),
  MemberId: text,
  DisplayName: text,
  RequestSubmittedDateTime: instant,
  RenewalFeeFullFeeDescription: text,
  SelectedRenewalFeeItemDescriptions: z.array(z.string()),
  IsProven: RenewalDoubts.shape.IsProven,
  NextStep,
  IsError: z.boolean(),
  Message: text,
  SubmissionFinalisation: SubmissionFinalisation.nullable(),
  HasFailedRefund,
  ...ofReview,
  RenewalFeePaymentResponse: z
    .object({
      CurrencySymbol: z.string(),
      DisplayTotalAmountPaidIncludingTax: z.number(),
      PaymentDate: instant,
      PaymentProviderPaymentId: z.string(),
    })
    .nullable(),
})
export type RenewalRequest = z.infer<typeof RenewalRequest>

/** True while somebody has to decide on it. One that went wrong can be decided on too, once it was submitted. */
export function canFinalise(request: {
  NextStep: NextStep
  SubmissionFinalisation: SubmissionFinalisation | null
}): boolean {
  const isOpen = request.NextStep === 'User Completed' || request.NextStep === 'Error'
  return isOpen && request.SubmissionFinalisation?.IsFinalised === false
}

/** True while it can be declined: what waits for its payment as well, so that nobody has to pay first to be told no. */
export function canReject(request: Parameters<typeof canFinalise>[0]): boolean {
  const isUnpaid = request.NextStep === 'Payment Required'
  return canFinalise(request) || (isUnpaid && request.SubmissionFinalisation?.IsFinalised === false)
}

/** What the last column of the list of requests holds. */
export function finalisationOf(request: MembershipRequest): 'Accepted' | 'Rejected' | 'Finalise' | null {
  const { SubmissionFinalisation: decision, MembershipRequestUrl, NextStep: step } = request
  if (!decision || !MembershipRequestUrl || (step !== 'User Completed' && step !== 'Completed')) return null
  if (decision.IsFinalised) return decision.SubmissionAccepted ? 'Accepted' : 'Rejected'
  return step === 'User Completed' ? 'Finalise' : null
}

/** What stands behind that cell, a dash too. */
export function finalisationHover(decision: SubmissionFinalisation | null): string[] {
  const words = messages.requests
  if (!decision?.IsFinalised) return [words.notFinalised]
  return [
    words.finalisedBy(decision.FinalisedByUser ?? ''),
    decision.AcceptanceDetails ?? '',
    noteOf(decision),
  ].filter(Boolean)
}

/** The note that was left with a decision, or that there is none. */
export function noteOf({ RejectionNoteByUser }: SubmissionFinalisation): string {
  return RejectionNoteByUser || messages.requests.noNote
}

/** A request with all that is known of it. */
export const RequestDetail = z.object({
  SessionId: z.string(),
  Kind: z.enum(['Registration', 'Renewal']),
  FormId: z.string(),
  FormName: z.string(),
  DisplayName: text,
  MemberId: text,
  MembershipNumber: text,
  RequestSubmittedDateTime: instant,
  NextStep,
  IsError: z.boolean(),
  Message: text,
  SubmissionFinalisation: SubmissionFinalisation.nullable(),
  /** What was filled in, by name, in the order of the form. */
  Submitted: z.array(
    z.object({
      Label: z.string(),
      Value: z.string(),
      /** The file that was added as the answer. */
      FileId: z.string().optional(),
      /** The strokes of a signature. */
      Signature: z.string().optional(),
    }),
  ),
  /** Who is named as proposer and seconder, and what they said to it. */
  Sponsors: z.array(Sponsor),
  FeeDescription: text,
  FeeItemDescriptions: z.array(z.string()),
  EmailAddress: text,
  MobileNumber: text,
  Steps: z.array(z.object({ At: instant, Step: z.string(), Note: text, ActorName: text })),
  Payments: z.array(RequestPayment),
  /** Dollars that are still to be paid: of what it cost, less discounts and payments. */
  AmountDue: z.number(),
  /** A rejected one waits for a payment first when it is put back: it was never made, or given back. */
  OwesIfPutBack: z.boolean(),
  Discounts: z.array(RequestDiscount),
  /** Members who may be the same person; null where the user may not see members. */
  PossibleDuplicates: z.array(Member).nullable(),
  /** True where there are none of them but in venues that the user doesn't see. */
  HasDuplicatesElsewhere: z.boolean().optional(),
  OtherRequests: z.array(z.object({ SessionId: z.string(), RequestSubmittedDateTime: instant, NextStep })),
  ...RenewalDoubts.shape,
  ...ofReview,
  /** What colleagues wrote on it, oldest first. The applicant doesn't see them. */
  Notes: z.array(z.object({ At: instant, Text: z.string(), ActorName: text })),
  /** What the dialog proposes. */
  Proposal: z.object({
    MembershipNumber: z.string(),
    /** Null where the business no longer offers it: another has to be chosen. */
    MembershipType: text,
    VenueNo: text,
    DateFinancial: z.string(),
  }),
})
export type RequestDetail = z.infer<typeof RequestDetail>

const search = {
  ...countedPaging,
  includeDeleted: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
  q: z.string().max(200).optional(),
  startDate: Instant.optional(),
  endDate: Instant.optional(),
  hasFailedRefund: trueOrFalse,
  ...reviewQuery,
}
const decide = may('Request.Decide')

export const requestsApi = {
  listMembershipRequests: endpoint({
    method: 'GET',
    path: `${path}/membership-requests`,
    title: 'Membership requests',
    access: readRequests,
    shows: ['request'],
    query: z.object({
      ...search,
      isFinalised: trueOrFalse,
      registrationFormConfigurationId: z.string().max(100).optional(),
    }),
    output: countedPage(MembershipRequest),
  }),
  getMembershipRequest: endpoint({
    method: 'GET',
    path: `${path}/membership-requests/{sessionId}`,
    title: 'A membership request',
    access: readRequests,
    shows: ['request', 'member'],
    output: RequestDetail,
  }),
  acceptMembershipRequest: endpoint({
    method: 'POST',
    path: `${path}/membership-requests/{sessionId}/accept`,
    title: 'Accept a membership request',
    access: may('Request.Decide', 'HubMembership'),
    changes: ['request', 'member', 'pass'],
    body: Acceptance,
    output: RequestDetail,
  }),
  rejectMembershipRequest: endpoint({
    method: 'POST',
    path: `${path}/membership-requests/{sessionId}/reject`,
    title: 'Reject a membership request',
    access: decide,
    changes: ['request', 'payment'],
    asksAgain: asksIfRefunded,
    body: Rejection,
    output: RequestDetail,
  }),
  listRenewalRequests: endpoint({
    method: 'GET',
    path: `${path}/membership-renewal-requests`,
    title: 'Membership renewal requests',
    access: readRequests,
    shows: ['request'],
    query: z.object({ ...search, membershipRenewalFormConfigurationId: z.string().max(100).optional() }),
    output: countedPage(RenewalRequest),
  }),
  getRenewalRequest: endpoint({
    method: 'GET',
    path: `${path}/membership-renewal-requests/{sessionId}`,
    title: 'A membership renewal request',
    access: readRequests,
    shows: ['request', 'member'],
    output: RequestDetail,
  }),
  acceptRenewalRequest: endpoint({
    method: 'POST',
    path: `${path}/membership-renewal-requests/{sessionId}/accept`,
    title: 'Accept a renewal request',
    access: may('Request.Decide', 'HubMembership'),
    changes: ['request', 'member'],
    body: RenewalAcceptance,
    output: RequestDetail,
  }),
  rejectRenewalRequest: endpoint({
    method: 'POST',
    path: `${path}/membership-renewal-requests/{sessionId}/reject`,
    title: 'Reject a renewal request',
    access: decide,
    changes: ['request', 'payment'],
    asksAgain: asksIfRefunded,
    body: Rejection,
    output: RequestDetail,
  }),
}
