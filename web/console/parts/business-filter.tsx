import { useList } from '#console/queries.ts'
import { businessApi } from '#contract/business/business.ts'
import { SelectFilter } from '#ui/table/filter-bar.tsx'

type Props = { value: string | undefined; onChange: (businessId: string | undefined) => void }

/** Of which business, in a list of all of them. */
export function BusinessFilter({ value, onChange }: Props) {
  const { rows = [] } = useList(businessApi.listBusinesses, { query: { limit: 500 } })
  return (
    <SelectFilter
      label="Business"
      anyLabel="Any business"
      value={value}
      options={rows.map(({ BusinessId, DisplayName }) => ({ value: BusinessId, label: DisplayName }))}
      onChange={onChange}
    />
  )
}
