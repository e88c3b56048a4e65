import { addDays, zonedTime } from '#contract/events/event-times.ts'

const secondMs = 1000
// No zone is further from UTC.
const furthestMs = 15 * 60 * 60 * secondMs

/** The instant at which a day (YYYY-MM-DD) begins in a zone: midnight, or whatever the clocks show first on days without one. */
export function startOfDay(date: string, timeZone: string): string {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  let before = midnight - furthestMs
  let at = midnight + furthestMs
  // Halves what is between an instant of the day before and one of the day: no rule of a zone has to be known for that.
  while (at - before > secondMs) {
    const middle = before + Math.floor((at - before) / 2 / secondMs) * secondMs
    if (zonedTime(new Date(middle), timeZone).date < date) before = middle
    else at = middle
  }
  return new Date(at).toISOString()
}

/** The instant at which it is over there, and the next begins. */
export function endOfDay(date: string, timeZone: string): string {
  return startOfDay(addDays(date, 1), timeZone)
}
