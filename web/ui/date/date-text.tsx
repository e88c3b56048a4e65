import styles from '#ui/layout/figures.module.css'
import { dateTimeParts, formatDate } from '#ui/text/format.ts'
import { useZone } from './zone.ts'

type Props = {
  /** A date (YYYY-MM-DD) or an instant (ISO 8601). */
  value: string | null | undefined
  /** Shows the time too, and the zone it is in. */
  withTime?: boolean
  /** The zone to show an instant in, when it isn't that of the page. */
  zone?: string
}

/** A date as '14 Nov 2026', or an instant as '14 Nov 2026, 6:30 pm AEDT'; '-' for nothing. */
export function DateText({ value, withTime = false, zone: own }: Props) {
  const around = useZone()
  const zone = own ?? around
  if (!value) return '-'
  // Where there is little room the line breaks before the time, and nowhere else.
  const [date, time] = withTime ? dateTimeParts(value, zone) : [formatDate(value, zone)]
  return (
    <time dateTime={value}>
      <span className={styles.figures}>{date}</span>
      {time && ' '}
      {time && <span className={styles.figures}>{time}</span>}
    </time>
  )
}
