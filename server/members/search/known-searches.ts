/** What has been learnt of searches: a set that forgets. */
export type KnownSearches = { has(search: string): boolean; add(search: string): void }

const keptMs = 10 * 60_000
const mostKept = 10_000

/** Remembers for a while. Being wrong costs time only: whichever way a search goes, it finds the same. */
export function createKnownSearches(): KnownSearches {
  const until = new Map<string, number>()
  return {
    has: (search) => (until.get(search) ?? 0) > Date.now(),
    add: (search) => {
      if (until.size >= mostKept) until.clear()
      until.set(search, Date.now() + keptMs)
    },
  }
}
