import { isConnectionLoss } from '#platform/driver'
import { Refusal } from '#platform/refusals'

// What PostgreSQL says to who waited too long for others, took too long, or stood in their way.
const crowdedCodes = new Set(['40001', '40P01', '55P03', '57014'])

/** True if work failed for what passes by itself: nothing is wrong with it, and another time it may well be done. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Refusal) return error.status === 503
  return isConnectionLoss(error) || crowdedCodes.has(String((error as { code?: unknown } | null)?.code))
}
