import sql from 'sql-template-tag'
import type { Price } from '#contract/requests/request-rules.ts'
import type { Queries, Transaction } from '#platform/database'
import type { Session } from '#server/requests/sessions'

/** Cents with the tax in them, and the tax. */
export type Owing = { readonly cents: number; readonly tax: number }

/**
 * What is still to be paid for a session: what it cost when it was submitted, less discounts and what was paid and kept. A
 * payment that is given back counts for nothing from when that begins.
 */
export function owingOf(db: Queries, sessionId: string): Promise<Owing> {
  return db.one<Owing>(sql`
    select greatest(0, coalesce(s.due_cents, 0) - let_off.cents - kept.cents)::bigint as cents,
      greatest(0, coalesce(s.due_tax_cents, 0) - let_off.tax - kept.tax)::bigint as tax
    from request_session s
    cross join lateral (
      select coalesce(sum(d.cents), 0) as cents, coalesce(sum(d.tax_cents), 0) as tax from request_discount d
      where d.business_id = s.business_id and d.session_id = s.session_id) let_off
    cross join lateral (
      select coalesce(sum(e.cents), 0) as cents, coalesce(sum(e.tax_cents), 0) as tax from request_payment p
      join payment_entry e on e.business_id = p.business_id and e.payment_id = p.payment_id
      where p.business_id = s.business_id and p.session_id = s.session_id and p.state = 'Paid') kept
    where s.business_id = ${db.businessId} and s.session_id = ${sessionId}`)
}

/** Keeps what a session costs, whoever is going to take it. */
export async function keepPrice(
  tx: Transaction,
  { sessionId }: Session,
  { total, tax }: Price,
): Promise<void> {
  await tx.run(sql`
    update request_session set due_cents = ${total}, due_tax_cents = ${tax}
    where business_id = ${tx.businessId} and session_id = ${sessionId}`)
}

/** A part of what is owing, with its share of the tax: parts add up to the cent. */
export function partOfOwing(owing: Owing, cents: number): Price {
  return {
    total: cents,
    tax: cents === owing.cents ? owing.tax : Math.round((owing.tax * cents) / owing.cents),
  }
}

export type GivenDiscount = { cents: number; reason: string; givenBy: string; givenAt: string }

/** What was let off, oldest first. */
export function discountsOf(db: Queries, sessionId: string): Promise<GivenDiscount[]> {
  return db.rows<GivenDiscount>(sql`
    select cents, reason, given_by as "givenBy", given_at as "givenAt" from request_discount
    where business_id = ${db.businessId} and session_id = ${sessionId} order by given_at, discount_id`)
}
