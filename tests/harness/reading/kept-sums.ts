import { expect, vi } from 'vitest'
import type { TestHub } from '#tests/hub.ts'

// Those who write at the same time are other tests, of hundreds of thousands of members.
const patience = { timeout: 10 * 60_000, interval: 500 }

/**
 * Has all that was written in the sums, and known to the planner. Of the ledger that takes until nobody writes any more who began
 * before, in whichever database of the same PostgreSQL.
 */
export async function keepSums({ owner, tasks }: TestHub): Promise<void> {
  await vi.waitFor(async () => {
    for (const task of ['keep_ledger_sums', 'keep_record_sums'])
      await tasks[task]!({} as never, { isLast: false })
    const { rows } = await owner.query(`
      select from ledger_transaction t where transaction_id >
        (select coalesce(max(transaction_id), 0) from ledger_kept k where k.business_id = t.business_id) limit 1`)
    expect(rows).toEqual([])
  }, patience)
  await owner.query('vacuum analyze')
}
