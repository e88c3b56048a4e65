import sql from 'sql-template-tag'
import type { PaidBy, Tender } from '#contract/till/tender.ts'
import { moneyText } from '#contract/values/decimals.ts'
import type { Queries, Transaction } from '#platform/database'
import { accountNameOf, type Card, recordCardChange } from '#server/cards/account'
import { type About, type Account, cardBalance, move, outside, type Posted } from '#server/ledger'
import { requireReloadWithinLimits } from './limits.ts'

/** Where a till was paid, and how; or which payment of the holder it was. */
type Paid =
  | { readonly venueNo: string; readonly tender: Tender }
  | { readonly paymentId: string; readonly tender: 'Online' }

/** Money that comes onto a card: what the ledger keeps of it, from where, and what the card's history says. */
export type Reload = {
  readonly about: About
  readonly from: Account
  readonly cents: number
  readonly note: string
  /** Null for money of the business. */
  readonly paid: Paid | null
}

/**
 * Where the money is that tills were paid, by how: a drawer has what this account has given, and a terminal what the other
 * has. What was paid online the provider has. Sales are in another one, as nobody puts those into a drawer.
 */
export function tenderAccount(tender: PaidBy): Account {
  return outside(`tender/${tender}`, 'AUD')
}

/** Puts money on a card that is locked and may be used, within the limits of its program. */
export async function addToCard(tx: Transaction, card: Card, reload: Reload): Promise<Posted> {
  const { about, from, cents, note, paid } = reload
  await requireReloadWithinLimits(tx, card, cents)
  await recordCardChange(tx, about.actor, card.CardId, `${moneyText(cents / 100)} added`, note)
  const posted = await move(tx, about, { from, to: cardBalance(card.CardId), amount: cents })
  await tx.run(sql`
    insert into card_reload (business_id, transaction_id, card_id, cents, account_name, venue_no, tender,
      payment_id)
    values (${tx.businessId}, ${posted.transactionId}, ${card.CardId}, ${cents}, ${accountNameOf(card)},
      ${paid && 'venueNo' in paid ? paid.venueNo : null}, ${paid?.tender},
      ${paid && 'paymentId' in paid ? paid.paymentId : null})`)
  return posted
}

type PaidReload = {
  readonly cardId: string
  readonly cents: number
  readonly tender: Tender
  /** False once it is too old for a till to take it back. */
  readonly isRecent: boolean
}

/** A reload that the tills of a venue were paid for; null if there is none of this transaction. */
export function paidReload(db: Queries, transactionId: string, venueNo: string): Promise<PaidReload | null> {
  return db.maybe<PaidReload>(sql`
    select r.card_id as "cardId", r.cents, r.tender, t.at > now() - interval '1 day' as "isRecent"
    from card_reload r
    join ledger_transaction t on t.business_id = r.business_id and t.transaction_id = r.transaction_id::bigint
    where r.business_id = ${db.businessId} and r.transaction_id = ${transactionId} and r.venue_no = ${venueNo}`)
}
