import { Text } from '@mantine/core'
import type { OutboxState } from '#contract/messaging/outbox.ts'
import { StatusBadge, type StatusColor } from '#ui/feedback/status-badge.tsx'

const colors: Record<OutboxState, StatusColor> = {
  Queued: 'blue',
  Sent: 'green',
  Kept: 'grey',
  Failed: 'red',
}

/** Where a message is, tinted; and how often it was tried, where once wasn't enough. */
export function MessageState({ state, tries = 1 }: { state: OutboxState; tries?: number }) {
  return (
    <>
      <StatusBadge color={colors[state]}>{state}</StatusBadge>
      {tries > 1 && (
        <Text span size="xs" c="dimmed" display="block">
          {tries} tries
        </Text>
      )}
    </>
  )
}
