import { z } from 'zod'
import { useRead } from '#console/queries.ts'
import { auditApi } from '#contract/audit/audit.ts'
import { DateField } from '#ui/date/date-field.tsx'
import { FilterBar, SelectFilter, type Filters } from '#ui/table/filter-bar.tsx'
import { SearchBox } from '#ui/table/search-box.tsx'

const date = z.iso.date().optional().catch(undefined)

/** What the address can narrow the trail down by. */
export const AuditSearch = z.object({
  person: z.string().catch(''),
  action: z.string().optional().catch(undefined),
  record: z.string().catch(''),
  from: date,
  to: date,
})

type Props = { businessId: string; filters: Filters<z.output<typeof AuditSearch>> }

/** By whom, what kind, to what, and when. */
export function AuditFilterBar({ businessId, filters }: Props) {
  const { values, change } = filters
  const kinds = useRead(auditApi.listAuditActions, { params: { businessId } }).data?.Results ?? []
  const options = kinds.map(({ Action, Title }) => ({ value: Action, label: Title }))
  return (
    <FilterBar filters={filters}>
      <SearchBox
        label="Search by person"
        value={values.person}
        onSearch={(person) => change({ person })}
        isMain
      />
      <SearchBox label="Search by record" value={values.record} onSearch={(record) => change({ record })} />
      <SelectFilter
        label="Kind"
        anyLabel="Any kind"
        value={values.action}
        options={options}
        onChange={(action) => change({ action })}
      />
      <DateField
        label="From"
        value={values.from ?? null}
        onChange={(from) => change({ from: from ?? undefined })}
      />
      <DateField label="To" value={values.to ?? null} onChange={(to) => change({ to: to ?? undefined })} />
    </FilterBar>
  )
}
