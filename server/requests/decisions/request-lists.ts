import sql, { empty, type Sql } from 'sql-template-tag'
import { pageHref } from '#contract/console-paths.ts'
import type { Decider } from '#contract/requests/decisions.ts'
import type { FormKind } from '#contract/requests/request-forms.ts'
import type { MembershipRequest, RenewalRequest, requestsApi } from '#contract/requests/requests.ts'
import type { Who } from '#platform/access'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import type { Queries } from '#platform/database'
import { allByWords, findByWords, type SearchedList } from '#platform/search'
import { isProven, type Session, sessionColumns, sessionVisibleTo } from '#server/requests/sessions'
import { decisionOf, reviewOf } from './request-page.ts'
import { waitsFor } from './waiting.ts'

type Listing = Call<typeof requestsApi.listMembershipRequests | typeof requestsApi.listRenewalRequests>

/** The applications the user may see, newest first. */
export async function listMembershipRequests(call: Call<typeof requestsApi.listMembershipRequests>) {
  const { isFinalised, registrationFormConfigurationId: formId } = call.query
  const finalised =
    isFinalised === undefined
      ? empty
      : isFinalised
        ? sql`and s.finalised_at is not null`
        : sql`and s.finalised_at is null`
  const list = sessions(call, 'Registration', sql`${finalised} ${wantedSessions(call, formId)}`)
  if (isToCount(call)) return totalOfList(call.db, allByWords(call.query.q, list))
  const rows = await pageOfSessions(call, list)
  return pageOf(
    call,
    rows.map((row) => ({ ...requestOf(call.db.businessId, row), row })),
    ({ row }) => [row.requestedAt, row.sessionId],
  )
}

/** The renewals the user may see, newest first. */
export async function listRenewalRequests(call: Call<typeof requestsApi.listRenewalRequests>) {
  const { membershipRenewalFormConfigurationId: formId } = call.query
  const list = sessions(call, 'Renewal', wantedSessions(call, formId))
  if (isToCount(call)) return totalOfList(call.db, allByWords(call.query.q, list))
  const rows = await pageOfSessions(call, list)
  return pageOf(
    call,
    rows.map((row) => ({ ...renewalOf(row), row })),
    ({ row }) => [row.requestedAt, row.sessionId],
  )
}

/** Of a session `s` that was paid for, in parts or whole: when and by what its first payment `p` came. What it paid stands with it. */
export const firstPayment = sql`
  left join lateral (
    select paid_at, coalesce(provider_payment_id, reference, payment_id) as provider_payment_id from request_payment p
    where p.business_id = s.business_id and p.session_id = s.session_id and p.paid_at is not null
    order by p.created_at, p.payment_id limit 1) p on true`

/** Whether something that was paid for a session `s` waits for somebody to settle it. */
const hasFailedRefund = sql`
  exists (select from request_payment r where r.business_id = s.business_id and r.session_id = s.session_id
    and r.state = 'Refunding' and r.refund_failed_at is not null)`

type ListedSession = Session & {
  formName: string
  hasFailedRefund: boolean
  membershipNumber: string | null
  assignee: string | null
  paidCents: number | null
  paidAt: string | null
  providerPaymentId: string | null
}

/** What is asked of a session `s`, but for the words, which are also looked for beside it. */
function wantedSessions({ db, who, query }: Listing, formId: string | undefined): Sql {
  return sql`${sessionVisibleTo(who)}
      ${query.includeDeleted ? empty : sql`and s.deleted_at is null`}
      ${formId ? sql`and s.form_id = ${formId}` : empty}
      ${query.startDate ? sql`and s.requested_at >= ${query.startDate}` : empty}
      ${query.endDate ? sql`and s.requested_at < ${query.endDate}` : empty}
      ${query.hasFailedRefund === undefined ? empty : query.hasFailedRefund ? withFailedRefund(db) : sql`and not ${hasFailedRefund}`}
      ${query.outcome ? (query.outcome === 'Rejected' ? sql`and not s.is_accepted` : sql`and s.is_accepted`) : empty}
      ${assigned(who, query)}
      ${query.waiting ? sql`and ${waitsFor(who)}` : empty}`
}

// Looked up first: they are few, and an index has them.
const withFailedRefund = ({ businessId }: Queries) => sql`and s.session_id = any(array(
  select r.session_id from request_payment r
  where r.business_id = ${businessId} and r.state = 'Refunding' and r.refund_failed_at is not null))`

