import { IconAlertTriangle } from '@tabler/icons-react'
import { refundWords } from '#contract/requests/refund-words.ts'
import type { NextStep } from '#contract/requests/requests.ts'
import { Hinted } from '#ui/feedback/hint.tsx'
import { StatusBadge, type StatusColor } from '#ui/feedback/status-badge.tsx'
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

type Props = { request: { NextStep: NextStep; IsError: boolean; Message: string | null } }

/** Where a request is; what went wrong stands behind a sign. */
export function StepBadge({ request: { NextStep: step, IsError, Message } }: Props) {
  return (
    <span className={styles.step}>
      <StatusBadge color={colors[step]}>{step}</StatusBadge>
      {IsError && (
        <Hinted says={Message ?? 'Something went wrong.'}>
          <span role="img" aria-label={Message ?? 'Something went wrong.'} className={styles.error}>
            <IconAlertTriangle size={16} aria-hidden />
          </span>
        </Hinted>
      )}
    </span>
  )
}
