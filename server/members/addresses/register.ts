import { readFileSync } from 'node:fs'
import { mostSuggestions } from './address-service.ts'
import { addressKey } from './typed-words.ts'

export type Locality = { readonly suburb: string; readonly state: string; readonly postcode: string }
type Entry = { readonly key: string; readonly locality: Locality }

/** All localities, by every way people begin to write them (in the order of these) and by their names. */
export type Register = {
  readonly entries: readonly Entry[]
  readonly named: ReadonlyMap<string, readonly Locality[]>
}

export const stateNames: Readonly<Record<string, string>> = {
  ACT: 'Australian Capital Territory',
  NSW: 'New South Wales',
  NT: 'Northern Territory',
  QLD: 'Queensland',
  SA: 'South Australia',
  TAS: 'Tasmania',
  VIC: 'Victoria',
  WA: 'Western Australia',
}

export function readRegister(): Register {
  const localities = readFileSync(new URL('localities.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Locality => {
      const [suburb = '', state = '', postcode = ''] = line.split('\t')
      return { suburb, state, postcode }
    })
  const entries = localities
    .flatMap((locality) => waysOf(locality).map((way) => ({ key: addressKey(way), locality })))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
  return { entries, named: Map.groupBy(localities, ({ suburb }) => addressKey(suburb)) }
}

function waysOf({ suburb, state, postcode }: Locality): string[] {
  const inState = [state, stateNames[state] ?? state].flatMap((name) => [
    `${suburb} ${name} ${postcode}`,
    `${suburb} ${postcode} ${name}`,
  ])
  return [...inState, `${postcode} ${suburb}`]
}
const mostWays = 5

/** The first localities of which a way to write them begins so. */
export function startingWith({ entries }: Register, start: string): Locality[] {
  const found = new Set<Locality>()
  const first = firstFrom(entries, start)
  for (const { key, locality } of entries.slice(first, first + mostWays * mostSuggestions)) {
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
