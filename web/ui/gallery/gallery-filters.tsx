import { Text } from '@mantine/core'
import { useState } from 'react'
import { DateField } from '#ui/date/date-field.tsx'
import { FilterBar, RowsSelect, SelectFilter } from '#ui/table/filter-bar.tsx'
import { SearchBox } from '#ui/table/search-box.tsx'

type Values = { q: string; status: 'Active' | 'Lapsed' | undefined; from: string | null; limit: number }

const none: Values = { q: '', status: undefined, from: null, limit: 50 }

/** The filter bar, and what it asks for. */
export function GalleryFilters() {
  const [values, setValues] = useState(none)
  const [searches, setSearches] = useState(0)
  const change = (patch: Partial<Values>) => setValues((current) => ({ ...current, ...patch }))
  const isSet = Object.entries(none).some(([name, value]) => values[name as keyof Values] !== value)

  function search(q: string) {
    change({ q })
    setSearches((count) => count + 1)
  }

  return (
    <div>
      <FilterBar filters={{ isSet, reset: () => setValues(none) }}>
        <SearchBox isMain label="Search members" value={values.q} onSearch={search} />
        <SelectFilter
          label="Status"
          anyLabel="Any status"
          options={['Active', 'Lapsed']}
          value={values.status}
          onChange={(status) => change({ status })}
        />
        <DateField label="Joined from" value={values.from} onChange={(from) => change({ from })} />
        <RowsSelect value={values.limit} onChange={(limit) => change({ limit })} />
      </FilterBar>
      <Text c="dimmed">
        <output>{`Searched ${searches} times. Filters: ${JSON.stringify(values)}`}</output>
      </Text>
    </div>
  )
}
