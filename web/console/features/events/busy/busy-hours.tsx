import { NativeSelect } from '@mantine/core'
import { useState, type CSSProperties } from 'react'
import { useSearchRead } from '#console/queries.ts'
import { addDays, zonedTime } from '#contract/events/event-times.ts'
import type { HubEvent } from '#contract/events/events.ts'
import { weekdays } from '#contract/events/open-hours.ts'
import { visitsApi, type BusyHour } from '#contract/events/visits.ts'
import { type PresetName, presetNames, spanOfPreset } from '#parts/span/presets.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { formatCount } from '#ui/text/format.ts'
import styles from './busy-hours.module.css'

// Whole weeks first: each day is there as often as the others.
const weeks: Readonly<Record<string, number>> = {
  'Last 7 days': 7,
  'Last 4 weeks': 28,
  'Last 13 weeks': 91,
  'Last 52 weeks': 364,
}

function daysOf(span: string, today: string): { from: string; to: string } {
  const days = weeks[span]
  return days ? { from: addDays(today, 1 - days), to: today } : spanOfPreset(span as PresetName, today)
}

/** When people come, by hour and day of the week. */
export function BusyHours({ event }: { event: HubEvent }) {
  const [span, setSpan] = useState('Last 4 weeks')
  const [now] = useState(() => new Date())
  const { data, error, retry, isStale } = useSearchRead(visitsApi.getBusyHours, {
    params: { businessId: event.BusinessId, eventId: event.id },
    query: daysOf(span, zonedTime(now, event.TimeZoneId).date),
  })
  return (
    <Panel title="Busy hours" action={<SpanField span={span} onChange={setSpan} />}>
      {error && (
        <ErrorState title="The visits could not be counted." detail={error.message} onRetry={retry} />
      )}
      {!error && !data && <Skeleton height={160} />}
      {!error && data && (
        <div data-stale={isStale || undefined} className={styles.content}>
          {data.Total === 0 ? (
            <p className={styles.none}>Nobody came in these days.</p>
          ) : (
            <Hours hours={data.Hours} />
          )}
        </div>
      )}
    </Panel>
  )
}

function SpanField({ span, onChange }: { span: string; onChange: (span: string) => void }) {
  return (
    <NativeSelect
      aria-label="Over which days"
      size="xs"
      value={span}
      data={[...Object.keys(weeks), ...presetNames]}
      onChange={(change) => onChange(change.currentTarget.value)}
    />
  )
}

/** A table that is a chart as well: the more came, the deeper its colour. */
function Hours({ hours }: { hours: readonly BusyHour[] }) {
  const most = Math.max(...hours.map(({ Count }) => Count))
  const busiest = hours.find(({ Count }) => Count === most)
  const [first, last] = [Math.min, Math.max].map((end) => end(...hours.map(({ Hour }) => Hour))) as [
    number,
    number,
  ]
  const counts = new Map(hours.map(({ Weekday, Hour, Count }) => [`${Weekday} ${Hour}`, Count]))
  const rows = Array.from({ length: last - first + 1 }, (_, i) => first + i)
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>
        {busiest &&
          `Most came on ${weekdays[busiest.Weekday]}s from ${clock(busiest.Hour)} to ${clock(busiest.Hour + 1)}: ${formatCount(most)}.`}
      </caption>
      <thead>
        <tr>
          <th scope="col">From</th>
          {weekdays.map((day) => (
            <th key={day} scope="col" abbr={day}>
              {day.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((hour) => (
          <tr key={hour}>
            <th scope="row">{clock(hour)}</th>
            {weekdays.map((day, place) => (
              <Cell key={day} count={counts.get(`${place} ${hour}`) ?? 0} most={most} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell({ count, most }: { count: number; most: number }) {
  return (
    <td style={{ '--share': `${Math.round((count / most) * 100)}%` } as CSSProperties}>
      {count === 0 ? <span className={styles.nobody}>-</span> : formatCount(count)}
    </td>
  )
}

function clock(hour: number): string {
  return `${String(hour % 24).padStart(2, '0')}:00`
}
