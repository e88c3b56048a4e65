import type { CSSProperties } from 'react'
import type { AttendanceKpi } from '#contract/events/attendance.ts'
import { formatTime } from '#ui/text/format.ts'
import styles from './arrivals-chart.module.css'

type Props = { arrivals: AttendanceKpi['Arrivals']; zone: string }

const quarterMs = 15 * 60_000
// More bars than these would be too thin to see: of an event of days the last one is shown.
const mostBars = 96

/** How many came in each quarter of an hour, as bars. */
export function ArrivalsChart({ arrivals, zone }: Props) {
  if (arrivals.length < 2) return null
  const bars = barsOf(arrivals)
  const most = Math.max(...bars.map((bar) => bar.count))
  const clock = (at: number) => formatTime(at, zone)
  const busiest = bars.find((bar) => bar.count === most)
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last || !busiest) return null
  const summary = `Arrivals by quarter of an hour. Most, ${most}, came at ${clock(busiest.at)}.`
  return (
    <figure className={styles.chart} style={{ '--bars': bars.length } as CSSProperties}>
      <div className={styles.bars} role="img" aria-label={summary}>
        {bars.map(({ at, count }) => (
          <span
            key={at}
            className={styles.bar}
            style={{ height: `${(count / most) * 100}%` }}
            title={`${clock(at)}: ${count}`}
          />
        ))}
      </div>
      <figcaption className={styles.axis}>
        <span>{clock(first.at)}</span>
        <span>Arrivals, at most {most} in a quarter of an hour</span>
        <span>{clock(last.at + quarterMs)}</span>
      </figcaption>
    </figure>
  )
}

/** A bar for every quarter from the first arrival to the last, also for those when nobody came. */
function barsOf(arrivals: Props['arrivals']): { at: number; count: number }[] {
  const counts = new Map<number, number>()
  // People came to two sessions in one quarter.
  for (const { From, Count } of arrivals) {
    const at = Date.parse(From)
    counts.set(at, (counts.get(at) ?? 0) + Count)
  }
  const times = [...counts.keys()]
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const from = Math.max(first, last - (mostBars - 1) * quarterMs)
  return Array.from({ length: (last - from) / quarterMs + 1 }, (_, i) => {
    const at = from + i * quarterMs
    return { at, count: counts.get(at) ?? 0 }
  })
}
