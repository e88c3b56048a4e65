import sql from 'sql-template-tag'
import { zonedTime } from '#contract/events/event-times.ts'
import type { Queries } from '#platform/database'

type Filters = { startDate?: string | undefined; endDate?: string | undefined; timeZone?: string | undefined }

/** What a file is called: the report, the business, the form or program it is of, and its days. */
export async function fileName(
  db: Queries,
  report: string,
  filters: Filters,
  of: string | null = null,
): Promise<string> {
  const { name, zone } = await db.one<{ name: string; zone: string }>(
    sql`select display_name as name, time_zone as zone from business where business_id = ${db.businessId}`,
  )
  const { startDate, endDate, timeZone = zone } = filters
  const parts = [
    report,
    name,
    of,
    startDate && `from ${dayOf(new Date(startDate), timeZone)}`,
    // The last day that is in it: the end is the moment before which.
    endDate && `to ${dayOf(new Date(Date.parse(endDate) - 1), timeZone)}`,
  ]
  return parts
    .filter((part) => part)
    .join('-')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

// Day, month, year, as in the moment that follows.
function dayOf(at: Date, timeZone: string): string {
  return zonedTime(at, timeZone).date.split('-').toReversed().join('-')
}
