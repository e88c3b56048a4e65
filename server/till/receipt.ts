import type { TillReceipt } from '#contract/till/till.ts'
import { inOneLine } from '#contract/words/one-line.ts'
import type { TillPlace, Who } from '#platform/access'
import type { Call } from '#platform/call'
import { notSignedIn, Refusal } from '#platform/refusals'
import type { Posted } from '#server/ledger'
import { amountText, auditPurse, type Purse } from './purse.ts'

type Kind = TillReceipt['Kind']

const titles: Readonly<Record<Kind, string>> = {
  Balance: 'Balance',
  Hold: 'Amount held',
  Capture: 'Sale',
  Release: 'Sale cancelled',
  Refund: 'Refund',
}

const declined: Readonly<Record<Kind, string>> = {
  Balance: 'Balance declined',
  Hold: 'Sale declined',
  Capture: 'Sale declined',
  Release: 'Cancellation declined',
  Refund: 'Refund declined',
}

/** What was done, in hundredths. */
type Done = {
  readonly kind: Kind
  readonly at: string
  readonly amount: number
  readonly balance: number
  readonly transactionId?: string
  readonly holdId?: string
  readonly expiresAt?: string
  readonly reference?: string | null
}

/** What moved in a purse: the ledger's transaction, and which of its balances is the purse's. */
type Move = Pick<Done, 'amount' | 'holdId' | 'expiresAt'> & {
  readonly kind: keyof typeof inTheTrail
  readonly posted: Posted
  readonly line?: number
  readonly reference: string | null
}

const inTheTrail = { Hold: 'Held', Capture: 'Taken', Release: 'Released', Refund: 'Refunded' } as const

/** Puts what a till has moved on record, and gives the receipt of it. */
export function recorded(
  { who, audit }: Pick<Call, 'who' | 'audit'>,
  purse: Purse,
  { posted, line = 0, ...move }: Move,
): TillReceipt {
  const after = { [inTheTrail[move.kind]]: amountText(purse, move.amount), Reference: move.reference }
  audit({ record: auditPurse(purse), after })
  const { at, transactionId, balances } = posted
  return receiptOf(who, purse, { ...move, at, transactionId, balance: balances[line] ?? 0 })
}

/** The receipt of what a till has done. */
export function receiptOf(who: Who, purse: Purse, done: Done): TillReceipt {
  const { kind, at, amount, balance, transactionId = null, holdId = null, reference = null } = done
  return {
    Kind: kind,
    TransactionId: transactionId,
    HoldId: holdId,
    At: at,
    Source: purse.account.kind,
    Account: purse.accountName,
    Unit: purse.unitName,
    Amount: amount / 100,
    Balance: balance / 100,
    ExpiresAt: done.expiresAt ?? null,
    Reference: reference,
    Receipt: printed([
      placeOf(who).venueName,
      titles[kind],
      purse.accountName,
      ...(kind === 'Balance' ? [] : [`Amount: ${amountText(purse, amount)}`]),
      `Balance: ${amountText(purse, balance)}`,
      ...(transactionId === null ? [] : [`Transaction: ${transactionId}`]),
      ...(reference === null ? [] : [`Reference: ${reference}`]),
    ]),
  }
}

/** Lines of a receipt: none of the names in them can begin another, such as a false balance. */
function printed(lines: readonly string[]): string[] {
  return lines.map(inOneLine)
}

/** Carries out a till's call. Where it is refused, the refusal has a receipt too, which says why. */
export async function orDeclined<Result>(who: Who, kind: Kind, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal)
      error.receipt = printed([placeOf(who).venueName, declined[kind], error.message])
    throw error
  }
}

/** Where the till stands that calls. */
export function placeOf({ till }: Who): TillPlace {
  if (!till) throw notSignedIn()
  return till
}
