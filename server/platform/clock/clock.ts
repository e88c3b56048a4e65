import type { Pool } from 'pg'
import { wrongClockMs } from '#contract/jobs/installation.ts'

const beatMs = 60_000
const samples = 3

// What is added to the clock of this machine to tell the database's. A process has one clock, whatever it serves.
let aheadMs = 0

/**
 * Now, by the database's clock, which is everybody's: what is compared with a moment in a row, or becomes one, is told by it. A
 * machine whose clock is about right tells it by itself; of one that is wrong it is known by how much, and made up for.
 */
export const rightNowMs = (): number => Date.now() + aheadMs

/** The same as a date. */
export const rightNow = (): Date => new Date(rightNowMs())

export type Clock = {
  /** By how many milliseconds this machine is ahead of the database, behind it if negative; null if nobody could tell yet. */
  offMs(): number | null
  close(): void
}

/** Compares this machine's clock with the database's now and every minute; `onWrong` hears each time that it is wrong. */
export async function watchClock(pool: Pool, onWrong: (sentence: string) => void): Promise<Clock> {
  let off: number | null = null
  const measure = async () => {
    const found = await offOf(pool).catch(() => null)
    // What was known last is the better guess while the database is away.
    if (found === null) return
    off = found
    aheadMs = Math.abs(off) > wrongClockMs ? -off : 0
    const sentence = clockIsOff(off)
    if (sentence) onWrong(sentence)
  }
  await measure()
  const beat = setInterval(() => void measure(), beatMs).unref()
  return { offMs: () => off, close: () => clearInterval(beat) }
}

/** By how much a clock is wrong and what to do, in words; null if it isn't. */
export function clockIsOff(offMs: number | null): string | null {
  if (offMs === null || Math.abs(offMs) <= wrongClockMs) return null
  const seconds = (Math.abs(offMs) / 1000).toFixed(1)
  return `The clock of this machine is ${seconds} seconds ${offMs > 0 ? 'ahead of' : 'behind'} the database's: let both follow a time server (chrony, systemd-timesyncd).`
}

/**
 * Of a few looks the one that took the shortest, and of that what is certain: the database may have told its time at any moment of
 * it, and where many wait for a connection that is long.
 */
async function offOf(pool: Pool): Promise<number> {
  const looks: { off: number; took: number }[] = []
  for (let look = 0; look < samples; look++) looks.push(await lookOnce(pool))
  const { off, took } = looks.toSorted((one, other) => one.took - other.took)[0]!
  return Math.sign(off) * Math.max(Math.round(Math.abs(off) - took / 2), 0)
}

async function lookOnce(pool: Pool) {
  const asked = Date.now()
  const began = performance.now()
  const { rows } = await pool.query<{ at: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
  )
  const took = performance.now() - began
  return { off: asked + took / 2 - rows[0]!.at, took }
}
