import { NativeSelect, Text } from '@mantine/core'
import type { PointsBalance } from '#contract/points/points.ts'
import { pointsInWords } from '#parts/points-text.tsx'
import { Money } from '#ui/text/money.tsx'
import styles from './points-tab.module.css'

type Props = { types: PointsBalance[]; type: PointsBalance; onChoose: (pointsTypeId: string) => void }

/** Which points are looked at, where there are several, and how many there are. */
export function PointsTypePicker({ types, type, onChoose }: Props) {
  return (
    <div className={styles.types}>
      {types.length > 1 && (
        <NativeSelect
          aria-label="Points type"
          data={types.map(({ PointsTypeId, DisplayName }) => ({ value: PointsTypeId, label: DisplayName }))}
          value={type.PointsTypeId}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
      )}
      <Text>
        <strong>{pointsInWords(type.PointsBalanceQuantity)}</strong>,{' '}
        <Money value={type.PointsBalanceDollarValue} />
      </Text>
    </div>
  )
}
