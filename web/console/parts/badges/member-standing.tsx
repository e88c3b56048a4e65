import type { Standing } from '#contract/members/standing.ts'
import { StatusBadge, type StatusColor } from '#ui/feedback/status-badge.tsx'

const colors: Readonly<Record<Standing, StatusColor>> = {
  Financial: 'green',
  'In grace': 'blue',
  Lapsed: 'orange',
  'No date': 'grey',
}

/** How a member stands, by the financial date and the type of membership. */
export function MemberStanding({ standing }: { standing: Standing }) {
  return <StatusBadge color={colors[standing]}>{standing}</StatusBadge>
}
