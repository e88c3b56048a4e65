import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'

/**
 * Has others who accept wait, by hand or without a look: of two applications of one person at once, the second finds the first among the
 * members. Asked for before any session is locked, as everywhere, so that nobody waits for each other.
 */
export async function acceptOneByOne(tx: Transaction): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`accept ${tx.businessId}`}, 0))`)
}
