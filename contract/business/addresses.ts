import { z } from 'zod'
import { endpoint, mayAny, signedIn } from '#contract/endpoint.ts'
import { Address, done } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { addressAbroad } from '#contract/words/addresses.ts'

const path = '/api/cherrypay/v1/{businessId}'

/** An address in the parts that Google's services give: each says by its types what it is. */
export const AddressComponent = z.object({
  long_name: z.string().max(200),
  short_name: z.string().max(200),
  types: z.array(z.string().max(60)).max(20),
})
export type AddressComponent = z.infer<typeof AddressComponent>

/** The part of an address that is of this type; one that is empty is none. */
export function addressPart(parts: readonly AddressComponent[], type: string): AddressComponent | undefined {
  return parts.find((part) => part.types.includes(type) && part.long_name.trim() !== '')
}

const requiredParts = [
  { type: 'country', words: 'country' },
  { type: 'postal_code', words: 'post code' },
  { type: 'administrative_area_level_1', words: 'state' },
  { type: 'locality', words: 'locality' },
  { type: 'route', words: 'route' },
] as const

/** What an address lacks that a letter needs, in words. */
function missingParts(parts: readonly AddressComponent[]): string[] {
  return requiredParts.filter(({ type }) => !addressPart(parts, type)).map(({ words }) => words)
}

// As maps call it, and as people write it.
const australia = ['au', 'aus', 'aust', 'australia', 'commonwealth of australia']

/** True for an address in Australia, to which the specification restricts those that are searched and posted to. */
export function isAustralian(parts: readonly AddressComponent[]): boolean {
  const country = addressPart(parts, 'country')
  // The short name is the code by which countries are told apart.
  const name = country?.short_name.trim() || country?.long_name.trim()
  return name !== undefined && australia.includes(name.toLowerCase().replaceAll('.', ''))
}

/** What is wrong with an address that was searched for; null if nothing is. */
export function addressProblem(parts: readonly AddressComponent[]): string | null {
  const missing = missingParts(parts)
  if (missing.length > 0) return messages.members.addressMissing(missing)
  return isAustralian(parts) ? null : addressAbroad
}

export const GeocodedAddress = z.object({ address_components: z.array(AddressComponent).max(50) })
export type GeocodedAddress = z.infer<typeof GeocodedAddress>

/** An address to choose, in one line and in its parts. */
export const AddressSuggestion = GeocodedAddress.extend({ Description: z.string() })
export type AddressSuggestion = z.infer<typeof AddressSuggestion>

export const addressesApi = {
  /** Australian addresses that what was typed may mean: at most ten. Without any of it, how they are checked. */
  suggestAddresses: endpoint({
    method: 'GET',
    path: `${path}/address-suggestions`,
    title: 'Addresses that begin as typed',
    access: signedIn,
    // No write here changes the register.
    shows: [],
    query: z.object({ q: z.string().trim().max(200).default('') }),
    output: z.object({ Results: z.array(AddressSuggestion), AreStreetsChecked: z.boolean() }),
  }),
  transformAddress: endpoint({
    method: 'POST',
    path: `${path}/hub-membership/members/geocoded-addresses/transform`,
    title: 'Turn a geocoded address into fields',
    access: mayAny(['Member.Edit', 'Member.Create'], 'HubMembership'),
    changes: [],
    changesNothing: true,
    body: GeocodedAddress,
    output: done(Address),
  }),
}
