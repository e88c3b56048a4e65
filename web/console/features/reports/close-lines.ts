import { z } from 'zod'
import { closeAccounts } from '#contract/close-pack.ts'
import { formatMoney } from '#ui/format.ts'
import { formatCount } from './totals.tsx'

/** A line of the close pack that can be opened. */
export const CloseLine = z.enum([...closeAccounts, 'unmatched'])
export type CloseLine = z.infer<typeof CloseLine>

/** An amount in its own unit: dollars, or points. */
export function amountText(amount: number, unit: string): string {
  return unit === 'AUD' ? formatMoney(amount) : `${formatCount(amount)} points`
}
