import { Button } from '@mantine/core'
import { z } from 'zod'
import { useBusiness } from '#console/business.ts'
import { endOfDay, startOfDay } from '#contract/values/start-of-day.ts'
import { useRead } from '#console/queries.ts'
import { configurationApi } from '#contract/business/configuration.ts'
import { messages } from '#contract/messages.ts'
import { patientDays } from '#contract/today/today.ts'
import { SpanFields } from '#parts/span/span-fields.tsx'
import { FilterBar, RowsSelect, SelectFilter, type Filters } from '#ui/table/filter-bar.tsx'
import { SearchBox } from '#ui/table/search-box.tsx'

const date = z.iso.date().optional().catch(undefined)

/** What the address can narrow the orders down by. */
export const OrdersSearch = z.object({
  q: z.string().catch(''),
  externalAccountId: z.string().catch(''),
  from: date,
  to: date,
  placedDays: z
    .string()
    .regex(/^\d{1,3}$/)
    .optional()
    .catch(undefined),
  status: z.string().optional().catch(undefined),
  rows: z.coerce.number().int().min(1).max(500).catch(10),
})
export type OrdersFilters = z.output<typeof OrdersSearch>

/** The filters as the list takes them, with days of this zone. */
export function ordersQueryOf(
  { q, externalAccountId, from, to, placedDays, status, rows }: OrdersFilters,
  zone: string,
) {
  return {
    q,
    externalAccountId,
    createdFromDate: from && startOfDay(from, zone),
    createdToDate: to && endOfDay(to, zone),
    placedDays: placedDays === undefined ? undefined : Number(placedDays),
    status,
    limit: rows,
  }
}

/** The statuses by which orders can be narrowed down. */
export const statusesInput = (businessId: string) => ({
  params: { businessId, name: 'CherryPayCardOrderStatus' as const },
})

type Props = {
  filters: Filters<OrdersFilters>
  /** Asks the server anew. */
  onSearch: () => void
}

/** Which orders: of some days, in a state, with some words. The table follows each change. */
export function OrdersFilterBar({ filters, onSearch }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const statuses = useRead(configurationApi.listEnum, statusesInput(businessId))
  const { values, change } = filters
  return (
    <FilterBar filters={filters}>
      <SearchBox
        label={messages.cardOrders.searchPlaceholder}
        value={values.q}
        onSearch={(q) => change({ q })}
        isMain
      />
      <SearchBox
        label="External Account Id"
        value={values.externalAccountId}
        onSearch={(externalAccountId) => change({ externalAccountId })}
      />
      <SelectFilter
        label="Order status"
        anyLabel="All"
        value={values.status}
        options={(statuses.data?.Results ?? []).map(({ Key, Value }) => ({ value: Key, label: Value }))}
        onChange={(status) => change({ status })}
      />
      <SelectFilter
        label="Placed"
        anyLabel="At any time"
        value={values.placedDays}
        options={[{ value: String(patientDays), label: `More than ${patientDays} days ago` }]}
        onChange={(placedDays) => change({ placedDays })}
      />
      <SpanFields label="Orders" values={values} change={change}>
        <RowsSelect value={values.rows} onChange={(rows) => change({ rows })} />
        <Button variant="default" onClick={onSearch}>
          Search
        </Button>
      </SpanFields>
    </FilterBar>
  )
}
