import { useBusiness } from '#console/business.ts'
import { readQuery, useRead } from '#console/queries.ts'
import { listMemberData, optionLists, type OptionListName } from '#contract/members/list/member-data.ts'

/** What people call an option, offered or not; its key, as long as that isn't known. */
export type OptionName = (key: string) => string

/** The read behind the names of a list, for fetching them ahead. */
export function optionNamesQuery(businessId: string, list: OptionListName) {
  return readQuery(listMemberData, inputOf(businessId, list))
}

/** What a business calls the options of a list. */
export function useOptionName(list: OptionListName | null): OptionName {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(listMemberData, list && inputOf(businessId, list))
  return (key) => data?.Results.find(({ Key }) => Key === key)?.Value ?? key
}

/** The list that the values of a member's field are from; null for a field that people fill in as they like. */
export function listOf(field: string): OptionListName | null {
  return optionLists.find((list) => list === field) ?? null
}

function inputOf(businessId: string, field: OptionListName) {
  return { params: { businessId, field }, query: { includeRetired: 'true' as const } }
}
