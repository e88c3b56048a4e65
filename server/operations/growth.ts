import sql from 'sql-template-tag'
import { mostCountedToFallAway, platformKinds } from '#contract/business/retention-words.ts'
import type { Growth, OlderRecords, PlatformRecords } from '#contract/jobs/growth.ts'
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
      Older.push({
        Months: back,
        Count: Math.min(count, mostCountedToFallAway),
        IsMore: count > mostCountedToFallAway,
      })
    }
    records.push({ Kind: kind, Months: months[kind] ?? null, Older })
  }
  return records
}
