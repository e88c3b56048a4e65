import type { CardTransaction } from '#contract/cards/cards.ts'
import { Hinted } from '#ui/feedback/hint.tsx'

type Props = { of: Pick<CardTransaction, 'Type' | 'TypeDescription'> }

/** What a transaction is about; behind it stands its type. */
export function TransactionDescription({ of: { Type, TypeDescription } }: Props) {
  return <Hinted says={Type}>{TypeDescription}</Hinted>
}
