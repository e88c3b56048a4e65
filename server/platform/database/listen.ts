import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { hangUp } from './pool.ts'

export type Line = {
  /** False while the connection is lost and messages go unheard. */
  isListening(): boolean
  close(): Promise<void>
}

const beatMs = 15_000
const answerMs = 10_000

const newClient = (url: string) =>
  new pg.Client({
    connectionString: url,
    application_name: 'hub-listen',
    keepAlive: true,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  })

/**
 * Listens to channels of the database on a connection of its own, which is opened anew whenever it is lost. `onMissed` is
 * called then, and again once it listens: what was sent in between nobody has heard.
 */
export function listenForever(
  url: string,
  channels: readonly string[],
  onMessage: (channel: string, payload: string) => void,
  onMissed: () => void,
): Line {
  const closing = new AbortController()
  let isListening = false
  let current: pg.Client | undefined

  const listen = async () => {
    const client = newClient(url)
    current = client
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload = '' }) => onMessage(channel, payload))
    try {
      await client.connect()
      await client.query(channels.map((channel) => `listen ${channel}`).join('; '))
    } catch (error) {
      // It may be open, and only not have answered: nobody else would ever end it.
      hangUp(client)
      throw error
    }
    isListening = true
    onMissed()
    const beat = setInterval(() => {
      // A line that was cut without a word looks like a quiet one: only asking tells.
      client.query('select 1').catch(() => hangUp(client))
    }, beatMs)
    await ended.finally(() => clearInterval(beat))
  }
  const run = async () => {
    while (!closing.signal.aborted) {
      await listen().catch(() => undefined)
      isListening = false
      onMissed()
      await pause(250, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const running = run()

  return {
    isListening: () => isListening,
    close: async () => {
      closing.abort()
      if (current) hangUp(current)
      await running
    },
  }
}
