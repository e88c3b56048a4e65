import type { ReactNode } from 'react'
import { useBusiness } from '#console/business.ts'
import { pageHref } from '#contract/console-paths.ts'
import { messages } from '#contract/messages.ts'
import { paymentStateInWords, type PaymentState } from '#contract/requests/payments.ts'
import { noteOf, type RequestDetail, type SubmissionFinalisation } from '#contract/requests/requests.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { formatDate, formatDateTime } from '#ui/text/format.ts'
import { Money } from '#ui/text/money.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { StatusBadge, type StatusColor } from '#ui/feedback/status-badge.tsx'
import { FailedRefund } from './failed-refund.tsx'
import { NotGivenBack } from './not-given-back.tsx'
import { kinds } from './kinds.ts'
import { MemberNumber, RecordLink } from './list-cells.tsx'
import styles from './requests.module.css'

type Props = { request: RequestDetail }

/** What the applicant filled in. */
export function SubmittedPanel({ request }: Props) {
  const [membership, ...rest] = request.Submitted.map(
    ({ Label, Value }) => [Label, shownAnswer(Value)] as const,
  )
  const extras = request.FeeItemDescriptions.join(', ')
  return (
    <Panel title="What was submitted">
      <Facts
        facts={[
          ...(membership ? [membership] : []),
          ...(extras ? [['Extras', extras] as const] : []),
          ...rest,
        ]}
      />
    </Panel>
  )
}

function shownAnswer(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? formatDate(text) : text
}

/** What was decided, and the member it led to. */
export function DecisionPanel({ request }: Props) {
  const decision = request.SubmissionFinalisation
  if (!decision?.IsFinalised && !request.MemberId) return null
  const { MemberId: memberId, MembershipNumber: number, RejectionReason: reason } = request
  const member = memberId && <MemberNumber memberId={memberId} number={number} none="The member" />
  return (
    <Panel title={decision?.IsFinalised ? (decision.SubmissionAccepted ? 'Accepted' : 'Rejected') : 'Member'}>
      <Facts
        facts={[
          ...(decision?.IsFinalised ? decisionFacts(decision, reason) : []),
          ...(member ? [['Member', member] as const] : []),
        ]}
      />
    </Panel>
  )
}

function decisionFacts(
  decision: SubmissionFinalisation,
  reason: string | null,
): (readonly [string, ReactNode])[] {
  const { FinalisedByUser, FinalisedDate, AcceptanceDetails, SubmissionAccepted } = decision
  return [
    ['Decision', messages.requests.finalisedBy(FinalisedByUser ?? '')],
    ...(FinalisedDate ? [['When', <DateText key="at" value={FinalisedDate} withTime />] as const] : []),
    ...(AcceptanceDetails ? [['Details', AcceptanceDetails] as const] : []),
    ...(reason ? [['Reason', reason] as const] : []),
    ...(SubmissionAccepted ? [] : [['Note', noteOf(decision)] as const]),
  ]
}

const paymentColors: Record<PaymentState, StatusColor> = {
  Opening: 'grey',
  Open: 'orange',
  Paid: 'green',
  Expired: 'grey',
  Refunding: 'orange',
  RefundFailed: 'red',
  Refunded: 'black',
}

/** What was paid for it, or is to be. */
export function PaymentPanel({ request }: Props) {
  const { length } = request.Payments
  return request.Payments.map((payment, i) => (
    <Panel
      key={payment.PaymentId}
      title={length > 1 ? `Payment ${i + 1} of ${length}` : 'Payment'}
      mark={
        <StatusBadge color={paymentColors[payment.State]}>{paymentStateInWords(payment.State)}</StatusBadge>
      }
    >
      <FailedRefund request={request} payment={payment} />
      <NotGivenBack request={request} payment={payment} />
      <Facts
        facts={[
          ['For', payment.Description],
          ['Amount', <Money key="amount" value={payment.Amount} />],
          ['Tax in it', <Money key="tax" value={payment.TaxAmount} />],
          ['Paid', <Money key="paid" value={payment.AmountPaid} />],
          ['Paid on', <DateText key="at" value={payment.PaidDate} withTime />],
          ['Payment ID', payment.ProviderPaymentId],
          ['By', payment.Provider === 'Test' ? 'Test payment, no money moved' : payment.Provider],
          ...(payment.RefundedDate
            ? [['Refunded on', <DateText key="back" value={payment.RefundedDate} withTime />] as const]
            : []),
          ...(payment.RefundedBy ? [['Given back by', payment.RefundedBy] as const] : []),
          ...(payment.RefundNote ? [['How it was given back', payment.RefundNote] as const] : []),
        ]}
      />
    </Panel>
  ))
}

/** What happened to it, with times. */
export function StepsPanel({ request }: Props) {
  return (
    <Panel title="Steps">
      <ol className={styles.steps}>
        {request.Steps.map(({ At, Step, Note, ActorName }) => (
          <li key={`${At} ${Step}`}>
            <strong>{Step}</strong>
            {ActorName && ` by ${ActorName}`}
            <p>
              <DateText value={At} withTime />
            </p>
            {Note && <p>{Note}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** Others with the same e-mail address. */
export function OtherRequestsPanel({ request }: Props) {
  const { BusinessId: businessId, TimeZone: zone } = useBusiness()
  if (request.OtherRequests.length === 0) return null
  return (
    <Panel title="Other requests with this e-mail address">
      <ul className={styles.steps}>
        {request.OtherRequests.map(({ SessionId, RequestSubmittedDateTime, NextStep }) => (
          <li key={SessionId}>
            <RecordLink href={pageHref(kinds[request.Kind].page, { businessId, sessionId: SessionId })}>
              {formatDateTime(RequestSubmittedDateTime, zone)}
            </RecordLink>
            <p>{NextStep}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
