import sql from 'sql-template-tag'
import type { Queries } from '#platform/database'
import { balanceOf, disbursement } from '#server/ledger'
import { disbursementHours } from './disbursement-sums.ts'

/** What there is to give out, in cents, and how much a day takes of it at the pace of the last days; null where nothing ever moved. */
export async function fundsOutlook(
  db: Queries,
  days: number,
): Promise<{ available: number; aDay: number } | null> {
  const { cents, moved } = await db.one<{ cents: number; moved: boolean }>(sql`
    select coalesce(-sum(came_in + went_out) filter (
        where kind <> 'Deposit' and hour >= current_instant() - make_interval(days => ${days})), 0)::bigint as cents,
      count(*) > 0 as moved
    from ${disbursementHours(db)} hours`)
  if (!moved) return null
  return { available: await balanceOf(db, disbursement), aDay: cents / days }
}
