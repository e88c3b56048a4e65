import sql from 'sql-template-tag'
import type { Queries } from '#platform/database'
import { balanceOf, disbursement } from '#server/ledger'
import { sumsSince } from '#server/ledger/sums'
import { ofDisbursement } from './disbursement-sums.ts'

/** What there is to give out, in cents, and how much a day takes of it at the pace of the last days; null where nothing ever moved. */
export async function fundsOutlook(
  db: Queries,
  days: number,
): Promise<{ available: number; aDay: number } | null> {
  const start = sql`(current_instant() - make_interval(days => ${days}))`
  const { cents, moved } = await db.one<{ cents: number; moved: boolean }>(sql`
    select coalesce(-sum(came_in + went_out) filter (
        where kind <> 'Deposit' and at >= ${start}), 0)::bigint as cents,
      count(*) > 0 as moved
    from ${sumsSince(db, start)} sums where ${ofDisbursement}`)
  if (!moved) return null
  return { available: await balanceOf(db, disbursement), aDay: cents / days }
}
