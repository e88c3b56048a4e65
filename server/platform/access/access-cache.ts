import { rightNowMs } from '#platform/clock'
import type { Database } from '#platform/database'
import { everyone, listenForAccessChanges } from './access-changes.ts'

/** A value, whom it is about (users and businesses, by id), and until when it may be believed. */
type Memory<Value> = { readonly value: Value; readonly about: readonly string[]; readonly until?: number }

/** What is remembered of one kind of thing. */
export type Remembered<Value> = {
  /** The value remembered under the key, or else the one that `load` reads. What `load` refuses isn't remembered. */
  get(key: string, load: () => Promise<Memory<Value>>): Promise<Value>
}

export type AccessCache = {
  /** A memory for one kind of thing, with keys of its own: they never meet those of another kind. */
  of<Value>(kind: string): Remembered<Value>
  /** Every key there is, by its kind. */
  keys(): { kind: string; key: string }[]
  close(): Promise<void>
}

const rememberedMs = 30_000
const mostRemembered = 50_000

/**
 * Remembers for a short while what every call asks for, and forgets it in every process the moment a change of it
 * is announced, so that a change holds from the next request on.
 */
export function createAccessCache(database: Database, databaseUrl: string): AccessCache {
  const kinds = new Map<string, Map<string, Memory<unknown> & { until: number }>>()
  let changeCount = 0
  const forget = (subject: string) => {
    changeCount++
    for (const memories of kinds.values())
      for (const [key, { about }] of memories)
        if (subject === everyone || about.includes(subject)) memories.delete(key)
  }
  database.changes.on('access', forget)
  // What other processes announce is heard by whoever listens here, after it has been forgotten.
  const changes = listenForAccessChanges(databaseUrl, (subject) => database.changes.emit('access', subject))

  const of = <Value>(kind: string): Remembered<Value> => {
    if (kinds.has(kind)) throw new Error(`there is a memory of ${kind} already`)
    const memories = new Map<string, Memory<Value> & { until: number }>()
    kinds.set(kind, memories)
    const read = async (key: string, load: () => Promise<Memory<Value>>) => {
      const changesBefore = changeCount
      const heardAll = changes.isListening()
      const memory = await load()
      // What changed while we read may be missing from what we read.
      if (heardAll && changes.isListening() && changeCount === changesBefore) {
        if (memories.size >= mostRemembered) memories.clear()
        const until = Math.min(rightNowMs() + rememberedMs, memory.until ?? Infinity)
        memories.set(key, { ...memory, until })
      }
      return memory.value
    }
    // Many who ask at once share one look, unless something has changed since that began, or may have unheard.
    const underWay = new Map<string, { readonly since: number; readonly value: Promise<Value> }>()
    return {
      get: async (key, load) => {
        const known = memories.get(key)
        if (known && known.until > rightNowMs()) return known.value
        const begun = underWay.get(key)
        if (begun?.since === changeCount && changes.isListening()) return begun.value
        const mine = { since: changeCount, value: read(key, load) }
        underWay.set(key, mine)
        try {
          return await mine.value
        } finally {
          if (underWay.get(key) === mine) underWay.delete(key)
        }
      },
    }
  }
  return {
    of,
    keys: () => [...kinds].flatMap(([kind, memories]) => [...memories.keys()].map((key) => ({ kind, key }))),
    close: () => changes.close(),
  }
}
