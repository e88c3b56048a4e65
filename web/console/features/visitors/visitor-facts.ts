import type { VisitorEntry } from '#contract/visitors/visitors.ts'

/** Who or what let a visitor in: the member, or the club that they are of. */
export function broughtBy({ Host, HostTyped, ClubName, ClubNumber }: VisitorEntry): string {
  if (Host) return [Host.Name, Host.MembershipNumber].filter(Boolean).join(', ')
  if (HostTyped) return `Unknown: ${HostTyped}`
  return [ClubName, ClubNumber].filter(Boolean).join(', ') || '-'
}
