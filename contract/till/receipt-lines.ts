import { inOneLine } from '#contract/words/one-line.ts'

/** What stands on a receipt, in words. */
type Printed = {
  /** The venue, or the club. */
  readonly place: string
  readonly isCopy?: boolean
  readonly title: string
  readonly accountName: string
  /** Null where nothing moved. */
  readonly amount: string | null
  readonly balance: string
  readonly tender?: string | null
  readonly transactionId?: string | null
  readonly receiptNumber?: string | null
  readonly reference?: string | null
}

/** The lines of a receipt. */
export function receiptLines(receipt: Printed): string[] {
  const line = (name: string, value: string | null | undefined) => (value ? [`${name}: ${value}`] : [])
  return inLines([
    receipt.place,
    ...(receipt.isCopy ? ['Copy'] : []),
    receipt.title,
    receipt.accountName,
    ...line('Amount', receipt.amount),
    ...line('Paid by', receipt.tender),
    ...line('Balance', receipt.balance),
    ...line('Transaction', receipt.transactionId),
    ...line('Receipt', receipt.receiptNumber),
    ...line('Reference', receipt.reference),
  ])
}

/** Lines as they are printed: none of the names in them can begin another, such as a false balance. */
export function inLines(lines: readonly string[]): string[] {
  return lines.map(inOneLine)
}
