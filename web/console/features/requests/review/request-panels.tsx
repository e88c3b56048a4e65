import type { ReactNode } from 'react'
import { useBusiness } from '#console/business.ts'
import { pageHref } from '#contract/console-paths.ts'
import { messages } from '#contract/messages.ts'
import { noteOf, type RequestDetail, type SubmissionFinalisation } from '#contract/requests/requests.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { formatDateTime } from '#ui/text/format.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { kinds } from './kinds.ts'
import { MemberNumber, RecordLink } from './list-cells.tsx'
import timeline from '#parts/shown/timeline.module.css'
import { Timeline } from '#parts/shown/timeline.tsx'
import { SubmittedAnswer } from './answers/submitted-answer.tsx'

type Props = { request: RequestDetail }

/** What the applicant filled in. */
export function SubmittedPanel({ request }: Props) {
  const [membership, ...rest] = request.Submitted.map(
    (answer) =>
      [answer.Label, <SubmittedAnswer key={answer.Label} request={request} answer={answer} />] as const,
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

/** What happened to it, with times. */
export function StepsPanel({ request }: Props) {
  return (
    <Panel title="Steps">
      <Timeline
        entries={request.Steps.map(({ At, Step, Note, ActorName }) => ({
          what: Step,
          at: At,
          by: ActorName,
          note: Note,
        }))}
      />
    </Panel>
  )
}

/** Others with the same e-mail address. */
export function OtherRequestsPanel({ request }: Props) {
  const { BusinessId: businessId, TimeZone: zone } = useBusiness()
  if (request.OtherRequests.length === 0) return null
  return (
    <Panel title="Other requests with this e-mail address">
      <ul className={timeline.steps}>
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
