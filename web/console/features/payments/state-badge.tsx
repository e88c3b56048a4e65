import { paymentWords as words, type RecordState } from '#contract/payments/payment-words.ts'
import { StatusBadge, type StatusColor } from '#ui/feedback/status-badge.tsx'

const colors: Record<RecordState, StatusColor> = {
  Paid: 'green',
  PartlyRefunded: 'orange',
  Refunded: 'black',
}

/** What has become of a payment. */
export function StateBadge({ state }: { state: RecordState }) {
  return <StatusBadge color={colors[state]}>{words.states[state]}</StatusBadge>
}
