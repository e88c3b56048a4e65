import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { configurationApi, memberDataFields } from '#contract/configuration.ts'
import type { MemberDataField, Option } from '#contract/configuration.ts'
import { messages } from '#contract/messages.ts'
import { kindOf } from '#contract/member-filter.ts'
import type { FilterName, MemberFilter } from '#contract/member-filter.ts'
import type { ValueName } from '#contract/member-filter-words.ts'

/** The values to choose of one name; `chosen` ones that are no longer offered are among them, marked as such. */
export function useFilterValues(name: FilterName, chosen: readonly string[]) {
  const { BusinessId: businessId } = useBusiness()
  const kind = kindOf(name)
  const field = memberDataFields.find((each) => each === name)
  const months = useRead(
    configurationApi.listEnum,
    kind === 'month' ? { params: { businessId, name: 'CalendarMonths' } } : null,
  )
  const options = useRead(configurationApi.listMemberData, field ? { params: { businessId, field } } : null)
  if (kind === 'yes-no') return { values: yesNo, error: null, retry: () => undefined }
  const { data, error, retry } = kind === 'month' ? months : options
  return { values: data && withRetired(data.Results, chosen), error, retry }
}

const yesNo: Option[] = [
  { Key: 'true', Value: 'Yes' },
  { Key: 'false', Value: 'No' },
]

function withRetired(offered: Option[], chosen: readonly string[]): Option[] {
  const retired = chosen.filter((value) => !offered.some(({ Key }) => Key === value))
  return [
    ...offered,
    ...retired.map((value) => ({ Key: value, Value: `${value} ${messages.generic.deprecated}` })),
  ]
}

/** What the keys in a filter are called, as far as that is known yet. */
export function useValueNames(filter: MemberFilter): ValueName {
  const lists: Partial<Record<FilterName, Option[] | undefined>> = {
    Status: useOptionsOf('Status', filter),
    Gender: useOptionsOf('Gender', filter),
    MemberLevel: useOptionsOf('MemberLevel', filter),
    MembershipType: useOptionsOf('MembershipType', filter),
  }
  return (name, value) => lists[name]?.find(({ Key }) => Key === value)?.Value ?? value
}

function useOptionsOf(field: MemberDataField, filter: MemberFilter): Option[] | undefined {
  const { BusinessId: businessId } = useBusiness()
  const isUsed = filter.some(({ name }) => name === field)
  return useRead(configurationApi.listMemberData, isUsed ? { params: { businessId, field } } : null).data
    ?.Results
}
