import { allOf } from '#platform/concurrency'
import { type ByTheClock, businessesDue, type Database, type EachOptions, noTenant } from '#platform/database'
import { startJob, timeIsUp } from './jobs.ts'

/** Where a business's next piece of a job begins. */
type Place = {
  readonly businessId: string
  readonly after: string
  /** It failed before, and what comes after it went on all the same. */
  readonly isFollowed?: true
}

/** What a recurring job is told: when it was due, and where it goes on if its last turn was over too soon. */
export type InPieces = ByTheClock & { readonly left?: readonly Place[] }

/** What a piece came to: where the next begins, null if there is none; and what went wrong in it, which keeps no other. */
export type Piece = { readonly next: string | null; readonly failure?: unknown }

/**
 * Does a recurring job for each business in pieces, one of each, then the next of each: much to do in one keeps no other
 * waiting. Once its time is up the rest is queued behind the other jobs of its lane. A piece that fails keeps none from
 * its turn: it is tried again in each turn, and told in the last.
 */
export async function inPieces(
  database: Database,
  task: string,
  work: (businessId: string, after: string) => Promise<Piece>,
  { left, ...clock }: InPieces & EachOptions,
): Promise<void> {
  const isOver = timeIsUp()
  const failed: Place[] = []
  const failures: unknown[] = []
  const due = await businessesDue(database, clock)
  // One that was suspended between two turns rests.
  let waiting: Place[] = left
    ? left.filter(({ businessId }) => due.includes(businessId))
    : due.map((businessId) => ({ businessId, after: '' }))
  do {
    const round = waiting
    waiting = []
    for (const place of round) {
      const { next, failure } = await work(place.businessId, place.after).catch((error: unknown): Piece => ({
        next: null,
        failure: error,
      }))
      if (next !== null && !place.isFollowed) waiting.push({ ...place, after: next })
      if (failure === undefined) continue
      failed.push(next === null ? place : { ...place, isFollowed: true })
      failures.push(failure)
    }
  } while (waiting.length > 0 && !isOver())
  if (waiting.length > 0)
    await database.transaction(noTenant, (tx) =>
      startJob(tx, task, { ...clock, left: [...waiting, ...failed] }),
    )
  else if (failures.length > 0) throw allOf(failures)
}

/** What work failed with, if it did. */
export function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}
