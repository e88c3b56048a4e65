import { NativeSelect } from '@mantine/core'
import { z } from 'zod'
import { eventSorts, type EventSort } from '#contract/events/events.ts'
import { messages } from '#contract/messages.ts'
import { DateField } from '#ui/date/date-field.tsx'
import { FilterBar, SelectFilter, type Filters } from '#ui/table/filter-bar.tsx'
import { SearchBox } from '#ui/table/search-box.tsx'
import { sortLabels } from '#features/events/event-words.ts'

/** What the address can say of the list. */
export const EventSearch = z.object({
  tab: z.enum(['all', 'today', 'upcoming']).catch('all'),
  q: z.string().catch(''),
  status: z.enum(['Draft', 'Published', 'Completed', 'Canceled']).optional().catch(undefined),
  date: z.iso.date().optional().catch(undefined),
  sortBy: z.enum(eventSorts).catch('LastModifiedNewestFirst'),
})
export type EventSearch = z.output<typeof EventSearch>

/** The query of the list for what the address says. */
export function eventsQueryOf({ tab, q, status, date, sortBy }: EventSearch) {
  return {
    q,
    status,
    sortBy,
    timeframe: tab === 'all' ? undefined : tab,
    // An event covers a day when it starts by then and ends no earlier.
    startDateTo: date,
    endDateFrom: date,
  }
}

/** Search, status, day and order. */
export function EventFilterBar({ filters }: { filters: Filters<EventSearch> }) {
  const { values, change } = filters
  return (
    <FilterBar filters={filters}>
      <SearchBox
        label={messages.events.searchPlaceholder}
        value={values.q}
        onSearch={(q) => change({ q })}
        isMain
      />
      <SelectFilter
        label="Status"
        anyLabel="Any status"
        value={values.status}
        options={['Draft', 'Published', 'Completed', 'Canceled']}
        onChange={(status) => change({ status })}
      />
      <DateField
        label="Date"
        value={values.date ?? null}
        onChange={(date) => change({ date: date ?? undefined })}
      />
      <NativeSelect
        label="Sort by"
        miw="16rem"
        value={values.sortBy}
        data={eventSorts.map((value) => ({ value, label: sortLabels[value] }))}
        onChange={(event) => change({ sortBy: event.currentTarget.value as EventSort })}
      />
    </FilterBar>
  )
}
