import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import { notFound } from '#platform/refusals'
import type { Account } from './accounts.ts'
import { type About, type Actor, idOf, type Posted, positive, postedBy } from './posting.ts'

export type Reversal = {
  readonly transactionId: string
  readonly reason: string
  readonly actor: Actor
  /** In words for people, where there are better ones. */
  readonly kind?: string
}

/** Takes a whole transaction back, once and for a reason. Holds are released and captures refunded instead. */
export async function reverse(
  tx: Transaction,
  { transactionId, reason, actor, kind = 'Reversal' }: Reversal,
): Promise<Posted> {
  return required(
    await postedBy(
      tx,
      sql`reverse_transaction(${idOf(transactionId)}, ${kind}, ${actor.uid}, ${actor.name}, ${reason})`,
    ),
  )
}

export type Refund = {
  /** The transaction in which `from` received at least this. */
  readonly transactionId: string
  readonly from: Account
  readonly to: Account
  readonly amount: number
}

/**
 * Gives back what an account received in a transaction, or a part of it; all refunds of it together never exceed that.
 * @public
 */
export async function refund(
  tx: Transaction,
  about: About,
  { transactionId, from, to, amount }: Refund,
): Promise<Posted> {
  return required(
    await postedBy(
      tx,
      sql`refund_transaction(${idOf(transactionId)}, ${about.kind}, ${about.actor.uid}, ${about.actor.name},
        ${from.kind}, ${from.owner}, ${to.kind}, ${to.owner}, ${from.unit}, ${positive(amount)},
        ${about.reference}, ${about.description}, ${about.note})`,
    ),
  )
}

function required(posted: Posted | null): Posted {
  if (!posted) throw notFound('The transaction')
  return posted
}
