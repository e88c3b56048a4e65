import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { amountInWords } from '#contract/approvals/limits.ts'
import type { Approval, ApprovalStatus } from '#contract/approvals/approvals.ts'
import { useCanOpen } from '#console/can-open.ts'
import { pageHref } from '#contract/console-paths.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import type { Column } from '#ui/table/data-table.tsx'

const colours = {
  Waiting: 'blue',
  Approved: 'green',
  Refused: 'red',
  Withdrawn: 'grey',
  Expired: 'grey',
} as const satisfies Record<ApprovalStatus, string>

/** Who asked for what, for whom and why; of what is decided also by whom. */
export function approvalColumns(businessId: string, state: 'waiting' | 'decided'): Column<Approval>[] {
  const columns: Column<Approval>[] = [
    { header: 'What', cell: (approval) => <What approval={approval} /> },
    { header: 'For', cell: (approval) => <Whom approval={approval} businessId={businessId} /> },
    {
      header: 'Amount',
      cell: ({ Kind, Amount }) => <strong>{amountInWords(Kind, Amount)}</strong>,
      width: '12%',
    },
    { header: 'Why', cell: ({ Reason }) => Reason },
    {
      header: 'Asked',
      cell: ({ AskedBy, IsOwn, AskedDate }) => (
        <div>
          {IsOwn ? 'You' : AskedBy}
          <Text size="sm" c="dimmed">
            <DateText value={AskedDate} withTime />
          </Text>
        </div>
      ),
    },
  ]
  if (state === 'waiting')
    return [
      ...columns,
      { header: 'Until', cell: ({ ExpiryDate }) => <DateText value={ExpiryDate} />, width: '10%' },
    ]
  return [...columns, { header: 'Outcome', cell: (approval) => <Outcome approval={approval} /> }]
}

function What({ approval: { Title, Details } }: { approval: Approval }) {
  const details = Object.entries(Details).map(([name, value]) => `${name}: ${value}`)
  return (
    <div>
      {Title}
      <Text size="sm" c="dimmed">
        {details.join(' · ')}
      </Text>
    </div>
  )
}

function Whom({ approval: { About, MemberId }, businessId }: { approval: Approval; businessId: string }) {
  const canOpen = useCanOpen('member')
  if (MemberId === null || !canOpen) return About
  return (
    <Anchor component={Link} underline="always" to={pageHref('member', { businessId, memberId: MemberId })}>
      {About}
    </Anchor>
  )
}

function Outcome({ approval }: { approval: Approval }) {
  const { Status, DecidedBy, DecidedDate, Decision } = approval
  return (
    <div>
      <StatusBadge color={colours[Status]}>{Status}</StatusBadge>
      <Text size="sm" c="dimmed">
        {DecidedBy && `${DecidedBy}, `}
        {DecidedDate && <DateText value={DecidedDate} withTime />}
      </Text>
      {Decision && <Text size="sm">{Decision}</Text>}
    </div>
  )
}
