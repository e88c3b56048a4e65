import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'

/**
 * Lets the changes of who has which role in a business happen one after the other. Each checks the others' work first
 * (is there another Admin, is the role still there), and two at once would both find it in order.
 */
export async function lockAccess(tx: Transaction): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`access ${tx.businessId}`}, 0))`)
}
