import { mostGuestsCounted, mostGuestsFound } from '#contract/events/doors/door-search.ts'
import { hasDetails, readDetails, type GuestDetails } from '#contract/events/doors/door-list.ts'

/** A member who may come. */
export type Guest = {
  readonly name: string
  readonly level: string | null
  readonly id: string
  /** What tells them from others of the name; nothing in a list that a former server made. */
  readonly details: GuestDetails
}

/** Those who may come, to be found by the hash of a code, by their id or by name. */
export type GuestList = {
  readonly size: number
  find(idOrHash: string): Guest | null
  /** The first of a name, and how many have it as far as that was counted. */
  byName(words: string): { readonly guests: readonly Guest[]; readonly found: number }
}

/** A part of the list: lines with the name, the level or nothing, the id, the hashes of the codes, and details, with tabs between. */
export type GuestPart = { readonly lines: readonly string[]; readonly places: ReadonlyMap<string, number> }

/** Reads a part; a thousand lines take a moment, finding one of them none. */
export function readGuests(text: string): GuestPart {
  const lines = text === '' ? [] : text.split('\n')
  const places = new Map<string, number>()
  for (const [place, line] of lines.entries()) {
    const [, , ...idAndHashes] = line.split('\t')
    for (const each of idAndHashes) if (!hasDetails(each)) places.set(each, place)
  }
  return { lines, places }
}

/** The parts as one list, of which nothing has to be read again when one of them is another. */
export function guestListOf(parts: readonly GuestPart[]): GuestList {
  return {
    size: parts.reduce((sum, { lines }) => sum + lines.length, 0),
    // An id is longer than a hash: they don't meet.
    find(idOrHash) {
      for (const { lines, places } of parts) {
        const place = places.get(idOrHash)
        if (place !== undefined) return guestOn(lines[place])
      }
      return null
    },
    byName(words) {
      const wanted = plain(words).split(/\s+/).filter(Boolean)
      if (wanted.length === 0) return { guests: [], found: 0 }
      const found: string[] = []
      for (const { lines } of parts)
        for (const line of lines) {
          if (found.length === mostGuestsCounted) break
          const name = plain(line.slice(0, line.indexOf('\t')))
          if (wanted.every((word) => name.includes(word))) found.push(line)
        }
      const guests = found
        .toSorted((one, other) => one.localeCompare(other))
        .slice(0, mostGuestsFound)
        .map((line) => guestOn(line))
      return { guests, found: found.length }
    },
  }
}

function guestOn(line = ''): Guest {
  const [name = '', level = '', id = '', ...others] = line.split('\t')
  const details = readDetails(others.find(hasDetails) ?? '')
  return { name, level: level === '' ? null : level, id, details }
}

/** Small letters without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
