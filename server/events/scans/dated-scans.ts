import type { eventScansApi, NewScan } from '#contract/events/event-scans.ts'
import type { Call } from '#platform/call'
import { firstMoment } from '#server/events/doors'

/** A scan as it is judged: at the time it was made by the server's clock, and never in the future. */
export type DatedScan = NewScan & {
  readonly at: Date
  /** It waited at its door, for a connection or in line: `DecidedAs` has happened, without it the person waits for our word. */
  readonly isLate: boolean
}

// As long as a device waits for an answer: less than that a call may have been on its way, with a clock that is right.
const networkMs = 6_000

/** By how much the clock of a device is wrong, as far as that can be told from when it sent something. */
function skewOf(sentAt: string | undefined, now: number): number {
  const apart = sentAt === undefined ? 0 : now - Date.parse(sentAt)
  return Math.abs(apart) < networkMs ? 0 : apart
}

/**
 * Dates the scans of a call. A live one is of now, whatever the device's clock says. What was made before is dated by that
 * clock, less what it is wrong by at the moment of sending.
 */
export function datedScans(body: Call<typeof eventScansApi.recordScans>['body'], now: number): DatedScan[] {
  const scans = 'Scans' in body ? body.Scans : [body]
  const skew = skewOf(body.SentAt, now)
  return scans.map((scan) => {
    const isLate = 'Scans' in body || scan.DecidedAs !== undefined
    const corrected = Math.max(firstMoment, Date.parse(scan.ScannedAt) + skew)
    return { ...scan, isLate, at: new Date(isLate ? Math.min(corrected, now) : now) }
  })
}
