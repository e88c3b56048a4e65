import type { AddressComponent, addressesApi } from '#contract/addresses.ts'
import type { Address } from '#contract/members.ts'
import { messages } from '#contract/messages.ts'
import type { Call } from '#platform/call.ts'
import { invalid } from '#platform/refusal.ts'

/** A geocoded address as the fields of a member; one that lacks a part is refused by naming it. */
export async function transformAddress({ body }: Call<typeof addressesApi.transformAddress>) {
  const parts = body.address_components
  const missing = required.filter(({ type }) => !find(parts, type)).map(({ words }) => words)
  if (missing.length > 0) throw invalid(messages.members.addressMissing(missing))
  return { ok: true, data: addressOf(parts), message: '' }
}

const required = [
  { type: 'country', words: 'country' },
  { type: 'postal_code', words: 'post code' },
  { type: 'administrative_area_level_1', words: 'state' },
  { type: 'locality', words: 'locality' },
  { type: 'route', words: 'route' },
] as const

/** The fields of a geocoded address, as far as it has them. */
export function addressOf(parts: readonly AddressComponent[]): Address {
  const long = (type: string) => find(parts, type)?.long_name ?? null
  const door = [long('subpremise'), long('street_number')].filter(Boolean).join('/')
  return {
    AddressLine1: [door, long('route')].filter(Boolean).join(' '),
    AddressLine2: null,
    Suburb: long('locality'),
    State: find(parts, 'administrative_area_level_1')?.short_name ?? null,
    PostCode: long('postal_code'),
    Country: long('country'),
  }
}

function find(parts: readonly AddressComponent[], type: string): AddressComponent | undefined {
  return parts.find((part) => part.types.includes(type) && part.long_name.trim() !== '')
}
