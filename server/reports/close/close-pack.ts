import sql from 'sql-template-tag'
import type { ClosePack, closePackApi } from '#contract/reports/close-pack.ts'
import type { Call } from '#platform/call'
import { fewOfEach } from '#platform/concurrency'
import type { Queries } from '#platform/database'
import type { Period } from './close-transactions.ts'
import { feesIn } from './fees.ts'
import { type PackSums, readPackSums } from './pack-sums.ts'
import { unmatched } from './unmatched.ts'

// Each adds up much: however many people open it at once, most connections are left to the others.
const adding = fewOfEach(2, 40, 20)

/** What finance closes a day or a month with: where the money was before, what moved, and where it was after. */
export function getClosePack({ db, query }: Call<typeof closePackApi.getClosePack>): Promise<ClosePack> {
  return adding(db.businessId, () => readClosePack(db, query))
}

// One statement after the other, so that it never has more than one connection.
async function readClosePack(db: Queries, query: Period): Promise<ClosePack> {
  const { lines, held, points, breakage, reloads } = await readPackSums(db, query)
  const fees = await feesIn(db, query)
  const checks = await sumUnmatched(db)
  const of = (kind: string) => inDollars(held.find((row) => row.kind === kind))
  return {
    Disbursement: of('disbursement'),
    Lines: lines.map(({ cents, ...line }) => ({ ...line, Amount: cents / 100 })),
    Cards: of('card'),
    Purses: of('purse'),
    InFlight: of('in-flight'),
    Points: inDollars(points),
    Reloads: reloads.map(({ cents, takenBackCents, ...line }) => ({
      ...line,
      Amount: cents / 100,
      TakenBack: takenBackCents / 100,
    })),
    Fees: fees,
    Breakage: breakage / 100,
    PointsBreakage: points.broken / 100,
    Unmatched: { Count: checks.count, Amount: checks.cents / 100 },
  }
}

function inDollars(
  { opening, closing }: Omit<PackSums['held'][number], 'kind'> = { opening: 0, closing: 0 },
) {
  return { Opening: opening / 100, Closing: closing / 100 }
}

/** How many accounts don't match, and by how many dollars: none, unless something is wrong. */
function sumUnmatched(db: Queries) {
  return db.one<{ count: number; cents: number }>(sql`
    select count(*), coalesce(sum(abs(flying - held)) filter (where unit = 'AUD'), 0)::bigint as cents
    from (${unmatched(db)}) odd`)
}
