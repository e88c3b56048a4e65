import { z } from 'zod'
import { closeAccounts } from '#contract/reports/close-pack.ts'
import { formatCount, formatMoney } from '#ui/text/format.ts'

/** A line of the close pack that can be opened. */
export const CloseLine = z.enum([...closeAccounts, 'unmatched'])
export type CloseLine = z.infer<typeof CloseLine>

/** An amount in its own unit: dollars, or points. */
export function amountText(amount: number, unit: string): string {
  return unit === 'AUD' ? formatMoney(amount) : `${formatCount(amount)} points`
}
