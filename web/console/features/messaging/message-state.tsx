import { Text } from '@mantine/core'
import type { OutboxState } from '#contract/outbox.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { StatusColor } from '#ui/status-badge.tsx'

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
