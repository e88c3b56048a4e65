import type { PassState } from '#contract/passes.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { StatusColor } from '#ui/status-badge.tsx'

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
