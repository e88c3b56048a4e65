import { type Locality, type Register, startingWith, stateNames } from './register.ts'
import { joined, addressKey, type Word } from './typed-words.ts'

/** A place that what was typed may mean, and how many words stand before it. */
type Place = { readonly before: number; readonly place: string; readonly localities: readonly Locality[] }

const nowhere: Place = { before: 0, place: '', localities: [] }

/** The place at the end of what was typed. */
export function findPlace(register: Register, words: readonly Word[]): Place {
  return withoutCountry(register, words) ?? placeAtEnd(register, words)
}

/** What is typed up to the country, if that stands behind a whole locality: one begins with 'Australia', too. */
function withoutCountry(register: Register, words: readonly Word[]): Place | null {
  const last = words.at(-1)?.key ?? ''
  // South Australia and Western Australia are states.
  if (last.length < 2 || !'australia'.startsWith(last) || tailOf(words).state) return null
  const found = placeAtEnd(register, words.slice(0, -1))
  const localities = found.localities.filter(
    ({ suburb, postcode }) =>
      `${found.place} `.startsWith(`${addressKey(suburb)} `) || found.place.startsWith(postcode),
  )
  return localities.length > 0 ? { ...found, localities } : null
}

/** Where a state or a postcode was typed, a suburb stands before it, or none is meant that anybody could name. */
function placeAtEnd(register: Register, words: readonly Word[]): Place {
  const tail = tailOf(words)
  const suburbEnd = tail.start === 0 ? words.length : tail.start
  const found = completed(register, words, suburbEnd)
  if (found.localities.length > 0 || !tail.postcode) return found
  return byPostcode(register, words, { ...tail, postcode: tail.postcode })
}

/** The state and the postcode at the end, in either order, and where they begin. */
type Tail = { readonly start: number; readonly state?: string; readonly postcode?: string }

function tailOf(words: readonly Word[]): Tail {
  let tail: Tail = { start: words.length }
  for (;;) {
    const rest = words.slice(0, tail.start)
    const last = rest.at(-1)?.key ?? ''
    const state = tail.state ? undefined : stateAtEnd(rest)
    if (state) tail = { ...tail, state: state.code, start: tail.start - state.words }
    else if (!tail.postcode && /^\d{4}$/.test(last)) tail = { ...tail, postcode: last, start: tail.start - 1 }
    else return tail
  }
}

const states = Object.entries(stateNames).flatMap(([code, name]) =>
  [code, name].map((way) => ({ code, key: addressKey(way), words: way.split(' ').length })),
)

function stateAtEnd(words: readonly Word[]) {
  return states.find((state) => joined(words.slice(-state.words)) === state.key)
}

// 'Avon Valley National Park Western Australia 6084': the longest end of what was typed that can be a locality.
const mostWords = 9

/** The street is what stands before the longest end that begins a locality, itself beginning before `latest`. */
function completed(register: Register, words: readonly Word[], latest: number): Place {
  for (let before = Math.max(0, words.length - mostWords); before < latest; before++) {
    const place = joined(words.slice(before))
    const localities = before === 0 || !unlikelyPlace.test(place) ? startingWith(register, place) : []
    if (localities.length > 0) return { before, place, localities }
  }
  return nowhere
}

// The '5' of 'Level 3, 5' is no postcode yet, and the 'St' of '12 George St' not yet that of St Albans.
const unlikelyPlace =
  /^(\d{1,3}|ave?|avenue|cl|close|cres|crescent|ct|court|dr|drive|hwy|highway|la|lane|pde|parade|pl|place|rd|road|sq|square|st|street|tce|terrace|way)$/

/** A postcode that no suburb before it fits: of a street alone, of boxes, or a wrong one, for which there is nothing. */
function byPostcode(register: Register, words: readonly Word[], tail: Tail & { postcode: string }): Place {
  const rest = words.slice(0, tail.start)
  const inState = ({ state }: Locality) => !tail.state || state === tail.state
  const ofPostcode = startingWith(register, tail.postcode)
  const suburb = suburbAtEnd(register, rest)
  if (suburb) {
    // The register has no postcodes of boxes alone: theirs is kept, like their street.
    const postcode = isBox.test(joined(rest)) ? { postcode: tail.postcode } : {}
    const localities = ofPostcode.length > 0 ? [] : suburb.localities.filter(inState)
    return { ...suburb, localities: localities.map((locality) => ({ ...locality, ...postcode })) }
  }
  const isStreet = rest.length === 0 || unlikelyPlace.test(rest.at(-1)?.key ?? '')
  return isStreet
    ? { before: tail.start, place: tail.postcode, localities: ofPostcode.filter(inState) }
    : nowhere
}

const isBox = /^(g ?p ?o|p ?o|locked|private) (box|bag)/

function suburbAtEnd({ named }: Register, words: readonly Word[]): Place | null {
  for (let before = Math.max(0, words.length - mostWords); before < words.length; before++) {
    const place = joined(words.slice(before))
    const localities = named.get(place)
    if (localities) return { before, place, localities }
  }
  return null
}
