import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { Refusal } from '#platform/refusals'

// Who asks whether we serve doesn't wait long for the answer.
const patienceMs = 2_000
// However many ask, the database is asked one at a time, and not again for so long after it has answered.
const heldForMs = 1_000

/**
 * `/health/live`: the process answers. `/health/ready`: it has its database and isn't shutting down; what is wrong all the same,
 * but no reason to send people elsewhere, is said along with it.
 */
export function serveHealth(app: FastifyInstance, pool: Pool, warnings: () => readonly string[]): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  const hasDatabase = shared(() =>
    Promise.race([
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
      pause(patienceMs, false, { ref: false }),
    ]),
  )
  app.get('/health/live', { config: { isAlwaysAnswered: true } }, async () => ({ status: 'live' }))
  app.get('/health/ready', { config: { isAlwaysAnswered: true } }, async () => {
    if (isClosing || !(await hasDatabase())) throw new Refusal(503, 'not_ready', 'The service is not ready.')
    const wrong = warnings()
    return { status: 'ready', ...(wrong.length > 0 && { warnings: wrong }) }
  })
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
