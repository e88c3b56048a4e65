const dayMs = 24 * 60 * 60 * 1000
// The first of January 1970 was a Thursday: weeks begin on Mondays.
const daysToMonday = 3

const dayOf = (moment: string) => Math.floor(Date.parse(moment) / dayMs)
const weekOf = (moment: string) => Math.floor((dayOf(moment) + daysToMonday) / 7)

type Taken = { readonly takenAt: string }

/**
 * Those to keep, of all from the newest to the oldest: the last of each of so many days, and of each of so many weeks,
 * that have one. Days without any cost nothing: after a month of failures the last good ones are still there.
 */
export function keptOf<Each extends Taken>(
  all: readonly Each[],
  { keepDays, keepWeeks }: { readonly keepDays: number; readonly keepWeeks: number },
): Set<Each> {
  const lastOfEach = (span: (moment: string) => number) => {
    const bySpan = Map.groupBy(all, ({ takenAt }) => span(takenAt))
    return [...bySpan.values()].map(([last]) => last!)
  }
  return new Set([...lastOfEach(dayOf).slice(0, keepDays), ...lastOfEach(weekOf).slice(0, keepWeeks)])
}
