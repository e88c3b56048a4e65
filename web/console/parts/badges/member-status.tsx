import { StatusBadge, type StatusColor } from '#ui/feedback/status-badge.tsx'
import { useOptionName } from '#parts/option-names.ts'

// Every business names its own: these are the usual ones, any other is grey.
const colors: Readonly<Record<string, StatusColor>> = {
  Active: 'green',
  Suspended: 'orange',
  Deceased: 'black',
}

/** The status of a member; '-' for none. */
export function MemberStatus({ status }: { status: string | null }) {
  const nameOf = useOptionName('Status')
  if (status === null) return '-'
  return <StatusBadge color={colors[status] ?? 'grey'}>{nameOf(status)}</StatusBadge>
}
