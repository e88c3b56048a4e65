import { StatusBadge } from '#ui/status-badge.tsx'
import type { StatusColor } from '#ui/status-badge.tsx'

// Every business names its own: these are the usual ones, any other is grey.
const colors: Readonly<Record<string, StatusColor>> = {
  Active: 'green',
  Suspended: 'orange',
  Deceased: 'black',
}

/** The status of a member; '-' for none. */
export function MemberStatus({ status }: { status: string | null }) {
  return status === null ? '-' : <StatusBadge color={colors[status] ?? 'grey'}>{status}</StatusBadge>
}
