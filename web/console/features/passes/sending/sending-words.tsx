import type { RecipientState, SendingState } from '#contract/messaging/mass-sending.ts'
import type { PassRun } from '#contract/passes/pass-invitations.ts'
import { StatusBadge, type StatusColor } from '#ui/feedback/status-badge.tsx'

const sendings: Record<SendingState, readonly [words: string, color: StatusColor]> = {
  Running: ['Being sent', 'blue'],
  Paused: ['Paused', 'orange'],
  Done: ['Sent', 'green'],
  Stopped: ['Stopped', 'grey'],
  Failed: ['Failed', 'red'],
}

const recipients: Record<RecipientState, readonly [words: string, color: StatusColor]> = {
  Queued: ['Waits to go out', 'blue'],
  Sent: ['Sent', 'green'],
  Failed: ['Failed', 'red'],
  Kept: ['Nothing to send by', 'grey'],
  Skipped: ['Passed over', 'grey'],
  Unreachable: ['Can’t be reached', 'orange'],
  Gone: ['No longer kept', 'grey'],
}

/** What the states of recipients are called. */
export function recipientWords(state: RecipientState): string {
  return recipients[state][0]
}

/** Where a sending stands. */
export function SendingBadge({ state }: { state: SendingState }) {
  const [words, color] = sendings[state]
  return <StatusBadge color={color}>{words}</StatusBadge>
}

/** What became of one whom it was for. */
export function RecipientBadge({ state }: { state: RecipientState }) {
  const [words, color] = recipients[state]
  return <StatusBadge color={color}>{words}</StatusBadge>
}

/** How many have been invited so far, and how many not. */
export function progressInWords({ Invited, Skipped, Unreachable }: PassRun): string {
  const parts = [
    `${Invited.toLocaleString('en-AU')} invited`,
    Skipped > 0 && `${Skipped.toLocaleString('en-AU')} passed over`,
    Unreachable > 0 && `${Unreachable.toLocaleString('en-AU')} can’t be reached`,
  ]
  return parts.filter(Boolean).join(', ')
}
