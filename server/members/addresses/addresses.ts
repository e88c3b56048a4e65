import {
  type AddressComponent,
  type addressesApi,
  addressPart,
  addressProblem,
} from '#contract/business/addresses.ts'
import type { Address } from '#contract/members/members.ts'
import type { Call } from '#platform/call'
import { invalid } from '#platform/refusals'

/** A geocoded address as the fields of a member; one that lacks a part, or isn't in Australia, is refused. */
export async function transformAddress({ body }: Call<typeof addressesApi.transformAddress>) {
  const parts = body.address_components
  const problem = addressProblem(parts)
  if (problem) throw invalid(problem)
  return { ok: true, data: addressOf(parts), message: '' }
}

/** The fields of a geocoded address, as far as it has them. */
export function addressOf(parts: readonly AddressComponent[]): Address {
  const long = (type: string) => addressPart(parts, type)?.long_name ?? null
  const door = [long('subpremise'), long('street_number')].filter(Boolean).join('/')
  return {
    AddressLine1: [door, long('route')].filter(Boolean).join(' '),
    AddressLine2: null,
    Suburb: long('locality'),
    State: addressPart(parts, 'administrative_area_level_1')?.short_name ?? null,
    PostCode: long('postal_code'),
    Country: long('country'),
  }
}
