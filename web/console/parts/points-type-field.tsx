import { NativeSelect } from '@mantine/core'
import type { PointsBalance } from '#contract/points/points.ts'
import { formatMoney } from '#ui/text/format.ts'
import { pointsInWords } from './points-text.tsx'

type Props = { types: PointsBalance[]; type: PointsBalance; onChoose: (pointsTypeId: string) => void }

/** Which points are meant, how many there are, and what they are worth. */
export function PointsTypeField({ types, type, onChoose }: Props) {
  return (
    <NativeSelect
      label="Points type"
      description={`Now ${pointsInWords(type.PointsBalanceQuantity)} (${formatMoney(type.PointsBalanceDollarValue)}). A dollar is ${pointsInWords(type.PointsToDollarRatio)}.`}
      data={types.map(({ PointsTypeId, DisplayName }) => ({ value: PointsTypeId, label: DisplayName }))}
      value={type.PointsTypeId}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  )
}
