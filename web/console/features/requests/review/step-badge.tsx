import { IconAlertTriangle } from '@tabler/icons-react'
import { messages } from '#contract/messages.ts'
import type { RequestOutcome } from '#contract/requests/decisions.ts'
import { refundWords } from '#contract/payments/refund-words.ts'
import { type NextStep, noteOf, type SubmissionFinalisation } from '#contract/requests/requests.ts'
import { useZone } from '#ui/date/zone.ts'
import { HintButton } from '#ui/feedback/hint.tsx'
import { StatusBadge, type StatusColor } from '#ui/feedback/status-badge.tsx'
import { formatDateTime } from '#ui/text/format.ts'
import styles from './requests.module.css'

const colors: Record<NextStep, StatusColor> = {
  'User Started': 'grey',
  'Payment Required': 'orange',
  'User Completed': 'blue',
  Completed: 'green',
  Error: 'red',
}

/** Beside it in a list: something that was paid waits to be settled. */
export function RefundMark({ request }: { request: { HasFailedRefund: boolean } }) {
  return request.HasFailedRefund && <StatusBadge color="red">{refundWords.failed}</StatusBadge>
}

type Decided = {
  Outcome: RequestOutcome | null
  RejectionReason: string | null
  SubmissionFinalisation: SubmissionFinalisation | null
}
type Props = { request: Decided & { NextStep: NextStep; IsError: boolean; Message: string | null } }

/** Where a request is; what went wrong, and who rejected it and why, stand behind a sign. */
export function StepBadge({ request }: Props) {
  const { NextStep: step, IsError, Message, Outcome } = request
  const wrong = Message ?? 'Something went wrong.'
  return (
    <span className={styles.step}>
      <StatusBadge color={Outcome === 'Rejected' ? 'grey' : colors[step]}>{step}</StatusBadge>
      {Outcome === 'Rejected' && <RejectedMark request={request} />}
      {IsError && (
        <HintButton says={wrong} label={wrong}>
          <span className={styles.error}>
            <IconAlertTriangle size={16} aria-hidden />
          </span>
        </HintButton>
      )}
    </span>
  )
}

function RejectedMark({
  request: { SubmissionFinalisation: decision, RejectionReason },
}: {
  request: Decided
}) {
  const zone = useZone()
  if (!decision) return null
  const says = [
    messages.requests.finalisedBy(decision.FinalisedByUser ?? ''),
    ...(decision.FinalisedDate ? [formatDateTime(decision.FinalisedDate, zone)] : []),
    ...(RejectionReason ? [`Reason: ${RejectionReason}`] : []),
    `Note: ${noteOf(decision)}`,
  ]
  return (
    <HintButton says={says} label="Rejected: who, when and why">
      <StatusBadge color="red">Rejected</StatusBadge>
    </HintButton>
  )
}
