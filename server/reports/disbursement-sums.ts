import sql from 'sql-template-tag'
import type { reportsApi } from '#contract/reports/reports.ts'
import type { Call } from '#platform/call'
import { sumsOfAll } from '#server/ledger/sums'

/** Those sums of the ledger that are of the account that money is given out from. */
export const ofDisbursement = sql`account_kind = 'disbursement' and unit = 'AUD'`

type Totals = { Count: number; CameIn: number; WentOut: number; Balance: number }

/** All that came in and went out, in dollars: the difference is what is there. */
export async function sumDisbursementTransactions({
  db,
}: Call<typeof reportsApi.sumDisbursementTransactions>): Promise<Totals> {
  const { count, cameIn, wentOut } = await db.one<{ count: number; cameIn: number; wentOut: number }>(sql`
    select coalesce(sum(entries), 0)::bigint as count, coalesce(sum(came_in), 0)::bigint as "cameIn",
      coalesce(-sum(went_out), 0)::bigint as "wentOut"
    from ${sumsOfAll(db)} sums where ${ofDisbursement}`)
  return { Count: count, CameIn: cameIn / 100, WentOut: wentOut / 100, Balance: (cameIn - wentOut) / 100 }
}
