import { readFileSync } from 'node:fs'
import type { AddressComponent, AddressSuggestion } from '#contract/business/addresses.ts'
import { type AddressService, mostSuggestions } from './address-service.ts'

type Locality = { readonly suburb: string; readonly state: string; readonly postcode: string }
type Entry = { readonly key: string; readonly locality: Locality }

/** All Australian suburbs, postcodes and states: number and street are as typed, the locality is completed. */
export function localAddresses(): AddressService {
  let entries: Entry[] | undefined
  return {
    areStreetsChecked: false,
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

type Word = { readonly text: string; readonly start: number }

function suggestFrom(entries: readonly Entry[], typed: string): AddressSuggestion[] {
  const words = Array.from(typed.matchAll(/[^\s,]+/g), ({ 0: text, index: start }): Word => ({ text, start }))
  const { before, localities } = withoutCountry(entries, words) ?? completed(entries, words)
  const street = streetOf(typed.slice(0, words[before]?.start))
  return localities.map((locality) => suggestion(street, locality))
}

/** What stands before the locality, as it was typed: 'Level 3, 5 Martin Place'. */
function streetOf(typed: string): string {
  return typed
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?,[ ,]*/g, ', ')
    .replaceAll(/^[ ,]+|[ ,]+$/g, '')
}

/** A place that what was typed may mean, and how many words stand before it. */
type Completed = { readonly before: number; readonly place: string; readonly localities: Locality[] }

/** The street is what stands before the longest end that begins a locality. */
function completed(entries: readonly Entry[], words: readonly Word[]): Completed {
  const texts = words.map(({ text }) => text)
  for (let before = Math.max(0, texts.length - mostWords); before < texts.length; before++) {
    const place = keyOf(texts.slice(before).join(' '))
    const localities = canBegin(place, before) ? startingWith(entries, place) : []
    if (localities.length > 0) return { before, place, localities }
  }
  return { before: 0, place: '', localities: [] }
}

// The '5' of 'Level 3, 5' is no postcode yet, and the 'St' of '12 George St' not yet that of St Albans.
const unlikelyPlace =
  /^(\d{1,3}|ave?|avenue|cl|close|cres|crescent|ct|court|dr|drive|hwy|highway|la|lane|pde|parade|pl|place|rd|road|sq|square|st|street|tce|terrace|way)$/

function canBegin(place: string, before: number): boolean {
  return before === 0 || !unlikelyPlace.test(place)
}

/** What is typed up to the country, if that stands behind a whole locality: one begins with 'Australia', too. */
function withoutCountry(entries: readonly Entry[], words: readonly Word[]): Completed | null {
  const last = words.at(-1)?.text.toLowerCase() ?? ''
  if (last.length < 2 || !'australia'.startsWith(last)) return null
  const found = completed(entries, words.slice(0, -1))
  const localities = found.localities.filter(
    ({ suburb, postcode }) =>
      `${found.place} `.startsWith(`${keyOf(suburb)} `) || found.place.startsWith(postcode),
  )
  return localities.length > 0 ? { ...found, localities } : null
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

// '5/12A George St' and 'Unit 5, 12A George St' are both unit 5 of number 12A.
const streetShape =
  /^(?:(?:unit )?(?<before>\w+) ?\/ ?|(?:unit|apartment|apt|flat|suite|shop) (?<named>\w+),? )?(?<number>\d+\w?(?:-\d+\w?)?)(?:,? (?<route>.+))?$/i

/** What has another shape is the route, whole and as it was typed. */
function streetParts(street: string): AddressComponent[] {
  const { before, named, number, route } = streetShape.exec(street)?.groups ?? { route: street }
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
