import type { OutboxState } from '#contract/outbox.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { StatusColor } from '#ui/status-badge.tsx'

const colors: Record<OutboxState, StatusColor> = {
  Queued: 'blue',
  Sent: 'green',
  Kept: 'grey',
  Failed: 'red',
}

/** Where a message is, tinted. */
export function MessageState({ state }: { state: OutboxState }) {
  return <StatusBadge color={colors[state]}>{state}</StatusBadge>
}
