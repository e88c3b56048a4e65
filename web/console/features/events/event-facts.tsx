import type { ReactNode } from 'react'
import { useBusiness } from '#console/business.ts'
import { useSearchRead } from '#console/queries.ts'
import { durationOf, isEntry } from '#contract/events/event-times.ts'
import type { EventListItem } from '#contract/events/events.ts'
import { weekHours } from '#contract/events/open-hours.ts'
import { parseFilter } from '#contract/members/member-filter.ts'
import { membersApi } from '#contract/members/members.ts'
import { FilterSentence } from '#parts/member-filter/filter-sentence.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { formatCount, formatDays } from '#ui/text/format.ts'
import { doorFacts } from './door-facts.ts'
import { checkInOf } from './event-words.ts'
import { whoMayCome } from './who-may-come.ts'

type Shown = Omit<EventListItem, 'id' | 'EventStatus' | 'EventName'> & {
  MemberFilterQuery: string
} & Parameters<typeof doorFacts>[0]

/** When and where an event is, and who may come. */
export function EventFacts({ event }: { event: Shown }) {
  const hasDays = event.EventStartDate !== '' && event.EventEndDate !== ''
  const hasTimes = event.CheckInStartTime !== '' && event.CheckInEndTime !== ''
  if (isEntry(event)) return <EntryFacts event={event} />
  return (
    <Facts
      facts={[
        ['Date', hasDays ? formatDays(event.EventStartDate, event.EventEndDate) : null],
        ['Duration', hasDays && event.EventStartDate <= event.EventEndDate ? durationOf(event) : null],
        ['Check-in', hasTimes ? checkInOf(event) : null],
        ['Time zone', event.TimeZoneId.replaceAll('_', ' ')],
        ['Location', event.EventLocation],
        ...comers(event),
        ...doorFacts(event),
      ]}
    />
  )
}

/** The same of the front door of a venue, which has no end. */
function EntryFacts({ event }: { event: Shown }) {
  return (
    <Facts
      facts={[
        ['Date', 'Every day'],
        ['Open', weekHours(event.OpenHours)],
        ['Time zone', event.TimeZoneId.replaceAll('_', ' ')],
        ['Venue', event.EventLocation],
        ...comers(event),
        ...doorFacts(event),
      ]}
    />
  )
}

function comers(event: Shown): [string, ReactNode][] {
  return [
    ['Who may come', <FilterSentence key="who" filter={parseFilter(event.MemberFilterQuery).filter} />],
    ['Eligible', <EligibleCount key="count" query={whoMayCome(event)} />],
  ]
}

function EligibleCount({ query }: { query: string }) {
  const { BusinessId: businessId } = useBusiness()
  const { data, error } = useSearchRead(membersApi.countEligibleMembers, {
    params: { businessId },
    query: { memberFilterQuery: query },
  })
  if (error) return 'The members could not be counted.'
  if (!data) return '…'
  return data.Count === 1 ? '1 member' : `${formatCount(data.Count)} members`
}
