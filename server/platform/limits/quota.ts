import sql, { type Sql } from 'sql-template-tag'
import { quotas, type QuotaName } from '#contract/values/quota.ts'
import type { Transaction } from '#platform/database'
import { conflict } from '#platform/refusals'

/**
 * Refuses to make another where `held`, a select, finds as many as there may be. Those who come at once for the last
 * place take turns, and one of them gets it.
 */
export async function requireQuota(tx: Transaction, name: QuotaName, held: Sql): Promise<void> {
  const { most, sentence } = quotas[name]
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`room ${name} ${tx.businessId}`}, 0))`)
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::int as count from (${held} limit ${most}) held`,
  )
  if (count >= most) throw conflict('no_room', sentence)
}
