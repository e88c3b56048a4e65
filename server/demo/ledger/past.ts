import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import { type About, type Account, inFlightOf, type Line, outside } from '#server/ledger'
import { registerHolds } from './past-holds.ts'
import type { Till } from './till.ts'

/** Something that moved money or points some days ago. */
export type Deed = { readonly daysAgo: number; readonly carryOut: (tx: Transaction) => Promise<unknown> }

/** Carries deeds out in the order in which they happened, as the ledger wants its history. */
export async function carryOutDeeds(tx: Transaction, deeds: readonly Deed[]): Promise<void> {
  for (const deed of deeds.toSorted((one, other) => other.daysAgo - one.daysAgo)) await deed.carryOut(tx)
  await registerHolds(tx)
}

/** The hold that a transaction settles, and whether it goes back to where it came from. */
type Settling = { readonly holdId?: string; readonly isGivenBack?: boolean }

/** Posts a transaction as the product does, only earlier; tells its id. */
export async function postAgo(
  tx: Transaction,
  daysAgo: number,
  about: About,
  lines: readonly Line[],
  { holdId, isGivenBack = false }: Settling = {},
): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    select transaction_id::text as id from post_transaction(${about.kind}, ${about.actor.uid}, ${about.actor.name},
      ${lines.map(({ account }) => account.kind)}, ${lines.map(({ account }) => account.owner)},
      ${lines.map(({ account }) => account.unit)}, ${lines.map(({ amount }) => amount)},
      ${about.reference}, ${about.description}, ${about.note}, ${isGivenBack ? [false, true] : null}::boolean[],
      p_hold_id => ${holdId}, p_at => now() - make_interval(secs => ${daysAgo * 86_400}))`)
  return id
}

type Holding = {
  readonly account: Account
  readonly amount: number
  readonly about: About
  readonly daysAgo: number
  /** Told the hold's id. */
  readonly keep?: (tx: Transaction, holdId: string) => Promise<unknown>
  /** Where the amount went, if it isn't held any more; null if it was given back. */
  readonly settled?:
    | { readonly daysAgo: number; readonly about: About; readonly to: Account | null }
    | undefined
}

/** An amount that was set aside, and what became of it. */
export function held({ account, amount, about, daysAgo, keep, settled }: Holding): Deed[] {
  let holdId = ''
  const inFlight = inFlightOf(account)
  const take = async (tx: Transaction) => {
    holdId = await postAgo(tx, daysAgo, about, [
      { account, amount: -amount },
      { account: inFlight, amount },
    ])
    await keep?.(tx, holdId)
  }
  const settle = (to: Account | null, then: number, why: About) => (tx: Transaction) =>
    postAgo(
      tx,
      then,
      why,
      [
        { account: inFlight, amount: -amount },
        { account: to ?? account, amount },
      ],
      { holdId, isGivenBack: to === null },
    )
  return [
    { daysAgo, carryOut: take },
    ...(settled
      ? [{ daysAgo: settled.daysAgo, carryOut: settle(settled.to, settled.daysAgo, settled.about) }]
      : []),
  ]
}

const halfAMinute = 1 / 2880

/** A sale at a till: it holds the amount, and takes it when the sale is done. */
export function sale(
  till: Till,
  account: Account,
  amount: number,
  { daysAgo, reference }: { daysAgo: number; reference: string },
): Deed[] {
  const about = (kind: string) => ({ kind, actor: till, description: till.venue, reference })
  return held({
    account,
    amount,
    about: about('Purchase'),
    daysAgo,
    settled: {
      daysAgo: daysAgo - halfAMinute,
      about: about('Purchase settled'),
      to: outside('till', account.unit),
    },
  })
}
