import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { visitsApi } from '#contract/events/visits.ts'
import type { Member } from '#contract/members/members.ts'
import { DateText } from '#ui/date/date-text.tsx'

/** When the member was last let in, and where; nothing of somebody who never was. */
export function LastVisit({ member }: { member: Member }) {
  const { BusinessId: businessId } = useBusiness()
  const isThere = member.Meta.DateDeleted === null
  const { data } = useRead(
    visitsApi.getLastVisit,
    isThere ? { params: { businessId, memberId: member.id } } : null,
  )
  const visit = data?.LastVisit
  if (!visit) return null
  return (
    <span>
      Last visit <DateText value={visit.At} withTime zone={visit.TimeZoneId} /> · {visit.EventName}
    </span>
  )
}
