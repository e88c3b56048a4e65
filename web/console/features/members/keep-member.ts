import { useQueryClient } from '@tanstack/react-query'
import { readQuery } from '#console/queries.ts'
import { memberHistoryApi } from '#contract/members/member-history.ts'
import { membersApi, type Member } from '#contract/members/members.ts'

/** What a change of a member makes out of date, beside the member. */
export const showsMembers = [membersApi.listMembers, memberHistoryApi.listMemberHistory]

/** Puts the member that a change answered with where its page will find it. */
export function useKeepMember(businessId: string): (member: Member) => void {
  const client = useQueryClient()
  return (member) =>
    client.setQueryData(
      readQuery(membersApi.getMember, { params: { businessId, memberId: member.id } }).queryKey,
      { Results: [member] },
    )
}
