import { useBusiness } from '#console/business.ts'
import { useCanOpen } from '#console/can-open.ts'
import { pageHref } from '#contract/console-paths.ts'
import type { MemberListItem } from '#contract/members/members.ts'
import type { Column } from '#ui/table/data-table.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import styles from './wizard.module.css'

/** What is shown of members of whom one is chosen. */
export function useMemberColumns(
  chosen: string | undefined,
  onChoose: (memberId: string) => void,
): Column<MemberListItem>[] {
  const { BusinessId: businessId } = useBusiness()
  const canOpen = useCanOpen('member')
  return [
    {
      header: 'Select',
      cell: (member) => (
        <label className={styles.choice}>
          <input
            type="radio"
            name="member"
            aria-label={`Select ${nameGoneBy(member)}`}
            checked={member.id === chosen}
            onChange={() => onChoose(member.id)}
          />
        </label>
      ),
      width: '4rem',
    },
    { header: 'Membership Number', cell: (member) => member.MembershipNumber ?? member.BadgeNumber },
    { header: 'Name', cell: nameGoneBy, phone: 'title' },
    {
      header: 'Status',
      cell: ({ Financial }) => (
        <StatusBadge color={Financial ? 'green' : 'orange'}>
          {Financial ? 'Financial' : 'Unfinancial'}
        </StatusBadge>
      ),
    },
    {
      header: 'View',
      cell: (member) =>
        canOpen && (
          <a
            className={styles.link}
            href={pageHref('member', { businessId, memberId: member.id })}
            target="_blank"
            rel="noopener"
            aria-label={`View ${nameGoneBy(member)} (opens in a new tab)`}
          >
            View
          </a>
        ),
      width: '5rem',
    },
  ]
}

/** Members are looked for by the name they go by. */
export function nameGoneBy({ FirstName, PreferredName, LastName }: MemberListItem): string {
  return `${PreferredName ?? FirstName} ${LastName}`
}
