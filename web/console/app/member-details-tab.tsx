import { MemberDetails } from '#features/members/member-details.tsx'
import type { Member } from '#contract/members.ts'
import { Facts } from '#ui/facts.tsx'

/** The Details of a member. What other features know of them comes in here: the Loyalty section is the points'. */
export function Tab({ member }: { member: Member }) {
  const points = member.PointsBalance.toLocaleString('en-AU')
  return <MemberDetails member={member} loyalty={<Facts facts={[['Points', points]]} />} />
}
