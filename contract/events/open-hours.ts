/** A day's hours: times (HH:MM) of which the second is of the next day if it is earlier, as in a club that closes at two. */
export type OpenDay = { readonly From: string; readonly To: string }

/** When a door is open, from Monday to Sunday; null for a day on which it is closed. */
export type OpenHours = readonly (OpenDay | null)[]

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** The place of a day (YYYY-MM-DD) in the week: 0 for Monday. */
export function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
}

type Moment = { readonly date: string; readonly time: string }

/** True past midnight, while what was opened the evening before is still open. */
export function isOfEvening(hours: OpenHours, { date, time }: Moment): boolean {
  const evening = hours[(weekdayOf(date) + 6) % 7]
  return !!evening && evening.To < evening.From && time <= evening.To
}

/** True from the first minute to the last one, which counts whole; what began the evening before goes on past midnight. */
export function isOpenAt(hours: OpenHours, { date, time }: Moment): boolean {
  if (isOfEvening(hours, { date, time })) return true
  const open = hours[weekdayOf(date)]
  if (!open) return false
  return open.From <= time && (open.To < open.From || time <= open.To)
}

/** The hours of one day: '10:00 – 23:00', or 'closed'. */
export function dayHours(open: OpenDay | null | undefined): string {
  return open ? `${open.From} – ${open.To}` : 'closed'
}

/** All of them in words, days with the same hours together: 'Monday to Friday 10:00 – 23:00, Saturday to Sunday closed'. */
export function weekHours(hours: OpenHours | null | undefined): string {
  if (!hours) return 'At any hour'
  const spans: { from: number; to: number; words: string }[] = []
  hours.forEach((open, place) => {
    const last = spans.at(-1)
    if (last?.words === dayHours(open)) last.to = place
    else spans.push({ from: place, to: place, words: dayHours(open) })
  })
  return spans.map(({ from, to, words }) => `${daysBetween(from, to)} ${words}`).join(', ')
}

function daysBetween(from: number, to: number): string {
  if (from === 0 && to === 6) return 'Every day'
  return from === to ? weekdays[from]! : `${weekdays[from]} to ${weekdays[to]}`
}
