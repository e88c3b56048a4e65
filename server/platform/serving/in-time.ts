import { setTimeout as pause } from 'node:timers/promises'
import { shared } from '#platform/concurrency'

// Whoever collects figures waits some seconds: the others are worth more than these.
const patienceMs = 2_000

/** Asks once for all who ask meanwhile, also where the answer takes long; null if it fails, or doesn't come in time. */
export function answeredInTime<Answer>(ask: () => Promise<Answer>): () => Promise<Answer | null> {
  const once = shared(ask)
  return shared(() => Promise.race([once().catch(() => null), pause(patienceMs, null, { ref: false })]))
}
