import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { listenForever } from '#platform/database'

// So long who works on the queue isn't told of more jobs once they were told: in a rush each job would have all of them look.
const restMs = 100

const inserted = 'jobs:insert'

type Callback = (error: Error | undefined, client: unknown, release: () => void) => void

/**
 * Hears of new jobs for all groups of a process. Each would listen on a connection of its own; here one is enough. News
 * that is lost is no harm: everybody looks every two seconds.
 */
export function hearOfJobs(ownerUrl: string) {
  const listeners = new Set<EventEmitter>()
  const tell = (channel: string, payload: string) => {
    for (const each of listeners) each.emit('notification', { channel, payload })
  }
  let waiting = 0
  let resting: NodeJS.Timeout | undefined
  const tellOfJobs = () => {
    const count = waiting
    waiting = 0
    resting = count > 0 ? setTimeout(tellOfJobs, restMs).unref() : undefined
    if (count > 0) tell(inserted, JSON.stringify({ count }))
  }
  const line = listenForever(
    ownerUrl,
    [`"${inserted}"`, '"worker:migrate"'],
    (channel, payload) => {
      if (channel !== inserted) return tell(channel, payload)
      waiting += countIn(payload)
      if (!resting) tellOfJobs()
    },
    () => undefined,
  )
  return {
    /** The pool for one group: as the one given, but for whoever asks it for a connection to listen on. */
    on: (pool: pg.Pool): pg.Pool => {
      const connect = (callback?: Callback) => {
        if (!callback) return pool.connect()
        const listener = Object.assign(new EventEmitter(), { query: async () => ({ rows: [] }) })
        listeners.add(listener)
        return queueMicrotask(() => callback(undefined, listener, () => void listeners.delete(listener)))
      }
      return new Proxy(pool, {
        get: (_, key) => {
          if (key === 'connect') return connect
          const value: unknown = Reflect.get(pool, key)
          return typeof value === 'function' ? (value.bind(pool) as unknown) : value
        },
      })
    },
    close: () => {
      clearTimeout(resting)
      return line.close()
    },
  }
}

/** How many jobs the queue says there are more; it leaves out what it doesn't know. */
function countIn(payload: string): number {
  const { count } = payload ? (JSON.parse(payload) as { count?: number }) : {}
  return count ?? 1
}
