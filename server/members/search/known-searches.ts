import { createHash } from 'node:crypto'

/** What has been learnt of searches: a set that forgets. */
export type KnownSearches = { has(search: string): boolean; add(search: string): void }

const keptMs = 10 * 60_000
const mostKept = 10_000

/** Remembers for a while. Being wrong costs time only: whichever way a search goes, it finds the same. */
export function createKnownSearches(): KnownSearches {
  // In the order in which they end.
  const until = new Map<string, number>()
  const dropEnded = () => {
    for (const [key, end] of until) {
      if (end > Date.now()) return
      until.delete(key)
    }
  }
  return {
    has: (search) => (until.get(keyOf(search)) ?? 0) > Date.now(),
    add: (search) => {
      dropEnded()
      if (until.size >= mostKept) until.clear()
      const key = keyOf(search)
      until.delete(key)
      until.set(key, Date.now() + keptMs)
    },
  }
}

// Whoever asks says how long a search is: what is kept of each is short.
function keyOf(search: string): string {
  return createHash('sha256').update(search).digest('base64')
}
