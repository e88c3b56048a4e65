import type { ReactNode } from 'react'
import { z } from 'zod'
import { useRead } from '#console/queries.ts'
import { auditApi, AuditFilters } from '#contract/audit/audit.ts'
import { platformAuditApi } from '#contract/audit/platform-audit.ts'
import { BusinessFilter } from '#parts/business-filter.tsx'
import { SpanFields } from '#parts/span/span-fields.tsx'
import { FilterBar, SelectFilter, type Filters } from '#ui/table/filter-bar.tsx'
import { SearchBox } from '#ui/table/search-box.tsx'

const date = z.iso.date().optional().catch(undefined)

const shared = {
  person: z.string().catch(''),
  action: z.string().optional().catch(undefined),
  record: z.string().catch(''),
  from: date,
  to: date,
}

/** What the address can narrow the trail of a business down by. */
export const AuditSearch = z.object({ ...shared, by: AuditFilters.shape.by.catch(undefined) })

/** The same of the platform's trail. */
export const PlatformAuditSearch = z.object({
  ...shared,
  forBusiness: z.string().optional().catch(undefined),
})

type Props = { businessId: string; filters: Filters<z.output<typeof AuditSearch>> }

/** By whom, what kind, to what, and when. */
export function AuditFilterBar({ businessId, filters }: Props) {
  const kinds = useRead(auditApi.listAuditActions, { params: { businessId } }).data?.Results
  return (
    <SharedFilterBar filters={filters} kinds={kinds}>
      <SelectFilter
        label="By"
        anyLabel="Anybody"
        value={filters.values.by}
        options={[
          { value: 'administrators', label: 'Super administrators' },
          { value: 'others', label: 'Own people' },
        ]}
        onChange={(by) => filters.change({ by })}
      />
    </SharedFilterBar>
  )
}

/** The same, and in which business. */
export function PlatformAuditFilterBar({
  filters,
}: {
  filters: Filters<z.output<typeof PlatformAuditSearch>>
}) {
  const kinds = useRead(platformAuditApi.listPlatformAuditActions).data?.Results
  return (
    <SharedFilterBar filters={filters} kinds={kinds}>
      <BusinessFilter
        value={filters.values.forBusiness}
        onChange={(forBusiness) => filters.change({ forBusiness })}
      />
    </SharedFilterBar>
  )
}

type Shared = z.output<z.ZodObject<typeof shared>>
type SharedProps<Values extends Shared> = {
  filters: Filters<Values>
  kinds: readonly { Action: string; Title: string }[] | undefined
  children: ReactNode
}

function SharedFilterBar<Values extends Shared>({ filters, kinds = [], children }: SharedProps<Values>) {
  const { values } = filters
  const change = (changed: Partial<Shared>) => filters.change(changed as Partial<Values>)
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
      {children}
      <SpanFields values={values} change={change} />
    </FilterBar>
  )
}
