import sql, { type Sql } from 'sql-template-tag'
import type { Who } from '#platform/access'
import type { Queries, Transaction } from '#platform/database'
import type { Account } from './accounts.ts'
import { postingInWords } from './refusals.ts'

/** Who moves something: the user of the call, or the clock. */
export type Actor = Pick<Who, 'uid' | 'name'>

/** What is kept of every transaction, beside its entries. */
export type About = {
  /** In words for people: 'Award', 'Transfer to card'. */
  readonly kind: string
  readonly actor: Actor
  /** What it belongs to, for the module that posts it: a card's id, a till's receipt. */
  readonly reference?: string | undefined
  readonly description?: string | undefined
  readonly note?: string | undefined
}

/** An amount put on an account, or taken off it if negative. */
export type Line = { readonly account: Account; readonly amount: number }

/** A transaction that was posted. `balances` are those after it, line by line; null for an account that keeps none. */
export type Posted = {
  readonly transactionId: string
  readonly at: string
  readonly balances: readonly (number | null)[]
}

/** Posts one transaction, all of it or nothing: its lines add up to nothing per unit. */
export async function post(tx: Transaction, about: About, lines: readonly Line[]): Promise<Posted> {
  const posted = await postedBy(
    tx,
    sql`post_transaction(${about.kind}, ${about.actor.uid}, ${about.actor.name},
      ${lines.map(({ account }) => account.kind)}, ${lines.map(({ account }) => account.owner)},
      ${lines.map(({ account }) => account.unit)}, ${lines.map(({ amount }) => whole(amount))},
      ${about.reference}, ${about.description}, ${about.note})`,
  )
  return posted!
}

/** Moves an amount from one account to another. */
export function move(
  tx: Transaction,
  about: About,
  { from, to, amount }: { from: Account; to: Account; amount: number },
): Promise<Posted> {
  return post(tx, about, [
    { account: from, amount: -positive(amount) },
    { account: to, amount },
  ])
}

type PostedRow = { transactionId: string | null; at: string; balances: readonly (string | null)[] | null }

/** Asks one of the ledger's functions to post; null if what it is about isn't there. */
export async function postedBy(db: Queries, call: Sql): Promise<Posted | null> {
  const { transactionId, at, balances } = await postingInWords(
    db.one<PostedRow>(sql`select transaction_id::text as "transactionId", at, balances from ${call}`),
  )
  if (transactionId === null) return null
  return {
    transactionId,
    at,
    balances: (balances ?? []).map((text) => (text === null ? null : Number(text))),
  }
}

/** The ledger counts in whole numbers; anything else is a mistake of the caller's. */
export function whole(amount: number): number {
  if (!Number.isSafeInteger(amount)) throw new Error(`not a whole amount: ${amount}`)
  return amount
}

/** An amount to be moved is more than nothing. */
export function positive(amount: number): number {
  if (whole(amount) <= 0) throw new Error(`not an amount to move: ${amount}`)
  return amount
}

/** The id of a transaction or hold as the database has it; what can't be one names none. */
export function idOf(text: string): string {
  return /^\d{1,18}$/.test(text) ? text : '0'
}
