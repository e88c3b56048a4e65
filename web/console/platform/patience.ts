import { useSyncExternalStore } from 'react'
import type { Answer } from '#web/api-client.ts'

const mostTries = 5
// Who is told to come back later than that hears it, rather than waits without knowing for how long.
const longestWaitMs = 10_000

let waiting = 0
const listeners = new Set<() => void>()

function count(by: number) {
  waiting += by
  for (const listener of listeners) listener()
}

/** True while something waits to be tried again because the server is busy. */
export function useIsServerBusy(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => waiting > 0,
  )
}

/**
 * Makes a call again for as long as the server says that it is too busy for it, a few times. For what may be done twice:
 * a read, or a write with its key. Throws only when it was called off.
 */
export async function patiently<Data>(
  request: () => Promise<Answer<Data>>,
  signal?: AbortSignal,
): Promise<Answer<Data>> {
  for (let tries = 1; ; tries++) {
    const answer = await request()
    if (answer.ok || answer.code !== 'busy' || tries === mostTries) return answer
    const waitMs = waitOf(1000 * Number(answer.retryAfter ?? 1), tries)
    if (waitMs === null) return answer
    count(1)
    try {
      await pause(waitMs, signal)
    } finally {
      count(-1)
    }
  }
}

/** Longer each time, and not for all the same: those who were sent away together must not come back together. */
function waitOf(askedMs: number, tries: number): number | null {
  if (!(askedMs <= longestWaitMs)) return null
  return Math.min(askedMs * tries, longestWaitMs) * (0.75 + Math.random() / 2)
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const callOff = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', callOff)
      resolve()
    }, ms)
    if (signal?.aborted) callOff()
    signal?.addEventListener('abort', callOff, { once: true })
  })
}
