import { useSyncExternalStore } from 'react'
import { isHubsAnswer } from '#contract/answer-mark.ts'
import { versionApi } from '#contract/version.ts'
import type { Answer, Failure } from '#web/api-client.ts'

const waitsMs = [1_000, 2_000, 4_000, 8_000, 15_000]
const longestWaitMs = 30_000
const answerWithinMs = 5_000

let isAway = false
let asking: Promise<boolean> | null = null
const hearers = new Set<() => void>()

/** True while the server can't be reached. It is asked for again and again until it answers. */
export function useIsServerAway(): boolean {
  return useSyncExternalStore(
    (hear) => {
      const ask = () => void checkConnection()
      hearers.add(hear)
      window.addEventListener('offline', ask)
      return () => {
        hearers.delete(hear)
        window.removeEventListener('offline', ask)
      }
    },
    () => isAway,
  )
}

/** Makes a read, and again when the server is back if it was away: what is on the page stays meanwhile. */
export async function untilConnected<Data>(
  request: () => Promise<Answer<Data>>,
  signal: AbortSignal,
): Promise<Answer<Data>> {
  for (;;) {
    const answer = await request()
    if (answer.ok || !(await isLost(answer))) return answer
    await connected(signal)
  }
}

/** Whether a call failed because nobody could have answered it, rather than by itself. */
export async function isLost({ status, code }: Failure): Promise<boolean> {
  // Hub says why it refuses: what has no code is a proxy's answer, or none.
  const mayBeLost = code === null && (status < 300 || status > 501)
  return mayBeLost && !(await checkConnection())
}

/** Asks the server for a sign of life; those who ask at the same time share one. */
async function checkConnection(): Promise<boolean> {
  if (isAway) return false
  asking ??= isAnswering().finally(() => (asking = null))
  const isThere = await asking
  if (!isThere && !isAway) {
    become(true)
    void waitForServer()
  }
  return isThere
}

async function waitForServer(): Promise<void> {
  for (let tries = 0; isAway; tries++) {
    await pause(waitsMs[tries] ?? longestWaitMs)
    if (await isAnswering()) become(false)
  }
}

async function isAnswering(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(answerWithinMs)
    return isHubsAnswer(await fetch(versionApi.getVersion.path, { cache: 'no-store', signal }))
  } catch {
    return false
  }
}

/**
 * Not for all the same: those who lost it together must not come back together. News of the network ends it; in a page
 * that nobody sees it lasts until somebody does.
 */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      if (document.hidden) return
      clearTimeout(timer)
      window.removeEventListener('online', end)
      document.removeEventListener('visibilitychange', end)
      resolve()
    }
    const timer = setTimeout(end, ms * (0.75 + Math.random() / 2))
    window.addEventListener('online', end)
    document.addEventListener('visibilitychange', end)
  })
}

function connected(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const hear = () => {
      if (isAway && !signal.aborted) return
      hearers.delete(hear)
      signal.removeEventListener('abort', hear)
      if (signal.aborted) reject(signal.reason as Error)
      else resolve()
    }
    hearers.add(hear)
    signal.addEventListener('abort', hear)
    hear()
  })
}

function become(next: boolean): void {
  isAway = next
  for (const hear of hearers) hear()
}
