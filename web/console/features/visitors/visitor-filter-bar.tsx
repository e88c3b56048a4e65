import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { venuesApi } from '#contract/business/venues.ts'
import { visitorKindWords, visitorKinds } from '#contract/visitors/visitor-words.ts'
import { SpanFields } from '#parts/span/span-fields.tsx'
import { FilterBar, SelectFilter, type Filters } from '#ui/table/filter-bar.tsx'
import { SearchBox } from '#ui/table/search-box.tsx'
import type { VisitorSearch } from './visitor-search.ts'

/** By name, days, kind and venue. */
export function VisitorFilterBar({ filters }: { filters: Filters<VisitorSearch> }) {
  const { BusinessId: businessId } = useBusiness()
  const { values, change } = filters
  const venues = useRead(venuesApi.listVenues, { params: { businessId } }).data?.Results ?? []
  return (
    <FilterBar filters={filters}>
      <SearchBox
        label="Search by visitor or member"
        value={values.q}
        onSearch={(q) => change({ q })}
        isMain
      />
      <SpanFields values={values} change={change} />
      <SelectFilter
        label="Kind"
        anyLabel="Any kind"
        value={values.kind}
        options={visitorKinds.map((value) => ({ value, label: visitorKindWords[value] }))}
        onChange={(kind) => change({ kind })}
      />
      <SelectFilter
        label="Venue"
        anyLabel="Any venue"
        value={values.venueNo}
        options={venues.map(({ id, DisplayName }) => ({ value: id, label: DisplayName }))}
        onChange={(venueNo) => change({ venueNo })}
      />
    </FilterBar>
  )
}
