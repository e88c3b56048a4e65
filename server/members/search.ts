import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { Queries } from '#platform/database.ts'
import type { CommonSearches } from './common-searches.ts'

/** What is looked for: words that all have to occur somewhere, and the start of a membership number. */
export type Wanted = { q?: string | undefined; membershipNumber?: string | undefined }

type Listing = {
  readonly wanted: Wanted
  /** What is asked of each member `m`, with what has to be joined for it. */
  readonly columns: Sql
  readonly joins: Sql
  /** Further conditions on `m`: the user's venues, a filter, the place in the list to go on from. */
  readonly conditions: Sql
  readonly limit: number
}

// Up to this many hits are sorted; beyond it they are so dense that walking the list in its order meets a page of
// them soon. Left to itself the planner picks one way or the other by chance of its statistics.
const fewHits = 2_000

export type Found<Row> = Row & { readonly sortName: string; readonly id: string }

/** Finds members in the order of their names. */
export async function findMembers<Row>(
  db: Queries,
  common: CommonSearches,
  listing: Listing,
): Promise<Found<Row>[]> {
  const narrow = narrowing(listing.wanted)
  if (!narrow) return walk(db, listing)
  const key = `${db.businessId} ${JSON.stringify(listing.wanted)}`
  if (!common.has(key)) {
    const rows = await sortHits<Row>(db, narrow, listing)
    if (rows[0]!.hits <= fewHits) return rows.filter((row) => row.id !== null)
    common.add(key)
  }
  return walk(db, listing)
}

/** Looks all hits up by their index and sorts them; if there are too many it only tells so. */
function sortHits<Row>(
  db: Queries,
  narrow: Sql,
  { columns, joins, conditions, limit }: Listing,
): Promise<(Found<Row> & { hits: number })[]> {
  return db.rows(sql`
    with hits as materialized (
      select s.member_id from member_search s
      where s.business_id = ${db.businessId} and ${narrow} limit ${fewHits + 1}
    ), counted as (select count(*) as hits from hits)
    select counted.hits, found.* from counted left join lateral (
      select ${columns}, m.member_id as id, m.sort_name as "sortName"
      from hits join member m on m.business_id = ${db.businessId} and m.member_id = hits.member_id ${joins}
      where counted.hits <= ${fewHits} ${conditions}
      order by m.sort_name, m.member_id limit ${limit}
    ) found on true`)
}

/** Goes through the list in its order and keeps what fits. */
function walk<Row>(
  db: Queries,
  { wanted, columns, joins, conditions, limit }: Listing,
): Promise<Found<Row>[]> {
  // Not LIKE: no index serves it, so there is one way to go.
  const words = wordsOf(wanted.q).map((word) => sql`and position(plain(${word}) in m.search_text) > 0`)
  const number = wanted.membershipNumber?.trim()
  return db.rows(sql`
    select ${columns}, m.member_id as id, m.sort_name as "sortName"
    from member m ${joins}
    where m.business_id = ${db.businessId} and m.deleted_at is null
      ${words.length > 0 ? join(words, ' ') : empty}
      ${number ? sql`and m.membership_number ^@ ${number}` : empty} ${conditions}
    order by m.sort_name, m.member_id limit ${limit}`)
}

/** The part of the search that an index serves; null where none does. */
function narrowing({ q, membershipNumber }: Wanted): Sql | null {
  const words = wordsOf(q)
  const number = membershipNumber?.trim()
  const conditions = [
    // The index knows threes of letters.
    ...(number || words.some((word) => word.length >= 3)
      ? words.map((word) => sql`s.search_text like anywhere(${word})`)
      : []),
    ...(number ? [sql`s.membership_number ^@ ${number}`] : []),
  ]
  return conditions.length > 0 ? join(conditions, ' and ') : null
}

// More words than anyone types add nothing but work.
function wordsOf(q = ''): string[] {
  return q
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 10)
}
