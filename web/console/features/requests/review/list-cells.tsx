import { Anchor } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { useCanOpen } from '#console/can-open.ts'
import { pageHref } from '#contract/console-paths.ts'
import type { Decider } from '#contract/requests/decisions.ts'
import { useZone } from '#ui/date/zone.ts'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { formatDate } from '#ui/text/format.ts'
import { Link } from '#ui/layout/navigation.tsx'

/** A date that may break before its year, where a list has many columns. */
export function Day({ value }: { value: string | null | undefined }) {
  const zone = useZone()
  return value ? <time dateTime={value}>{formatDate(value, zone).replace(' ', '\u00A0')}</time> : '-'
}

/** A link to another record. */
export function RecordLink({ href, children }: { href: string; children: string }) {
  return (
    <Anchor component={Link} href={href}>
      {children}
    </Anchor>
  )
}

type MemberProps = { memberId: string; number: string | null; none: string }

/** A member by their number: a link for those who may open members. */
export function MemberNumber({ memberId, number, none }: MemberProps) {
  const { BusinessId: businessId } = useBusiness()
  const name = number ?? none
  return useCanOpen('member') ? (
    <RecordLink href={pageHref('member', { businessId, memberId })}>{name}</RecordLink>
  ) : (
    name
  )
}

/** Beside the step in a list: whose it is. */
export function AssigneeMark({ request: { AssignedTo } }: { request: { AssignedTo: Decider | null } }) {
  return AssignedTo && <StatusBadge color="grey">{`With ${AssignedTo.DisplayName}`}</StatusBadge>
}
