/**
 * When a pass last changed, as HTTP says it: in whole seconds. Within the second of the change it says one second less, because
 * the pass might change again in it: who has the first then asks again and isn't told that nothing has changed.
 */
export function lastModified(changedAt: Date, now: Date): Date {
  const second = Math.floor(changedAt.getTime() / 1000)
  const isOver = Math.floor(now.getTime() / 1000) > second
  return new Date((isOver ? second : second - 1) * 1000)
}

/** True if who has a copy of that moment (an If-Modified-Since) has the pass as it is. */
export function isUnmodified(changedAt: Date, since: string | undefined): boolean {
  const moment = Date.parse(since ?? '')
  return !Number.isNaN(moment) && Math.floor(changedAt.getTime() / 1000) * 1000 <= moment
}
