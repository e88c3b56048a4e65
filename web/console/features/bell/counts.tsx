import { Badge, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import { atMost } from '#contract/bell/notice-words.ts'
import { useWaiting } from './waiting.ts'

/** How much waits, with the word for those who hear it; nothing where nothing does, or where that can't be read now. */
function Waiting({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null
  return (
    <Badge size="sm" circle={count < 10}>
      {atMost(99, count)}
      <VisuallyHidden> waiting</VisuallyHidden>
    </Badge>
  )
}

export const ApprovalsCount = () => <Waiting count={useWaiting()?.Approvals} />
export const ApplicationsCount = () => <Waiting count={useWaiting()?.Applications} />
export const RenewalsCount = () => <Waiting count={useWaiting()?.Renewals} />
