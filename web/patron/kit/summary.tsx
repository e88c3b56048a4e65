import styles from './summary.module.css'

export type Fact = readonly [label: string, value: string]

/** Facts, each with its name. */
export function Summary({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.summary}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
