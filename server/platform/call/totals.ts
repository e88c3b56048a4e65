import sql, { type Sql } from 'sql-template-tag'
import { mostCounted, type Total } from '#contract/endpoint.ts'
import type { Queries } from '#platform/database'

type CountedCall = { readonly query: { readonly count?: 'true' | 'false' | undefined } }

/** True if the caller wants to know how many rows a list has, instead of some of them. */
export function isToCount({ query }: CountedCall): boolean {
  return query.count === 'true'
}

/**
 * How many rows a list has, in the shape of its page: counted so far and no further, whatever there is. `rows` is what is
 * behind 'from' in the list's own query, less the page; null where only a walk through all of them could tell.
 */
export async function totalOfList(
  db: Queries,
  rows: Sql | null,
): Promise<{ Results: []; _links: Record<never, never>; Total: Total | null }> {
  return { Results: [], _links: {}, Total: rows && (await countOf(db, rows)) }
}

async function countOf(db: Queries, rows: Sql): Promise<Total> {
  db.planFor('its values')
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from (select from ${rows} limit ${mostCounted + 1}) counted`)
  return { Count: Math.min(count, mostCounted), IsMore: count > mostCounted }
}
