import type { PassState } from '#contract/passes/passes.ts'
import { StatusBadge, type StatusColor } from '#ui/feedback/status-badge.tsx'

const colors: Record<PassState, StatusColor> = {
  Invited: 'blue',
  Active: 'green',
  Revoked: 'black',
  Expired: 'orange',
  Void: 'grey',
}

/** Where a digital card stands, in a word. */
export function PassBadge({ state }: { state: PassState }) {
  return <StatusBadge color={colors[state]}>{state}</StatusBadge>
}
