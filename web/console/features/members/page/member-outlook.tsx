import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import type { Member } from '#contract/members/members.ts'
import { outlookInWords } from '#contract/requests/outlook-words.ts'
import { outlookApi } from '#contract/requests/outlook.ts'
import { formatLongDate } from '#ui/text/format.ts'

/** What will happen to the membership, and when. */
export function MemberOutlookPanel({ member }: { member: Member }) {
  const { BusinessId: businessId } = useBusiness()
  const isThere = member.Meta.DateDeleted === null
  const { data } = useRead(
    outlookApi.getMemberOutlook,
    isThere ? { params: { businessId, memberId: member.id } } : null,
  )
  return data ? outlookInWords(data, formatLongDate) : '-'
}
