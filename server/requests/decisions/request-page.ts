import sql from 'sql-template-tag'
import type { RequestPayment } from '#contract/payments/request-payments.ts'
import type { Decider } from '#contract/requests/decisions.ts'
import { proofEnded } from '#contract/requests/renewal-doubts.ts'
import { nextFinancialDate } from '#contract/requests/renewal-term.ts'
import { mobileWithCountryCode } from '#contract/requests/request-rules.ts'
import type { RequestDetail, SubmissionFinalisation } from '#contract/requests/requests.ts'
import { can, nobody, type Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { businessDay } from '#platform/days'
import { proposeNumber } from '#server/members/record'
import { possibleDuplicates } from '#server/members/search'
import { closedVenueOf, type Form, readForm, withTermOf } from '#server/requests/forms'
import { discountsOf, owingOf, type Payment, paymentsOf } from '#server/requests/payments'
import {
  personById,
  codeEntered,
  isProven,
  noteStep,
  type Session,
  sessionVisibleTo,
  submittedFacts,
} from '#server/requests/sessions'
import { sponsorsOf } from '#server/requests/sponsors'
import { renewalDoubts } from './renewal-doubts.ts'

/** A request with all that is known of it: what was submitted, its steps, its payments and who it may be. */
export async function requestDetail(db: Queries, who: Who, session: Session): Promise<RequestDetail> {
  const form = await readForm(db, session.formId)
  const member = await memberOf(db, session)
  const isUndecided = session.finalisedAt === null
  const { email, mobile } = await reachedBy(db, session)
  const steps = await stepsOf(db, session)
  return {
    SessionId: session.sessionId,
    Kind: session.kind,
    FormId: form.FormId,
    FormName: form.DisplayName,
    DisplayName: session.displayName,
    MemberId: session.memberId,
    MembershipNumber: member?.number ?? null,
    RequestSubmittedDateTime: session.requestedAt,
    NextStep: session.nextStep,
    IsError: session.nextStep === 'Error',
    Message: session.message,
    SubmissionFinalisation: decisionOf(session),
    Submitted: await submittedFacts(db, session),
    Sponsors: await sponsorsOf(db, who, session.sessionId),
    FeeDescription: session.feeDescription,
    FeeItemDescriptions: session.feeItems,
    EmailAddress: email,
    MobileNumber: mobile,
    Steps: steps.filter(({ Step }) => Step !== noteStep),
    Notes: steps.flatMap(noteOf),
    Payments: (await paymentsOf(db, session.sessionId)).map(paymentOf),
    ...(await dueOf(db, session)),
    ...(await duplicatesOf(db, who, session, isUndecided)),
    OtherRequests: await otherRequests(db, who, session),
    ...(await renewalDoubts(db, who, session, form)),
    ...reviewOf(session, await assigneeOf(db, session)),
    Proposal: await proposal(db, session, form, member),
  }
}

/** The decision on a session; null while there is nothing to decide on. */
export function decisionOf(session: Session): SubmissionFinalisation | null {
  if (session.submittedAt === null) return null
  return {
    IsFinalised: session.finalisedAt !== null,
    FinalisedByUser: session.finalisedBy,
    AcceptanceDetails: session.acceptanceDetails,
    RejectionNoteByUser: session.rejectionNote,
    SubmissionAccepted: session.isAccepted,
    FinalisedDate: session.finalisedAt,
  }
}

/** What the audit trail calls a request. */
export function recordKind({ kind }: Session): string {
  return kind === 'Registration' ? 'Membership request' : 'Renewal request'
}

/** What is told of a session beside its next step: how it was decided, and whose it is. */
export function reviewOf(
  { isAccepted, rejectionReason }: Session,
  assignedTo: Decider | null,
): Pick<RequestDetail, 'Outcome' | 'RejectionReason' | 'AssignedTo'> {
  return {
    Outcome: isAccepted === null ? null : isAccepted ? 'Accepted' : 'Rejected',
    RejectionReason: rejectionReason,
    AssignedTo: assignedTo,
  }
}

/** Who of the staff has it, as long as they are there. */
function assigneeOf(db: Queries, { assignedTo }: Session): Promise<Decider | null> {
  return db.maybe<Decider>(sql`
    select uid as "Uid", display_name as "DisplayName" from business_user
    where business_id = ${db.businessId} and uid = ${assignedTo}`)
}

type KeptMember = { number: string | null; financial: string | null; type: string }

function memberOf(db: Queries, { memberId }: Session) {
  return db.maybe<KeptMember>(sql`
    select membership_number as number, date_financial as financial, membership_type as type from member
    where business_id = ${db.businessId} and member_id = ${memberId}`)
}

/** Where the answer goes. What somebody typed who has shown nothing, or no longer, isn't where the member is reached. */
async function reachedBy(db: Queries, session: Session): Promise<Pick<Session, 'email' | 'mobile'>> {
  if (isProven(session)) return session
  return (await personById(db, session.memberId)) ?? { email: null, mobile: null }
}

async function stepsOf(db: Queries, session: Session): Promise<RequestDetail['Steps']> {
  const steps = await db.rows<RequestDetail['Steps'][number]>(sql`
    select at as "At", step as "Step", note as "Note", actor_name as "ActorName" from request_step
    where business_id = ${db.businessId} and session_id = ${session.sessionId} order by id`)
  if (isProven(session)) return steps
  // Nobody is to take a code for proof that was one once.
  return steps.map((step) => (step.Step === codeEntered ? { ...step, Note: proofEnded } : step))
}

function noteOf({ At, Step, Note, ActorName }: RequestDetail['Steps'][number]): RequestDetail['Notes'] {
  return Step === noteStep ? [{ At, Text: Note ?? '', ActorName }] : []
}

async function duplicatesOf(db: Queries, who: Who, session: Session, isUndecided: boolean) {
  if (!can(who, 'Member.ReadDetails')) return { PossibleDuplicates: null, HasDuplicatesElsewhere: false }
  if (session.kind === 'Renewal' || !isUndecided)
    return { PossibleDuplicates: [], HasDuplicatesElsewhere: false }
  const { answers } = session
  const mobile = answers.MobileNumber
  const person = { ...answers, MobileNumber: mobile && mobileWithCountryCode(mobile) }
  const PossibleDuplicates = await possibleDuplicates(db, who, person)
  // Nobody's name is told, only why it waits.
  const HasDuplicatesElsewhere =
    PossibleDuplicates.length === 0 &&
    who.venues !== null &&
    (await possibleDuplicates(db, nobody, person)).length > 0
  return { PossibleDuplicates, HasDuplicatesElsewhere }
}

function otherRequests(db: Queries, who: Who, session: Session): Promise<RequestDetail['OtherRequests']> {
  return db.rows(sql`
    select session_id as "SessionId", requested_at as "RequestSubmittedDateTime", next_step as "NextStep"
    from request_session s
    where business_id = ${db.businessId} and email = ${session.email} and submitted_at is not null
      and session_id <> ${session.sessionId} and kind = ${session.kind} and deleted_at is null ${sessionVisibleTo(who)}
    order by requested_at desc limit 5`)
}

async function proposal(db: Queries, session: Session, form: Form, member: KeptMember | null) {
  const financial = member?.financial ?? null
  const renewing = session.kind === 'Renewal' ? member : null
  const { Term } = await withTermOf(db, form, session.answers.MembershipType)
  return {
    MembershipNumber: await proposeNumber(db),
    MembershipType: await typeStillOffered(db, session.answers.MembershipType ?? renewing?.type ?? null),
    // To a closed one nobody is added: another has to be chosen.
    VenueNo: (await closedVenueOf(db, form)) ? null : form.VenueNo,
    DateFinancial: session.newFinancialDate ?? nextFinancialDate(Term, financial, await businessDay(db)),
  }
}

type Due = Pick<RequestDetail, 'AmountDue' | 'OwesIfPutBack' | 'Discounts'>

async function dueOf(db: Queries, session: Session): Promise<Due> {
  const isDue = session.nextStep === 'Payment Required'
  const discounts = await discountsOf(db, session.sessionId)
  const owing = await owingOf(db, session.sessionId)
  return {
    AmountDue: isDue ? owing.cents / 100 : 0,
    OwesIfPutBack: session.isAccepted === false && owing.cents > 0,
    Discounts: discounts.map(({ cents, reason, givenBy, givenAt }) => ({
      Amount: cents / 100,
      Reason: reason,
      GivenBy: givenBy,
      GivenDate: givenAt,
    })),
  }
}

/** The type, unless the business has taken it off its list since. */
export async function typeStillOffered(db: Queries, type: string | null): Promise<string | null> {
  const offered = await db.maybe<{ key: string }>(sql`
    select key from option_list_item
    where business_id = ${db.businessId} and list = 'MembershipType' and key = ${type} and not is_retired`)
  return offered?.key ?? null
}

function paymentOf(payment: Payment): RequestPayment {
  return {
    PaymentId: payment.paymentId,
    Provider: payment.provider,
    Method: payment.method,
    State: payment.state,
    Amount: payment.amountCents / 100,
    TaxAmount: payment.taxCents / 100,
    AmountPaid: payment.paidCents === null ? null : payment.paidCents / 100,
    AmountRefunded: payment.refundedCents / 100,
    Currency: payment.currency,
    Description: payment.description,
    ProviderPaymentId: payment.providerPaymentId,
    Reference: payment.reference,
    TakenBy: payment.takenBy,
    PaidDate: payment.paidAt,
    RefundedDate: payment.refundedAt,
    RefundFailure: payment.refundFailure,
    RefundedBy: payment.refundedBy,
    RefundNote: payment.refundNote,
  }
}
