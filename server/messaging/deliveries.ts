import sql from 'sql-template-tag'
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
