import type pg from 'pg'
import { hangUp, ownerPool } from '#platform/database'

// Whoever works on a job has none of these meanwhile: they are for taking jobs and saying how they ended, each a moment.
const size = 6

type Callback = (error: Error | null, result: unknown) => void
type Query = (config: object, values: unknown, callback?: Callback) => Promise<unknown> | undefined

/**
 * The connections of the job queue. Once one isn't answered in time, all of them are ended: the way was cut without a
 * word, and who was given another of them would wait as long.
 */
export function jobConnections(ownerUrl: string, silenceMs: number): pg.Pool {
  const pool = ownerPool(ownerUrl, size)
  const clients = new Set<pg.Client>()
  const endIfSilent = (error: Error) => {
    if (error.message === 'Query read timeout') for (const client of clients) hangUp(client)
  }
  pool.on('connect', (client) => {
    clients.add(client)
    const ask = client.query.bind(client) as unknown as Query
    const askInTime = (config: string | object, values?: unknown, callback?: Callback) => {
      const question = typeof config === 'string' ? { text: config } : config
      const hear: Callback = (error, result) => {
        if (error) endIfSilent(error)
        callback?.(error, result)
      }
      const answer = ask({ query_timeout: silenceMs, ...question }, values, callback && hear)
      answer?.catch(endIfSilent)
      return answer
    }
    Object.assign(client, { query: askInTime })
  })
  pool.on('remove', (client) => void clients.delete(client))
  return pool
}
