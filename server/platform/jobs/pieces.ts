import { allOf } from '#platform/concurrency'
import {
  type ByTheClock,
  businessesDue,
  type Database,
  type EachOptions,
  noTenant,
  type Queries,
} from '#platform/database'
import { startJob, timeIsUp } from './jobs.ts'

/** Where a business's next piece of a job begins. */
type Place = {
  readonly businessId: string
  readonly after: string
  /** It failed before, and what comes after it went on all the same. */
  readonly isFollowed?: true
  /** How often it has failed. */
  readonly tries?: number
}

/** What a recurring job is told: when it was due, and where it goes on if its last turn was over too soon. */
export type InPieces = ByTheClock & {
  readonly left?: readonly Place[]
  /** What failed in former turns, and is tried again when nothing else is left. */
  readonly failed?: readonly Place[]
}

/** What a piece came to: where the next begins, null if there is none; and what went wrong in it, which keeps no other. */
export type Piece = { readonly next: string | null; readonly failure?: unknown }

// What fails in more of a business's places than that fails all over: the next time by the clock takes the others up.
const mostFailed = 10
// So often what failed is taken along; once all of it was, the queue tries the turn again, later and later, and tells.
const mostTries = 3

/**
 * Does a recurring job for each business in pieces, one of each, then the next of each: much to do in one keeps no other
 * waiting. Once its time is up the rest is queued behind the other jobs of its lane. A piece that fails keeps none from
 * its turn: it is tried again when no other is left, and told in the last turn.
 */
export async function inPieces(
  database: Database,
  task: string,
  work: (businessId: string, after: string) => Promise<Piece>,
  { left, failed: before = [], ...clock }: InPieces & EachOptions,
): Promise<void> {
  const due = await businessesDue(database, clock)
  // One that was suspended between two turns rests.
  const stillDue = (places: readonly Place[]) => places.filter(({ businessId }) => due.includes(businessId))
  const failedBefore = stillDue(before)
  const begins = left ? stillDue(left) : due.map((businessId) => ({ businessId, after: '' }))
  const { waiting, failed, failures } = await workOff(begins, work, failedBefore)
  const isWorthATry = failedBefore.some(({ tries = 0 }) => tries < mostTries)
  const next = waiting.length > 0 ? { left: waiting, failed } : isWorthATry ? { left: failed } : null
  // By its key, which ours gives up: a turn that is done again after a crash goes on in one way, not in two.
  const { _cron: asked } = clock
  const key = `${task} ${asked?.ts ?? ''}`
  if (next) await database.transaction(noTenant, (tx) => startJob(tx, task, { ...clock, ...next }, { key }))
  else if (failures.length > 0) throw allOf(failures)
  else if (failed.length > 0) throw new Error(`${failed.length} failed in each of ${mostTries} turns.`)
}

// As many rows as are locked and logged at once.
const mostForgotten = 1_000

/** Forgets what is old of each business, so many rows of it in one statement; `forget` tells how many have gone. */
export function forgetInPieces(
  database: Database,
  task: string,
  forget: (db: Queries, most: number) => Promise<number>,
  turn: InPieces = {},
): Promise<void> {
  const forgetSome = async (businessId: string): Promise<Piece> => {
    const gone = await forget(database.forTenant(businessId), mostForgotten)
    return { next: gone < mostForgotten ? null : '' }
  }
  return inPieces(database, task, forgetSome, { ...turn, whileSuspended: 'What is to be forgotten is.' })
}

/** Does one piece of each place after the other, round by round, until its time is up; tells what is left, and what failed by now. */
async function workOff(
  begins: readonly Place[],
  work: (businessId: string, after: string) => Promise<Piece>,
  before: readonly Place[],
) {
  const isOver = timeIsUp()
  const waiting = [...begins]
  const failed = [...before]
  const failures: unknown[] = []
  for (let place = waiting.shift(); place; place = isOver() ? undefined : waiting.shift()) {
    const { businessId, after, isFollowed, tries = 0 } = place
    const { next, failure } = await work(businessId, after).catch((error: unknown): Piece => ({
      next: null,
      failure: error,
    }))
    // What comes after one that is followed is done by others; more of the same is not.
    if (next !== null && (!isFollowed || next === after))
      waiting.push({ businessId, after: next, ...(isFollowed && { isFollowed }) })
    if (failure === undefined) continue
    failures.push(failure)
    const again = { ...place, tries: tries + 1 }
    if (next === null) failed.push(again)
    else if (failed.filter((other) => other.businessId === businessId).length < mostFailed)
      failed.push({ ...again, isFollowed: true })
  }
  return { waiting, failed, failures }
}

/** What work failed with, if it did. */
export function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}
