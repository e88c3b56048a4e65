import { type Database, listenForever } from '#platform/database'

/** Short messages between the processes of one database: that something changed, not what. */
export type Notices = {
  /** Tells all processes, this one too; the same message again within a second is told once more at its end. */
  sendSoon(channel: Channel, subject: string): void
  /** Calls back for each message, with an empty subject when some may have been missed. */
  on(channel: Channel, listener: (subject: string) => void): void
  /** Waits for messages about one subject. */
  watch(channel: Channel, subject: string): Watch
  close(): Promise<void>
}

export type Watch = {
  /** Resolves at the next message from now on, after a time without one, or when all ends. */
  next(afterMs: number): Promise<void>
  isClosed(): boolean
  stop(): void
}

const channels = ['attendance_changed', 'bell_changed'] as const
export type Channel = (typeof channels)[number]

const pauseMs = 1_000

/** Opens the line. It is a connection of its own, which comes back by itself. */
export function createNotices(database: Database, databaseUrl: string): Notices {
  const listeners = new Map<Channel, Set<(subject: string) => void>>(
    channels.map((each) => [each, new Set()]),
  )
  const tell = (channel: string, subject: string) => {
    for (const listener of listeners.get(channel as Channel) ?? []) listener(subject)
  }
  const line = listenForever(databaseUrl, channels, tell, () => channels.forEach((each) => tell(each, '')))
  const sender = createSender(database)
  let isClosed = false

  return {
    sendSoon: sender.sendSoon,
    on: (channel, listener) => void listeners.get(channel)?.add(listener),
    watch(channel, subject) {
      const waiting = new Set<() => void>()
      const wake = () => waiting.forEach((each) => each())
      const listener = (about: string) => void ((about === '' || about === subject) && wake())
      listeners.get(channel)?.add(listener)
      return {
        next: (afterMs) => (isClosed ? Promise.resolve() : wakeable(waiting, afterMs)),
        isClosed: () => isClosed,
        stop() {
          listeners.get(channel)?.delete(listener)
          wake()
        },
      }
    },
    async close() {
      isClosed = true
      sender.close()
      for (const channel of channels) tell(channel, '')
      await line.close()
    },
  }
}

function wakeable(waiting: Set<() => void>, afterMs: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      waiting.delete(wake)
      resolve()
    }
    const timer = setTimeout(wake, afterMs)
    waiting.add(wake)
  })
}

/** Outside the transaction that it tells of: PostgreSQL lets only one of those that notify commit at a time. */
function createSender(database: Database) {
  const resting = new Map<string, { timer: NodeJS.Timeout; isAsked: boolean }>()

  function sendSoon(channel: Channel, subject: string): void {
    const key = `${channel} ${subject}`
    const rest = resting.get(key)
    if (rest) {
      rest.isAsked = true
      return
    }
    const timer = setTimeout(() => {
      const { isAsked } = resting.get(key) ?? { isAsked: false }
      resting.delete(key)
      if (isAsked) sendSoon(channel, subject)
    }, pauseMs)
    timer.unref()
    resting.set(key, { timer, isAsked: false })
    // Should it be lost, the next one tells the same.
    database.pool.query('select pg_notify($1, $2)', [channel, subject]).catch(() => undefined)
  }
  return { sendSoon, close: () => resting.forEach(({ timer }) => clearTimeout(timer)) }
}