/** The sessions `s` of a kind that a filter leaves, by words: a mobile number also as people dial it at home. */
function sessions({ db: { businessId } }: Listing, kind: FormKind, filter: Sql): SearchedList {
  const words = sql`request_words(s.display_name, s.email, s.mobile, s.session_id) || ' ' || coalesce(plain(m.membership_number), '')`
  return {
    table: sql`request_session`,
    row: sql`s`,
    id: sql`session_id`,
    base: sql`s.business_id = ${businessId} and s.kind = ${kind}`,
    joins: sql`left join member m on m.business_id = s.business_id and m.member_id = s.member_id`,
    filter,
    has: (word) => sql`position(plain(${word}) in ${words}) > 0`,
    within: ({ meets }) => [
      sql`select x.session_id from request_search x where x.business_id = ${businessId} and ${meets(sql`x.words`)}`,
    ],
    // Gathered before they are looked up: joined, a planner who expects many reads all requests for them.
    beside: ({ meets }) => [
      sql`select r.session_id from request_session r where r.business_id = ${businessId} and r.member_id = any(array(
        select n.member_id from member_number_search n where n.business_id = ${businessId} and ${meets(sql`n.words`)}))`,
    ],
  }
}

function pageOfSessions(call: Listing, list: SearchedList): Promise<ListedSession[]> {
  const { db, query } = call
  const after = afterKey(call, 'time', 'text')
  const joins = sql`${list.joins}
    join request_form f on f.business_id = s.business_id and f.form_id = s.form_id
    left join business_user u on u.business_id = s.business_id and u.uid = s.assigned_to
    ${firstPayment}`
  return findByWords(
    db,
    query.q,
    { ...list, joins },
    {
      columns: sql`${sessionColumns}, f.display_name as "formName", m.membership_number as "membershipNumber",
        u.display_name as assignee, s.paid_cents as "paidCents", p.paid_at as "paidAt",
        p.provider_payment_id as "providerPaymentId", ${hasFailedRefund} as "hasFailedRefund"`,
      after: after ? sql`and (s.requested_at, s.session_id) < (${after[0]}, ${after[1]})` : empty,
      order: sql`s.requested_at desc, s.session_id desc`,
      limit: rowsToAsk(call),
    },
  )
}

function assigned(who: Who, query: Listing['query']): Sql {
  if (query.assigned === undefined) return empty
  return query.assigned === 'me' ? sql`and s.assigned_to = ${who.uid}` : sql`and s.assigned_to is null`
}

function assigneeOf({ assignedTo, assignee }: ListedSession): Decider | null {
  return assignedTo === null || assignee === null ? null : { Uid: assignedTo, DisplayName: assignee }
}

function requestOf(businessId: string, session: ListedSession): MembershipRequest {
  const isSubmitted = session.submittedAt !== null
  return {
    SessionId: session.sessionId,
    RegistrationFormConfigurationName: session.formName,
    MembershipNumber: session.membershipNumber,
    MemberId: session.memberId,
    DisplayName: session.displayName,
    RequestSubmittedDateTime: session.requestedAt,
    NextStep: session.nextStep,
    IsError: session.nextStep === 'Error',
    Message: session.message,
    HasFailedRefund: session.hasFailedRefund,
    MembershipRequestUrl: isSubmitted
      ? pageHref('membershipRequest', { businessId, sessionId: session.sessionId })
      : null,
    SubmissionFinalisation: decisionOf(session),
    ...reviewOf(session, assigneeOf(session)),
  }
}

function renewalOf(session: ListedSession): RenewalRequest {
  const { paidCents, paidAt, providerPaymentId } = session
  return {
    SessionId: session.sessionId,
    MembershipRenewalFormConfigurationName: session.formName,
    MemberId: session.memberId,
    DisplayName: session.displayName,
    RequestSubmittedDateTime: session.requestedAt,
    RenewalFeeFullFeeDescription: session.feeDescription,
    SelectedRenewalFeeItemDescriptions: session.feeItems,
    IsProven: isProven(session),
    NextStep: session.nextStep,
    IsError: session.nextStep === 'Error',
    Message: session.message,
    SubmissionFinalisation: decisionOf(session),
    HasFailedRefund: session.hasFailedRefund,
    ...reviewOf(session, assigneeOf(session)),
    RenewalFeePaymentResponse:
      paidCents === null || !paidAt || !providerPaymentId
        ? null
        : {
            CurrencySymbol: '$',
            DisplayTotalAmountPaidIncludingTax: paidCents / 100,
            PaymentDate: paidAt,
            PaymentProviderPaymentId: providerPaymentId,
          },
  }
}
