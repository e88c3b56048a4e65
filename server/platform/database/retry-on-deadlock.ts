import { setTimeout as pause } from 'node:timers/promises'
import { ConnectionLost } from '#platform/driver'

// What PostgreSQL says to the one of several that it stops, because they wait for each other.
const deadlock = '40P01'
const mostTries = 3
// The database may take a moment to notice that we are gone, and hold until then what the next try wants.
const restMs = 100

/**
 * Does again what the database has stopped for others to go on, or what a lost connection has cut off: nothing of it was
 * done. Where that isn't known it is done again only if `isRepeatable` says that it does no harm.
 */
export async function retryOnDeadlock<Result>(
  work: () => Promise<Result>,
  { isRepeatable = false } = {},
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const isUndone =
        error instanceof ConnectionLost
          ? isRepeatable || !error.mayBeDone
          : (error as { code?: unknown }).code === deadlock
      if (!isUndone || tries === mostTries) throw error
      if (error instanceof ConnectionLost) await pause(restMs)
    }
  }
}
