import type { ReactNode } from 'react'
import styles from './facts.module.css'
import { shownText } from '#ui/text/shown.tsx'

/** What is known of a record: a name and a value on each line. Nothing is shown as '-'. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{shownText(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
