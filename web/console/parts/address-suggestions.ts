import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useSearchRead } from '#console/queries.ts'
import { addressesApi } from '#contract/business/addresses.ts'
import { useDebounced } from '#ui/text/use-debounced.ts'

/** Australian addresses that begin as typed, and a word on how the search for them stands. */
export function useAddressSuggestions() {
  const { BusinessId: businessId } = useBusiness()
  const [q, setQ] = useState('')
  const search = useDebounced(setQ)
  const input = q === '' ? null : { params: { businessId }, query: { q } }
  const { data, error } = useSearchRead(addressesApi.suggestAddresses, input)
  const suggestions = q === '' ? [] : (data?.Results ?? [])
  return { suggestions, search, note: noteOn(q, suggestions.length, data !== undefined, error) }
}

function noteOn(q: string, found: number, isAnswered: boolean, error: { message: string } | null) {
  if (error) return `Addresses could not be searched. ${error.message}`
  if (q !== '' && isAnswered && found === 0) return 'No Australian address begins like that.'
  return 'Australian addresses.'
}
