import { everyone, listenForAccessChanges } from './access-changes.ts'
import type { Database } from './database.ts'

/** A value, whom it is about (users and businesses, by id), and until when it may be believed. */
type Memory<Value> = { readonly value: Value; readonly about: readonly string[]; readonly until?: number }

export type Recall = {
  /** The value remembered under the key, or else the one that `load` reads. */
  get<Value>(key: string, load: () => Promise<Memory<Value>>): Promise<Value>
  close(): Promise<void>
}

const rememberedMs = 30_000
const mostRemembered = 50_000

/**
 * Remembers for a short while what every call asks for, and forgets it in every process the moment a change of it
 * is announced, so that a change holds from the next request on.
 */
export function createRecall(database: Database, databaseUrl: string): Recall {
  const memories = new Map<string, Memory<unknown> & { until: number }>()
  let changeCount = 0
  const forget = (subject: string) => {
    changeCount++
    if (subject === everyone) return memories.clear()
    for (const [key, { about }] of memories) if (about.includes(subject)) memories.delete(key)
  }
  database.changes.on('access', forget)
  // What other processes announce is heard by whoever listens here, after it has been forgotten.
  const changes = listenForAccessChanges(databaseUrl, (subject) => database.changes.emit('access', subject))

  const get = async <Value>(key: string, load: () => Promise<Memory<Value>>): Promise<Value> => {
    const known = memories.get(key)
    if (known && known.until > Date.now()) return known.value as Value
    const changesBefore = changeCount
    const memory = await load()
    // What changed while we read may be missing from what we read.
    if (changes.isListening() && changeCount === changesBefore) {
      if (memories.size >= mostRemembered) memories.clear()
      memories.set(key, { ...memory, until: Math.min(Date.now() + rememberedMs, memory.until ?? Infinity) })
    }
    return memory.value
  }
  return { get, close: () => changes.close() }
}
