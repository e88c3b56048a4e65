import type { CardProgram } from '#contract/cards/card-programs.ts'
import { formatMoney } from '#ui/text/format.ts'

type Bounds = Pick<CardProgram, 'MinimumInitialCardValue' | 'MaximumInitialCardValue'>

/** What a card may start with: '$10.00 – $500.00'. */
export function valueRange({
  MinimumInitialCardValue: least,
  MaximumInitialCardValue: most,
}: Bounds): string {
  return `${formatMoney(least)} – ${formatMoney(most)}`
}
