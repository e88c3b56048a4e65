import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { configurationApi, memberDataFields, type Option } from '#contract/business/configuration.ts'
import { messages } from '#contract/messages.ts'
import { kindOf, type FilterName, type MemberFilter } from '#contract/members/member-filter.ts'
import { memberStandings } from '#contract/members/standing.ts'
import { daysInWords, type ValueName } from '#contract/members/member-filter-words.ts'
import type { OptionListName } from '#contract/business/option-lists.ts'
import { listOf, useOptionName, type OptionName } from '#parts/option-names.ts'

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
  const nameOf = useOptionName(listOf(name))
  if (kind === 'yes-no') return { values: yesNo, error: null, retry: () => undefined }
  if (kind === 'standing') return { values: ownStandings, error: null, retry: () => undefined }
  if (kind === 'days') return { values: spans(name, chosen), error: null, retry: () => undefined }
  const { data, error, retry } = kind === 'month' ? months : options
  return { values: data && withRetired(data.Results, chosen, nameOf), error, retry }
}

const yesNo: Option[] = [
  { Key: 'true', Value: 'Yes' },
  { Key: 'false', Value: 'No' },
]

const ownStandings: Option[] = memberStandings.map((standing) => ({ Key: standing, Value: standing }))

/** The usual spans of days, and those that somebody has written. */
function spans(name: FilterName, chosen: readonly string[]): Option[] {
  const all = [...new Set(['1', '7', '14', '30', ...chosen])].toSorted(
    (one, other) => Number(one) - Number(other),
  )
  return all.map((days) => ({ Key: days, Value: daysInWords(name, days) }))
}

function withRetired(offered: Option[], chosen: readonly string[], nameOf: OptionName): Option[] {
  const retired = chosen.filter((value) => !offered.some(({ Key }) => Key === value))
  return [
    ...offered,
    ...retired.map((value) => ({ Key: value, Value: `${nameOf(value)} ${messages.generic.deprecated}` })),
  ]
}

/** What the keys in a filter are called, as far as that is known yet. */
export function useValueNames(filter: MemberFilter): ValueName {
  const names: Partial<Record<FilterName, OptionName>> = {
    Status: useNamesIn(filter, 'Status'),
    Gender: useNamesIn(filter, 'Gender'),
    MemberLevel: useNamesIn(filter, 'MemberLevel'),
    MembershipType: useNamesIn(filter, 'MembershipType'),
  }
  return (name, value) => names[name]?.(value) ?? value
}

function useNamesIn(filter: MemberFilter, list: OptionListName & FilterName): OptionName {
  return useOptionName(filter.some(({ name }) => name === list) ? list : null)
}
