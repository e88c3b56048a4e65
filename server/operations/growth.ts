import sql from 'sql-template-tag'
import { mostCounted, platformKinds } from '#contract/business/retention-words.ts'
import type { Growth, OlderRecords, PlatformRecords, TableSize } from '#contract/jobs/growth.ts'
import type { Queries } from '#platform/database'
import type { Settings } from '#platform/settings'
import { countOlder } from '#server/business/retention'
import { tableSizes } from './sizes.ts'

const mostTables = 25
const looksBack = [12, 24, 36]

/** How large everything is, what isn't well, and what of the platform's own could fall away. */
export async function growthOf(db: Queries, months: Settings['platformMonths']): Promise<Growth> {
  const { bytes, measured } = await db.one<{ bytes: number; measured: string | null }>(sql`
    select pg_database_size(current_database())::float8 as bytes,
      (select max(measured_at) from relation_size) as measured`)
  return {
    DatabaseBytes: bytes,
    MeasuredDate: measured,
    Results: (await tableSizes(db)).filter(({ State }, place) => place < mostTables || State !== 'Well'),
    Platform: await platformRecords(db, months),
  }
}

async function platformRecords(db: Queries, months: Settings['platformMonths']): Promise<PlatformRecords[]> {
  const records: PlatformRecords[] = []
  for (const kind of platformKinds) {
    const Older: OlderRecords[] = []
    for (const back of looksBack) {
      const { count } = await countOlder(db, kind, back)
      Older.push({ Months: back, Count: Math.min(count, mostCounted), IsMore: count > mostCounted })
    }
    records.push({ Kind: kind, Months: months[kind] ?? null, Older })
  }
  return records
}

/** What is to be done about a table that isn't well; null for one that is. */
export function whatToDo({ Name, State, SpareBytes, DeadRows }: TableSize): string | null {
  if (State === 'Bloated')
    return `${Name} takes ${megabytes(SpareBytes)} MB more than its rows need: reindex table concurrently ${Name} gives back what its indexes have of it, vacuum full ${Name} all, with the table closed meanwhile.`
  if (State === 'Unvacuumed')
    return `${Name} has ${DeadRows.toLocaleString('en-AU')} rows that are gone and not cleared up: see in pg_stat_activity what has been open for long, then vacuum ${Name}.`
  return null
}

export const megabytes = (bytes: number) => Math.round(bytes / 1e6).toLocaleString('en-AU')
