import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useSearchRead } from '#console/queries.ts'
import { addressesApi } from '#contract/business/addresses.ts'
import { streetsUnchecked } from '#contract/words/addresses.ts'
import { useDebounced } from '#ui/text/use-debounced.ts'

/** Australian addresses that begin as typed, and a word on how the search for them stands. */
export function useAddressSuggestions() {
  const { BusinessId: businessId } = useBusiness()
  const [q, setQ] = useState('')
  const search = useDebounced(setQ)
  // Before anything is typed, too: the answer says how addresses are checked.
  const { data, error } = useSearchRead(addressesApi.suggestAddresses, {
    params: { businessId },
    query: { q },
  })
  const suggestions = q === '' ? [] : (data?.Results ?? [])
  if (error) return { suggestions, search, note: `Addresses could not be searched. ${error.message}` }
  const isNoneFound = q !== '' && data?.Results.length === 0
  return { suggestions, search, note: noteOn(isNoneFound, data?.AreStreetsChecked ?? true) }
}

function noteOn(isNoneFound: boolean, areStreetsChecked: boolean): string {
  if (areStreetsChecked)
    return isNoneFound ? 'No Australian address begins like that.' : 'Australian addresses.'
  return `${isNoneFound ? 'No Australian suburb stands at its end.' : 'Australian addresses.'} ${streetsUnchecked}`
}
