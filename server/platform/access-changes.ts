import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import sql from 'sql-template-tag'
import type { Transaction } from './database.ts'

const channel = 'access_changed'

/** Stands for every user and business. */
export const everyone = '*'

/** Tells every process, once the transaction is committed, that what a user or a business (by id) may do has changed. */
export async function announceAccessChange(tx: Transaction, subject: string): Promise<void> {
  await tx.run(sql`select pg_notify(${channel}, ${subject})`)
  // This process needn't wait for the echo: its next request may come before it.
  tx.afterCommit(() => tx.changes.emit('access', subject))
}

export type AccessChanges = {
  /** False while the connection is lost and a change could go unheard: nothing may be remembered then. */
  isListening(): boolean
  close(): Promise<void>
}

/** Calls back for every announced change, and for everyone when the connection was lost. It reconnects by itself. */
export function listenForAccessChanges(url: string, onChange: (subject: string) => void): AccessChanges {
  const closing = new AbortController()
  let isListening = false
  let current: pg.Client | undefined

  const listen = async () => {
    const client = new pg.Client({ connectionString: url, application_name: 'hub-listen', keepAlive: true })
    current = client
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    client.on('error', () => undefined)
    client.on('notification', ({ payload }) => onChange(payload || everyone))
    await client.connect()
    await client.query(`listen ${channel}`)
    isListening = true
    await ended
  }
  const run = async () => {
    while (!closing.signal.aborted) {
      await listen().catch(() => undefined)
      isListening = false
      onChange(everyone)
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
