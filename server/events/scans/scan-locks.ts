import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'

/**
 * What touches several scans of a member waits for its turn here, before it touches any: two that each had what the
 * other wanted would wait for ever. Different members don't keep each other waiting.
 */
export async function lockScansOfMember(tx: Transaction, eventId: string, memberId: string): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock_shared(hashtextextended(${keyOf(tx, eventId)}, 0)),
      pg_advisory_xact_lock(hashtextextended(${`${keyOf(tx, eventId)} ${memberId}`}, 0))`)
}

/** The same for what touches scans of who knows which members. */
export async function lockScansOfEvent(tx: Transaction, eventId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(tx, eventId)}, 0))`)
}

/**
 * Doors of an occasion that has a capacity let people in one after the other: no two take the last place. And not while
 * many scans of the event come at once, which wait for nobody once they have begun.
 */
export async function lockCapacity(tx: Transaction, eventId: string, occasion: string): Promise<void> {
  const key = `event-capacity ${tx.businessId} ${eventId} ${occasion}`
  await tx.run(sql`
    select pg_advisory_xact_lock_shared(hashtextextended(${keyOf(tx, eventId)}, 0)),
      pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

function keyOf({ businessId }: Transaction, eventId: string): string {
  return `event-scans ${businessId} ${eventId}`
}
