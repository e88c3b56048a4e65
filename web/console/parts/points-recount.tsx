import { useBusiness } from '#console/business.ts'
import { usePolledRead } from '#console/queries.ts'
import { venuesApi, type Venue } from '#contract/business/venues.ts'
import { messages } from '#contract/messages.ts'
import { WorkProgress } from '#ui/feedback/work-progress.tsx'

const text = messages.pointsRecount

const isUnderWay = (venue: Venue) => venue._Meta.PointsRecount !== undefined

/** Says of which venues the points are being counted anew, and how far that is; mostly of none. */
export function PointsRecounts() {
  const { BusinessId: businessId } = useBusiness()
  const { data } = usePolledRead(venuesApi.listVenues, { params: { businessId } }, ({ Results }) =>
    Results.some(isUnderWay),
  )
  return data?.Results.filter(isUnderWay).map((venue) => <Recount key={venue.id} venue={venue} />)
}

function Recount({ venue }: { venue: Venue }) {
  const { Counted, Total } = venue._Meta.PointsRecount ?? { Counted: 0, Total: null }
  return (
    <WorkProgress
      label={text.title(venue.DisplayName)}
      share={Total ? Math.min(1, Counted / Total) : 0}
      detail={text.meanwhile}
    />
  )
}
