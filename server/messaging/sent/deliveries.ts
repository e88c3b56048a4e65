import sql, { type Sql } from 'sql-template-tag'
import type { OutboxState } from '#contract/messaging/outbox.ts'
import type { Queries } from '#platform/database'

/** How far a message has come. */
export type Delivery = {
  readonly id: string
  readonly state: OutboxState
  /** What the last try met. */
  readonly error: string | null
  readonly sentAt: string | null
}

/** How far each of these messages of the business has come. */
export async function deliveriesOf(db: Queries, ids: readonly string[]): Promise<Map<string, Delivery>> {
  if (ids.length === 0) return new Map()
  const rows = await db.rows<Delivery>(sql`
    select id::text as id, state, last_error as error, sent_at as "sentAt" from outbox_message
    where business_id = ${db.businessId} and id = any(${ids}::bigint[])`)
  return new Map(rows.map((delivery) => [delivery.id, delivery]))
}

/** Joins the message `o` of this number to rows of the business; it may have fallen away. */
export function withMessage(businessId: string, id: Sql): Sql {
  return sql`left join outbox_message o on o.business_id = ${businessId} and o.id = ${id}`
}

/** The numbers of the business's messages that failed, or wait: an index has these, which are few. */
export function messagesIn(businessId: string, state: 'Failed' | 'Queued'): Sql {
  // As words of the statement rather than as a value: an index of some states serves no other.
  const isIn = state === 'Failed' ? sql`f.state = 'Failed'` : sql`f.state = 'Queued'`
  return sql`select f.id from outbox_message f where f.business_id = ${businessId} and ${isIn}`
}

/** How many of these messages, a select of their numbers, wait to go out: for the first time, and at all. */
export function waitingAmong(db: Queries, ids: Sql): Promise<{ untried: number; waiting: number }> {
  return db.one(sql`
    select count(*) filter (where tries = 0)::int as untried, count(*)::int as waiting from outbox_message
    where business_id = ${db.businessId} and state = 'Queued' and id = any(array(${ids}))`)
}
