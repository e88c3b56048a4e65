import { type SigningThread, startSigningThread } from './signing-thread.ts'

/** Threads that sign: never more than `size`, and each ended once it has rested long enough. */
export type SigningCrew = {
  /** A thread that rests, or a new one; null while all of them work. */
  take(): SigningThread | null
  /** Lets a thread rest, unless it has broken down. */
  rest(thread: SigningThread): void
  /** How many threads there are just now. */
  count(): number
  end(): Promise<void>
}

export function createSigningCrew(size: number, idleMs: number): SigningCrew {
  const threads = new Set<SigningThread>()
  const resting = new Map<SigningThread, NodeJS.Timeout>()
  const start = () => {
    const thread = startSigningThread()
    threads.add(thread)
    return thread
  }
  const end = (thread: SigningThread) => {
    clearTimeout(resting.get(thread))
    resting.delete(thread)
    threads.delete(thread)
    return thread.end()
  }
  return {
    take: () => {
      for (const [thread, timer] of resting) {
        clearTimeout(timer)
        resting.delete(thread)
        if (thread.isAlive()) return thread
        threads.delete(thread)
      }
      return threads.size < size ? start() : null
    },
    rest: (thread) => {
      if (thread.isAlive()) resting.set(thread, setTimeout(() => void end(thread), idleMs).unref())
      else threads.delete(thread)
    },
    count: () => threads.size,
    end: async () => {
      await Promise.all([...threads].map(end))
    },
  }
}
