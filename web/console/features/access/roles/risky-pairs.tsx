import { Alert } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { IconAlertTriangle } from '@tabler/icons-react'
import { riskyPairsOf, type RiskyPair } from '#contract/access/authority.ts'
import { permissionDisplayName } from '#contract/access/permissions.ts'
import styles from './risky-pairs.module.css'

const sentence = ({ pair: [one, other], warning }: RiskyPair) =>
  `${permissionDisplayName(one)} with ${permissionDisplayName(other)}: ${warning}`

/** Warns of permissions that should be two people's: in words, where there is room for them. */
export function RiskyPairs({ granted }: { granted: readonly string[] }) {
  const pairs = riskyPairsOf(granted)
  if (pairs.length === 0) return null
  return (
    <Alert color="orange" p="sm" role="note" title="Better in two people’s hands">
      <ul className={styles.list}>
        {pairs.map((pair) => (
          <li key={pair.pair.join()}>{sentence(pair)}</li>
        ))}
      </ul>
    </Alert>
  )
}

/** The same as a sign, where there isn't: whoever opens the role reads it. */
export function RiskyMark({ granted }: { granted: readonly string[] }) {
  const pairs = riskyPairsOf(granted)
  if (pairs.length === 0) return null
  const words = ['Better in two people’s hands.', ...pairs.map(sentence)].join('\n')
  return (
    <span role="img" aria-label={words} title={words} className={styles.sign}>
      <IconAlertTriangle size={16} aria-hidden />
    </span>
  )
}
