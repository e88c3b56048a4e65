import { useBusiness } from '#console/business.ts'
import { useSearchRead } from '#console/queries.ts'
import { durationOf } from '#contract/events/event-times.ts'
import type { EventListItem } from '#contract/events/events.ts'
import { parseFilter } from '#contract/members/member-filter.ts'
import { membersApi } from '#contract/members/members.ts'
import { FilterSentence } from '#parts/member-filter/filter-sentence.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { formatDays } from '#ui/text/format.ts'
import { checkInOf } from './event-words.ts'

type Shown = Omit<EventListItem, 'id' | 'EventStatus' | 'EventName'> & { MemberFilterQuery: string }

/** When and where an event is, and who may come. */
export function EventFacts({ event }: { event: Shown }) {
  const hasDays = event.EventStartDate !== '' && event.EventEndDate !== ''
  const hasTimes = event.CheckInStartTime !== '' && event.CheckInEndTime !== ''
  return (
    <Facts
      facts={[
        ['Date', hasDays ? formatDays(event.EventStartDate, event.EventEndDate) : null],
        ['Duration', hasDays && event.EventStartDate <= event.EventEndDate ? durationOf(event) : null],
        ['Check-in', hasTimes ? checkInOf(event) : null],
        ['Time zone', event.TimeZoneId.replaceAll('_', ' ')],
        ['Location', event.EventLocation],
        ['Who may come', <FilterSentence key="who" filter={parseFilter(event.MemberFilterQuery).filter} />],
        ['Eligible', <EligibleCount key="count" query={event.MemberFilterQuery} />],
      ]}
    />
  )
}

const figure = new Intl.NumberFormat('en-AU')

function EligibleCount({ query }: { query: string }) {
  const { BusinessId: businessId } = useBusiness()
  const { data, error } = useSearchRead(membersApi.countEligibleMembers, {
    params: { businessId },
    query: { memberFilterQuery: query },
  })
  if (error) return 'The members could not be counted.'
  if (!data) return '…'
  return data.Count === 1 ? '1 member' : `${figure.format(data.Count)} members`
}
