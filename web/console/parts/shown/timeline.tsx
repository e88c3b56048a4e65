import type { ReactNode } from 'react'
import { DateText } from '#ui/date/date-text.tsx'
import styles from './timeline.module.css'

type Entry = { what: ReactNode; at: string; by: string | null; note: string | null }

/** What happened to a record, one after the other, with who did it and when. */
export function Timeline({ entries }: { entries: readonly Entry[] }) {
  return (
    <ol className={styles.steps}>
      {entries.map(({ what, at, by, note }, i) => (
        <li key={i}>
          <strong>{what}</strong>
          {by && ` by ${by}`}
          <p>
            <DateText value={at} withTime />
          </p>
          {note && <p>{note}</p>}
        </li>
      ))}
    </ol>
  )
}
