import type { DoorSnapshot } from '#contract/events/event-scans.ts'

/** A member who may come. */
export type Guest = { readonly name: string; readonly level: string | null; readonly id: string }

/** Those who may come, to be found by the hash of a code, by their id or by name. */
export type GuestList = {
  readonly size: number
  find(idOrHash: string): Guest | null
  byName(words: string): Guest[]
}

const mostFound = 8

/** Reads a snapshot; a hundred thousand lines take a moment, finding one of them none. */
export function readGuestList({ Levels, Guests }: Pick<DoorSnapshot, 'Levels' | 'Guests'>): GuestList {
  const lines = Guests ?? []
  const places = new Map<string, number>()
  for (const [place, line] of lines.entries()) {
    const [, , ...idAndHashes] = line.split('\t')
    for (const each of idAndHashes) places.set(each, place)
  }
  const guestAt = (place: number): Guest => {
    const [name = '', level = '', id = ''] = (lines[place] ?? '').split('\t')
    return { name, level: level === '' ? null : (Levels[Number(level)] ?? null), id }
  }
  return {
    size: lines.length,
    // An id is longer than a hash: they don't meet.
    find(idOrHash) {
      const place = places.get(idOrHash)
      return place === undefined ? null : guestAt(place)
    },
    byName(words) {
      const wanted = plain(words).split(/\s+/).filter(Boolean)
      const found: Guest[] = []
      if (wanted.length === 0) return found
      for (let place = 0; place < lines.length && found.length < mostFound; place++) {
        const line = lines[place] ?? ''
        const name = plain(line.slice(0, line.indexOf('\t')))
        if (wanted.every((word) => name.includes(word))) found.push(guestAt(place))
      }
      return found
    },
  }
}

/** Small letters without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
