import sql, { join } from 'sql-template-tag'
import type { EntryNow } from '#contract/events/entries.ts'
import type { EventTimes } from '#contract/events/event-times.ts'
import { rightNow } from '#platform/clock'
import type { Queries } from '#platform/database'
import { occasionsNow, visitsNow } from '#server/events/doors'
import { peopleCounted } from './people.ts'
import type { VisitorsIn } from './visitors.ts'

type Entry = EventTimes & { readonly id: string }

/** How many came to each of these entries on its day, and how many are in, as their doors have it: one question for all. */
export async function readEntriesNow(
  db: Queries,
  visitorsIn: VisitorsIn,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, EntryNow>> {
  if (entries.length === 0) return new Map()
  const now = rightNow()
  const each = entries.map((entry) => {
    const held = { ...entry, Sessions: [], Capacity: null }
    const people = peopleCounted(db.businessId, entry.id, occasionsNow(held, now))
    const visitors = visitorsIn(db.businessId, { venues: null }, entry.id, visitsNow(held, now))
    return sql`select ${entry.id} as id, people.*,
      (select count(*) from (${visitors}) visitors) as "VisitorsIn" from (${people}) people`
  })
  const rows = await db.rows<EntryNow & { id: string }>(join(each, ' union all '))
  return new Map(rows.map(({ id, ...figures }) => [id, figures]))
}
