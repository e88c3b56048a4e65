import type { ImportState } from '#contract/members/member-imports.ts'
import { StatusBadge, type StatusColor } from '#ui/feedback/status-badge.tsx'

const states: Record<ImportState, readonly [words: string, color: StatusColor]> = {
  Uploading: ['Not checked yet', 'grey'],
  Checking: ['Being checked', 'blue'],
  Checked: ['Ready to import', 'orange'],
  Running: ['Being imported', 'blue'],
  Done: ['Imported', 'green'],
  Cancelled: ['Cancelled', 'grey'],
  Failed: ['Could not be read', 'red'],
}

/** Where an import stands, in words. */
export function ImportStateBadge({ state }: { state: ImportState }) {
  const [words, color] = states[state]
  return <StatusBadge color={color}>{words}</StatusBadge>
}
