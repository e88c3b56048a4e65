import type { ImportOutcome } from '#contract/members/member-imports.ts'
import styles from './import.module.css'

const done: Record<keyof ImportOutcome, string> = {
  Created: 'created',
  Updated: 'updated',
  Skipped: 'skipped',
  Refused: 'refused',
}
const planned: typeof done = {
  Created: 'to create',
  Updated: 'to update',
  Skipped: 'to skip',
  Refused: 'refused',
}

/** What became of the rows, or would. */
export function ImportCounts({ outcome, isPlan = false }: { outcome: ImportOutcome; isPlan?: boolean }) {
  const words = isPlan ? planned : done
  return (
    <ul className={styles.counts}>
      {(Object.keys(words) as (keyof ImportOutcome)[]).map((name) => (
        <li key={name} className={styles.count} data-name={name}>
          <strong>{outcome[name].toLocaleString()}</strong> {words[name]}
        </li>
      ))}
    </ul>
  )
}
