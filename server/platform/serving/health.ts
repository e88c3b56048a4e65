import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { Refusal } from '#platform/refusals'
import { version } from '#platform/settings'

// Who asks whether we serve doesn't wait long for the answer.
const patienceMs = 2_000
// However many ask, the database is asked one at a time, and not again for so long after it has answered.
const heldForMs = 1_000

/** Tells proxies to send nobody here any more, and goes on serving for so long: they take a while to hear of it. */
export type Leave = (ms: number) => Promise<void>

/**
 * `/health/live`: the process answers. `/health/ready`: it has its database and isn't about to end; what is wrong all the same,
 * but no reason to send people elsewhere, is said along with it.
 */
export function serveHealth(app: FastifyInstance, pool: Pool, warnings: () => readonly string[]): Leave {
  let isLeaving = false
  app.addHook('preClose', async () => {
    isLeaving = true
  })
  app.addHook('onRequest', (_request, reply, done) => {
    // Whoever keeps the connection for what comes next would send it when nobody is here: they open their next elsewhere.
    if (isLeaving) reply.header('connection', 'close')
    done()
  })
  const hasDatabase = shared(databaseOf(pool))
  app.get('/health/live', { config: { isAlwaysAnswered: true } }, async () => ({ status: 'live', version }))
  app.get('/health/ready', { config: { isAlwaysAnswered: true } }, async () => {
    if (isLeaving || !(await hasDatabase())) throw new Refusal(503, 'not_ready', 'The service is not ready.')
    const wrong = warnings()
    return { status: 'ready', version, ...(wrong.length > 0 && { warnings: wrong }) }
  })
  return async (ms) => {
    isLeaving = true
    await pause(ms)
  }
}

/**
 * Whether the database answers: us, or while we wait behind others, one of these. Were a process that has much to do taken for
 * one that has lost its database, proxies would refuse all whom it would have served, and the next process theirs.
 */
function databaseOf(pool: Pool): () => Promise<boolean> {
  let answers = 0
  // A connection that is given back in good order has had its answers.
  pool.on('release', (error: Error | undefined) => {
    if (!error) answers++
  })
  return () => {
    const before = answers
    return Promise.race([
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
      pause(patienceMs, undefined, { ref: false }).then(() => answers > before),
    ])
  }
}

/** Looks once for all who ask meanwhile, and keeps a yes for a while; after a no it is time to look again. */
function shared(look: () => Promise<boolean>): () => Promise<boolean> {
  let looking: Promise<boolean> | null = null
  let yesUntil = 0
  return async () => {
    if (performance.now() < yesUntil) return true
    looking ??= look()
      .then((isYes) => {
        if (isYes) yesUntil = performance.now() + heldForMs
        return isYes
      })
      .finally(() => (looking = null))
    return looking
  }
}
