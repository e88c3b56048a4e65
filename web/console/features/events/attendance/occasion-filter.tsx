import { NativeSelect } from '@mantine/core'
import type { AttendanceKpi } from '#contract/events/attendance.ts'
import { formatCount, formatDate } from '#ui/text/format.ts'
import styles from './occasion-filter.module.css'

/** The day or session that is looked at; nothing for all of them. */
export type OccasionQuery = { day?: string; sessionId?: string }

type Day = AttendanceKpi['Days'][number]
type Props = { days: readonly Day[]; value: OccasionQuery; onChange: (query: OccasionQuery) => void }

/** Chooses one of several days or sessions, where there are several. */
export function OccasionFilter({ days, value, onChange }: Props) {
  if (days.length < 2) return null
  const keyOf = ({ SessionId, Date }: Day) => SessionId ?? Date
  return (
    <NativeSelect
      label="Day or session"
      className={styles.choice}
      value={value.sessionId ?? value.day ?? ''}
      data={[{ value: '', label: 'All' }, ...days.map((day) => ({ value: keyOf(day), label: dayName(day) }))]}
      onChange={({ currentTarget }) => {
        const day = days.find((each) => keyOf(each) === currentTarget.value)
        onChange(day ? (day.SessionId === null ? { day: day.Date } : { sessionId: day.SessionId }) : {})
      }}
    />
  )
}

/** How many came on each day or to each session, as bars that say so in words. */
export function DaysChart({ days }: { days: readonly Day[] }) {
  if (days.length < 2) return null
  const most = Math.max(1, ...days.map(({ CameIn }) => CameIn))
  return (
    <ul className={styles.days} aria-label="Check-ins by day or session">
      {days.map((day) => (
        <li key={day.SessionId ?? day.Date}>
          <span>{dayName(day)}</span>
          <span className={styles.track} aria-hidden>
            <span style={{ width: `${(day.CameIn / most) * 100}%` }} />
          </span>
          <span className={styles.figure}>{formatCount(day.CameIn)}</span>
        </li>
      ))}
    </ul>
  )
}

function dayName({ Date, Name }: Day): string {
  return Name === null ? formatDate(Date) : `${Name}, ${formatDate(Date)}`
}
