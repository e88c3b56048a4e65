import { useQueryClient } from '@tanstack/react-query'
import { readQuery } from '#console/queries.ts'
import { membersApi, type Member } from '#contract/members/members.ts'

/** Puts the member that a change answered with where its page will find it. */
export function useKeepMember(businessId: string): (member: Member) => void {
  const client = useQueryClient()
  return (member) =>
    client.setQueryData(
      readQuery(membersApi.getMember, { params: { businessId, memberId: member.id } }).queryKey,
      { Results: [member] },
    )
}
