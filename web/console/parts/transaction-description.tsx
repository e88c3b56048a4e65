import { Tooltip } from '@mantine/core'
import '@mantine/core/styles/Tooltip.layer.css'
import type { CardTransaction } from '#contract/cards/cards.ts'

type Props = { of: Pick<CardTransaction, 'Type' | 'TypeDescription'> }

/** What a transaction is about; behind it stands its type. */
export function TransactionDescription({ of: { Type, TypeDescription } }: Props) {
  return (
    <Tooltip label={Type} events={{ hover: true, focus: true, touch: true }}>
      <span>{TypeDescription}</span>
    </Tooltip>
  )
}
