import type { Member } from '#contract/members/members.ts'
import { MemberDetails } from '#features/members/page/member-details.tsx'
import { PointsBalances } from '#features/points/points-balances.tsx'

/** The Details of a member. What other features know of them comes in here: the Loyalty section is the points'. */
export function Tab({ member }: { member: Member }) {
  return <MemberDetails member={member} loyalty={<PointsBalances memberId={member.id} />} />
}
