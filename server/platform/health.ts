import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { Refusal } from './refusal.ts'

// Who asks whether we serve doesn't wait long for the answer.
const patienceMs = 2_000

/** `/health/live`: the process answers. `/health/ready`: it has its database and isn't shutting down. */
export function serveHealth(app: FastifyInstance, pool: Pool): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async () => {
    const isReady =
      !isClosing &&
      (await Promise.race([
        pool.query('select 1').then(
          () => true,
          () => false,
        ),
        pause(patienceMs, false, { ref: false }),
      ]))
    if (!isReady) throw new Refusal(503, 'not_ready', 'The service is not ready.')
    return { status: 'ready' }
  })
}
