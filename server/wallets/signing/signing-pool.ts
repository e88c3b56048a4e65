import { availableParallelism } from 'node:os'
import { busy, type Refusal } from '#platform/refusals'
import { createSigningCrew } from './signing-crew.ts'
import type { SigningJob, SigningThread } from './signing-thread.ts'

export type SigningPool = {
  /** The signed pass, a `.pkpass`. Refused with a 503 while more wait than a person would wait for. */
  sign(job: SigningJob): Promise<Buffer>
  /** How many more could wait just now. */
  room(): number
  /** How many threads there are just now. */
  threads(): number
  /** Ends the threads; what still waits is refused. */
  close(): Promise<void>
}

type Options = { size?: number; mostWaiting?: number; idleMs?: number }

/** Signs passes on threads of their own: as many as there are cores, none while there is nothing to sign. */
export function createSigningPool(options: Options = {}): SigningPool {
  const { size = availableParallelism(), mostWaiting = 200, idleMs = 5_000 } = options
  const crew = createSigningCrew(size, idleMs)
  // Those who wait for a thread: each is given one, or null when there will be none.
  const queue: ((thread: SigningThread | null) => void)[] = []
  let isClosed = false

  const takeThread = async (): Promise<SigningThread> => {
    if (isClosed) throw crowded()
    const free = crew.take()
    if (free) return free
    if (queue.length >= mostWaiting) throw crowded()
    const thread = await new Promise<SigningThread | null>((resolve) => queue.push(resolve))
    if (!thread) throw crowded()
    return thread
  }
  const giveBack = (thread: SigningThread) => {
    crew.rest(thread)
    if (!isClosed && queue.length > 0) queue.shift()?.(crew.take())
  }

  return {
    sign: async (job) => {
      const thread = await takeThread()
      return thread.sign(job).finally(() => giveBack(thread))
    },
    room: () => mostWaiting - queue.length,
    threads: () => crew.count(),
    close: async () => {
      isClosed = true
      for (const give of queue.splice(0)) give(null)
      await crew.end()
    },
  }
}

function crowded(): Refusal {
  return busy('Many passes are being made just now. Try again in a minute.', 60)
}
