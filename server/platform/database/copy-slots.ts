import { busy } from '#platform/refusals'

/** A turn at copying. */
export type Slot = {
  /** Its reader takes nothing just now; `stop` ends the copy, should others need the slot. */
  stalls(stop: () => void): void
  /** Its reader takes again. */
  goesOn(): void
  /** Gives the turn to the next. Calling it again does nothing. */
  free(): void
}

export type CopySlots = {
  /** A turn, now or when there is one for this business; refused with a 503 after a while. */
  take(businessId: string): Promise<Slot>
}

type Running = { readonly businessId: string; stalledSince: number; stop: (() => void) | null }
type Waiting = { readonly businessId: string; readonly begin: () => void }

const longestWaitMs = 30_000
// So long a reader may pause while others wait for their turn.
const pauseWhileOthersWaitMs = 10_000
const lookEveryMs = 1_000

/**
 * Shares the few turns at copying out: so many at once in all, so many of one business. A reader who has paused gives
 * way to whoever waits, so that stalled downloads never keep another business from its own.
 */
export function createCopySlots(size: number, sizeOfOne: number): CopySlots {
  const running = new Set<Running>()
  const waiting: Waiting[] = []
  let looking: NodeJS.Timeout | undefined

  const hasRoom = (businessId: string) =>
    running.size < size && [...running].filter((each) => each.businessId === businessId).length < sizeOfOne

  const letIn = () => {
    for (const next of waiting.filter(({ businessId }) => hasRoom(businessId)))
      if (hasRoom(next.businessId)) next.begin()
    if (waiting.length === 0) {
      clearInterval(looking)
      looking = undefined
    }
  }
  const stopStalled = () => {
    const before = Date.now() - pauseWhileOthersWaitMs
    for (const { stop, stalledSince } of running) if (stop && stalledSince <= before) stop()
  }

  const begin = (businessId: string): Slot => {
    const its: Running = { businessId, stalledSince: 0, stop: null }
    running.add(its)
    return {
      stalls: (stop) => void Object.assign(its, { stop, stalledSince: Date.now() }),
      goesOn: () => void (its.stop = null),
      free: () => {
        if (running.delete(its)) letIn()
      },
    }
  }

  const wait = (businessId: string) =>
    new Promise<Slot>((resolve, reject) => {
      const leave = () => waiting.splice(waiting.indexOf(its), 1)
      const patience = setTimeout(() => {
        leave()
        letIn()
        reject(busy('Too many downloads are under way. Try again in a minute.', 30))
      }, longestWaitMs)
      const its: Waiting = {
        businessId,
        begin: () => {
          clearTimeout(patience)
          leave()
          resolve(begin(businessId))
        },
      }
      waiting.push(its)
      looking ??= setInterval(stopStalled, lookEveryMs).unref()
    })

  return { take: async (businessId) => (hasRoom(businessId) ? begin(businessId) : wait(businessId)) }
}
