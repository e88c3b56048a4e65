import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export type Line = {
  /** False while the connection is lost and messages go unheard. */
  isListening(): boolean
  close(): Promise<void>
}

/** Listens to channels of the database on a connection of its own, which is opened anew whenever it is lost. */
export function listenForever(
  url: string,
  channels: readonly string[],
  onMessage: (channel: string, payload: string) => void,
  onLost: () => void,
): Line {
  const closing = new AbortController()
  let isListening = false
  let current: pg.Client | undefined

  const listen = async () => {
    const client = new pg.Client({ connectionString: url, application_name: 'hub-listen', keepAlive: true })
    current = client
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload = '' }) => onMessage(channel, payload))
    await client.connect()
    await client.query(channels.map((channel) => `listen ${channel}`).join('; '))
    isListening = true
    await ended
  }
  const run = async () => {
    while (!closing.signal.aborted) {
      await listen().catch(() => undefined)
      isListening = false
      onLost()
      await pause(250, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const running = run()

  return {
    isListening: () => isListening,
    close: async () => {
      closing.abort()
      await current?.end().catch(() => undefined)
      await running
    },
  }
}
