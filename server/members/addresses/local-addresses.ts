import { readFileSync } from 'node:fs'
import type { AddressComponent, AddressSuggestion } from '#contract/business/addresses.ts'
import { type AddressService, mostSuggestions } from './address-service.ts'

type Locality = { readonly suburb: string; readonly state: string; readonly postcode: string }
type Entry = { readonly key: string; readonly locality: Locality }

/** All Australian suburbs, postcodes and states: number and street are as typed, the locality is completed. */
export function localAddresses(): AddressService {
  let entries: Entry[] | undefined
  return {
    suggest: async (typed) => {
      entries ??= readEntries()
      return suggestFrom(entries, typed)
    },
  }
}

/** Each locality under every way people begin to write it, in the order of these. */
function readEntries(): Entry[] {
  const lines = readFileSync(new URL('localities.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines
    .flatMap((line) => {
      const [suburb = '', state = '', postcode = ''] = line.split('\t')
      const locality = { suburb, state, postcode }
      const ways = [`${suburb} ${state} ${postcode}`, `${suburb} ${postcode}`, `${postcode} ${suburb}`]
      return ways.map((way) => ({ key: keyOf(way), locality }))
    })
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
}

function keyOf(text: string): string {
  return text.toLowerCase().replaceAll(/[’']/g, '')
}

// 'Kingston on Murray SA 5331': the longest end of what was typed that can be a locality.
const mostWords = 7

function suggestFrom(entries: readonly Entry[], typed: string): AddressSuggestion[] {
  const words = typed.split(/[\s,]+/).filter((word) => word !== '')
  const { street, localities } = withoutCountry(entries, words) ?? completed(entries, words)
  return localities.map((locality) => suggestion(street, locality))
}

type Completed = { readonly street: string; readonly place: string; readonly localities: Locality[] }

/** The street is what stands before the longest end that begins a locality. */
function completed(entries: readonly Entry[], words: readonly string[]): Completed {
  for (let from = Math.max(0, words.length - mostWords); from < words.length; from++) {
    const place = keyOf(words.slice(from).join(' '))
    const localities = startingWith(entries, place)
    if (localities.length > 0) return { street: words.slice(0, from).join(' '), place, localities }
  }
  return { street: '', place: '', localities: [] }
}

/** What is typed up to the country, if that stands behind a whole locality: one begins with 'Australia', too. */
function withoutCountry(entries: readonly Entry[], words: readonly string[]): Completed | null {
  const last = words.at(-1)?.toLowerCase() ?? ''
  if (last.length < 2 || !'australia'.startsWith(last)) return null
  const before = completed(entries, words.slice(0, -1))
  const localities = before.localities.filter(
    ({ suburb, postcode }) =>
      `${before.place} `.startsWith(`${keyOf(suburb)} `) || before.place.startsWith(postcode),
  )
  return localities.length > 0 ? { ...before, localities } : null
}

function startingWith(entries: readonly Entry[], start: string): Locality[] {
  const found = new Set<Locality>()
  const first = firstFrom(entries, start)
  // A locality has three entries.
  for (const { key, locality } of entries.slice(first, first + 3 * mostSuggestions)) {
    if (!key.startsWith(start) || found.size === mostSuggestions) break
    found.add(locality)
  }
  return [...found]
}

/** Where in the order the first key stands that isn't before this one. */
function firstFrom(entries: readonly Entry[], key: string): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (entries[middle]!.key < key) low = middle + 1
    else high = middle
  }
  return low
}

function suggestion(street: string, { suburb, state, postcode }: Locality): AddressSuggestion {
  const place = `${suburb} ${state} ${postcode}, Australia`
  return {
    Description: street ? `${street}, ${place}` : place,
    address_components: [
      ...streetParts(street),
      part('locality', suburb),
      part('administrative_area_level_1', stateNames[state] ?? state, state),
      part('country', 'Australia', 'AU'),
      part('postal_code', postcode),
    ],
  }
}

// '5/12A George St' and 'Unit 5 12A George St' are both unit 5 of number 12A.
const streetShape =
  /^(?:(?:unit )?(?<before>\w+) ?\/ ?|(?:unit|apartment|apt|flat|suite|shop) (?<named>\w+) )?(?<number>\d+\w?(?:-\d+\w?)?) (?<route>.+)$/i

function streetParts(street: string): AddressComponent[] {
  const { before, named, number, route = street } = streetShape.exec(street)?.groups ?? {}
  const unit = before ?? named
  return [
    ...(unit ? [part('subpremise', unit)] : []),
    ...(number ? [part('street_number', number)] : []),
    ...(route ? [part('route', route)] : []),
  ]
}

function part(type: string, long: string, short = long): AddressComponent {
  return { long_name: long, short_name: short, types: [type] }
}

const stateNames: Readonly<Record<string, string>> = {
  ACT: 'Australian Capital Territory',
  NSW: 'New South Wales',
  NT: 'Northern Territory',
  QLD: 'Queensland',
  SA: 'South Australia',
  TAS: 'Tasmania',
  VIC: 'Victoria',
  WA: 'Western Australia',
}
