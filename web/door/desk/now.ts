import { eventScansApi } from '#contract/events/event-scans.ts'
import { closesDoor } from './calls.ts'
import { change, type Desk, keep } from './desk.ts'

// An answer that took longer says too little of the clock that it was given by.
const longestMs = 5_000

/** Learns how far the device's clock is off, from an answer that says what the server's showed. */
export function measureClock(desk: Desk, said: string | undefined, askedAt: number): void {
  const answeredAt = Date.now()
  const tookMs = answeredAt - askedAt
  if (said === undefined || tookMs < 0 || tookMs > longestMs) return
  desk.skewMs = Math.round(Date.parse(said) - (askedAt + answeredAt) / 2)
}

/** Asks how many are in. */
export async function refreshNow(desk: Desk): Promise<void> {
  const { sessionId } = desk.state
  const askedAt = Date.now()
  const answer = await desk.call(eventScansApi.getDoorNow, { query: sessionId ? { sessionId } : {} })
  if (answer.ok) {
    measureClock(desk, answer.data.ServerTime, askedAt)
    // Set to another session meanwhile, it has been asked anew.
    if (sessionId !== desk.state.sessionId) return
    change(desk, { now: answer.data })
    await keep(desk, {})
  } else if (!closesDoor(answer.status) && answer.status !== 400) change(desk, { isOnline: false })
}

const soonMs = 400
const soon = new WeakMap<Desk, ReturnType<typeof setTimeout>>()

/** The same in a moment: of many scans in a row only after the last. */
export function refreshNowSoon(desk: Desk): void {
  clearTimeout(soon.get(desk))
  soon.set(
    desk,
    setTimeout(() => void refreshNow(desk), soonMs),
  )
}
