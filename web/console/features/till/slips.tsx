import { Text } from '@mantine/core'
import { Panel } from '#ui/layout/panel.tsx'
import styles from './till-page.module.css'
import type { Slip } from './use-till.ts'

/** What the till has printed, the newest on top. */
export function Slips({ slips }: { slips: readonly Slip[] }) {
  return (
    <Panel title="Receipts">
      {slips.length === 0 && (
        <Text c="dimmed" size="sm">
          Nothing has been printed yet.
        </Text>
      )}
      <ol className={styles.slips} aria-live="polite" reversed>
        {slips.map(({ id, lines, isDeclined }) => (
          <li key={id} className={styles.slip} data-declined={isDeclined || undefined}>
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
