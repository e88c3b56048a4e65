/** The searches that are known to have many hits. */
export type CommonSearches = { has(key: string): boolean; add(key: string): void }

const keptMs = 10 * 60_000
const mostKept = 10_000

/** Remembers searches for a while, so that their hits needn't be counted again. Being wrong costs time only. */
export function createCommonSearches(): CommonSearches {
  const until = new Map<string, number>()
  return {
    has: (key) => (until.get(key) ?? 0) > Date.now(),
    add: (key) => {
      if (until.size >= mostKept) until.clear()
      until.set(key, Date.now() + keptMs)
    },
  }
}
