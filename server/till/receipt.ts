import { inLines, receiptLines } from '#contract/till/receipt-lines.ts'
import { receiptNumberOf } from '#contract/till/receipt-number.ts'
import type { PaidBy } from '#contract/till/tender.ts'
import type { TillReceipt } from '#contract/till/till.ts'
import type { TillPlace, Who } from '#platform/access'
import type { Call } from '#platform/call'
import { notSignedIn, Refusal } from '#platform/refusals'
import type { Posted } from '#server/ledger'
import { purseAmountText, auditPurse, type Purse } from './purse.ts'

type Kind = TillReceipt['Kind']

const titles: Readonly<Record<Kind, string>> = {
  Balance: 'Balance',
  Hold: 'Amount held',
  Capture: 'Sale',
  Release: 'Sale cancelled',
  Refund: 'Refund',
  Reload: 'Reload',
  Void: 'Reload taken back',
}

const declined: Readonly<Record<Kind, string>> = {
  Balance: 'Balance declined',
  Hold: 'Sale declined',
  Capture: 'Sale declined',
  Release: 'Cancellation declined',
  Refund: 'Refund declined',
  Reload: 'Reload declined',
  Void: 'Reload not taken back',
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
  readonly tender?: PaidBy | null
}

/** What moved in a purse: the ledger's transaction, and which of its balances is the purse's. */
type Move = Pick<Done, 'amount' | 'holdId' | 'expiresAt' | 'tender'> & {
  readonly kind: keyof typeof inTheTrail
  readonly posted: Posted
  readonly line?: number
  readonly reference: string | null
}

const inTheTrail = {
  Hold: 'Held',
  Capture: 'Taken',
  Release: 'Released',
  Refund: 'Refunded',
  Reload: 'Reloaded',
  Void: 'Reload taken back',
} as const

/** Puts what a till has moved on record, and gives the receipt of it. */
export function recordedReceipt(
  { who, audit }: Pick<Call, 'who' | 'audit'>,
  purse: Purse,
  { posted, line = 0, ...move }: Move,
): TillReceipt {
  const after = { [inTheTrail[move.kind]]: purseAmountText(purse, move.amount), Reference: move.reference }
  audit({ record: auditPurse(purse), after })
  const { at, transactionId, balances } = posted
  return receiptOf(who, purse, { ...move, at, transactionId, balance: balances[line] ?? 0 })
}

/** The receipt of what a till has done. */
export function receiptOf(who: Who, purse: Purse, done: Done): TillReceipt {
  return writtenReceipt(tillPlaceOf(who).venueName, purse, done)
}

/** The receipt of what was done at a place, or a copy of it. */
export function writtenReceipt(place: string, purse: Purse, done: Done, isCopy = false): TillReceipt {
  const { kind, at, amount, balance, reference = null, transactionId = null, tender = null } = done
  const receiptNumber = transactionId && receiptNumberOf(transactionId)
  return {
    Kind: kind,
    TransactionId: transactionId,
    ReceiptNumber: receiptNumber,
    HoldId: done.holdId ?? null,
    At: at,
    Source: purse.account.kind,
    Account: purse.accountName,
    Unit: purse.unitName,
    Amount: amount / 100,
    Balance: balance / 100,
    ExpiresAt: done.expiresAt ?? null,
    Reference: reference,
    Tender: tender,
    Receipt: receiptLines({
      place,
      isCopy,
      title: titles[kind],
      accountName: purse.accountName,
      amount: kind === 'Balance' ? null : purseAmountText(purse, amount),
      balance: purseAmountText(purse, balance),
      tender,
      transactionId,
      receiptNumber,
      reference,
    }),
  }
}

/** Carries out a till's call. Where it is refused, the refusal has a receipt too, which says why. */
export async function orDeclined<Result>(who: Who, kind: Kind, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal)
      error.receipt = inLines([tillPlaceOf(who).venueName, declined[kind], error.message])
    throw error
  }
}

/** Where the till stands that calls. */
export function tillPlaceOf({ till }: Who): TillPlace {
  if (!till) throw notSignedIn()
  return till
}
