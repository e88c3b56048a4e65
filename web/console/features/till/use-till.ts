import { useState } from 'react'
import type { Tender } from '#contract/till/tender.ts'
import type { TillFound, TillReceipt } from '#contract/till/till.ts'
import { tillCallsOf, type DemoTill, type Heard, type Means } from './till-calls.ts'

/** What came out of the printer. */
export type Slip = { readonly id: number; readonly lines: readonly string[]; readonly isDeclined: boolean }

/** Where a sale stands: somebody's card, what is held of it, what was taken. */
type Sale = {
  code: string
  found: TillFound | null
  held: TillReceipt | null
  sold: TillReceipt | null
  reloaded: TillReceipt | null
}

const noSale: Sale = { code: '', found: null, held: null, sold: null, reloaded: null }

/** A till: the sale at hand, what it printed, and what can be done. */
export function useTill(till: DemoTill) {
  const [calls] = useState(() => tillCallsOf(till))
  const [sale, setSale] = useState(noSale)
  const [slips, setSlips] = useState<readonly Slip[]>([])
  const [isBusy, setBusy] = useState(false)

  const print = (lines: readonly string[], isDeclined: boolean) =>
    setSlips((before) => [{ id: before.length, lines, isDeclined }, ...before])
  const attempt = async <Data>(call: () => Promise<Heard<Data>>): Promise<Data | null> => {
    if (isBusy) return null
    setBusy(true)
    const heard = await call().catch(() => noConnection)
    setBusy(false)
    if (heard.ok) return heard.data
    print(heard.receipt, true)
    return null
  }
  /** Carries out what has a receipt, and looks at the balance again. */
  const move = async (
    call: () => Promise<Heard<TillReceipt>>,
    next: (done: TillReceipt) => Partial<Sale>,
  ) => {
    const done = await attempt(call)
    if (!done) return
    print(done.Receipt, false)
    const found = await calls.lookUp(sale.code).catch(() => noConnection)
    setSale({ ...sale, ...next(done), ...(found.ok && { found: found.data }) })
  }

  return {
    sale,
    slips,
    isBusy,
    lookUp: async (code: string) => {
      const found = await attempt(() => calls.lookUp(code))
      setSale(found ? { ...noSale, code, found } : noSale)
    },
    /** Prints a receipt of before. */
    printAgain: async (receiptNumber: string) => {
      const copy = await attempt(() => calls.receipt(receiptNumber))
      if (copy) print(copy.Receipt, false)
    },
    ...movesOf(calls, sale.code, move),
  }
}
export type Till = ReturnType<typeof useTill>

/** Carries out what has a receipt, and looks at the balance again. */
type Move = (
  call: () => Promise<Heard<TillReceipt>>,
  next: (done: TillReceipt) => Partial<Sale>,
) => Promise<void>

function movesOf(calls: ReturnType<typeof tillCallsOf>, code: string, move: Move) {
  return {
    hold: (Amount: number, means: Means) =>
      move(
        () => calls.hold({ Code: code, Amount, ...means }),
        (held) => ({ held, sold: null }),
      ),
    capture: (held: TillReceipt, Amount: number) =>
      move(
        () => calls.capture(held.HoldId ?? '', { Amount }),
        (sold) => ({ held: null, sold }),
      ),
    release: (held: TillReceipt) =>
      move(
        () => calls.release(held.HoldId ?? ''),
        () => ({ held: null }),
      ),
    refund: (sold: TillReceipt, Amount: number) =>
      move(
        () => calls.refund(sold.TransactionId ?? '', { Amount }),
        () => ({}),
      ),
    reload: (Amount: number, Tender: Tender) =>
      move(
        () => calls.reload({ Code: code, Amount, Tender }),
        (reloaded) => ({ reloaded }),
      ),
    voidReload: (reloaded: TillReceipt) =>
      move(
        () => calls.voidReload(reloaded.TransactionId ?? ''),
        () => ({ reloaded: null }),
      ),
  }
}

const noConnection = {
  ok: false,
  message: 'No connection',
  receipt: ['No connection', 'Nobody knows whether it was done: try again.'],
} as const
