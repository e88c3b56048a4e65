import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { Queries } from '#platform/database.ts'
import { listColumns, type ListRow, withDescriptions } from './member-record.ts'

/** What is looked for: words that all have to occur somewhere, and the start of a membership number. */
export type Wanted = { q?: string | undefined; membershipNumber?: string | undefined }

type Listing = {
  readonly wanted: Wanted
  /** Further conditions on `m`: the user's venues, a filter, the place in the list to go on from. */
  readonly conditions: Sql
  readonly limit: number
}

// Up to this many hits are sorted; beyond it they are so dense that walking the list in its order meets a page of
// them soon. Left to itself the planner picks one way or the other by chance of its statistics.
const fewHits = 2_000

/** The members found, in the order of their names. */
export async function findMembers(db: Queries, common: CommonWords, listing: Listing): Promise<ListRow[]> {
  const narrow = narrowing(listing.wanted)
  const key = `${db.businessId} ${JSON.stringify(listing.wanted)}`
  if (narrow && !common.has(key)) {
    const rows = await sortHits(db, narrow, listing)
    const hits = rows[0]?.hits ?? 0
    if (hits <= fewHits) return rows.filter((row) => row.id !== null)
    common.add(key)
  }
  return walk(db, listing)
}

/** Looks all hits up by their index and sorts them; if there are too many it only tells so. */
function sortHits(
  db: Queries,
  narrow: Sql,
  { conditions, limit }: Listing,
): Promise<(ListRow & { hits: number })[]> {
  return db.rows(sql`
    with hits as materialized (
      select s.member_id from member_search s
      where s.business_id = ${db.businessId} and ${narrow} limit ${fewHits + 1}
    ), counted as (select count(*) as hits from hits)
    select counted.hits, found.* from counted left join lateral (
      select ${listColumns}, m.sort_name as "sortName"
      from hits join member m on m.business_id = ${db.businessId} and m.member_id = hits.member_id
      ${withDescriptions}
      where counted.hits <= ${fewHits} ${conditions}
      order by m.sort_name, m.member_id limit ${limit}
    ) found on true`)
}

/** Goes through the list in its order and keeps what fits. */
function walk(db: Queries, { wanted, conditions, limit }: Listing): Promise<ListRow[]> {
  // Not LIKE: no index serves it, so there is one way to go.
  const words = wordsOf(wanted.q).map((word) => sql`and position(plain(${word}) in m.search_text) > 0`)
  const number = wanted.membershipNumber
    ? sql`and m.membership_number ^@ ${wanted.membershipNumber.trim()}`
    : empty
  return db.rows<ListRow>(sql`
    select ${listColumns}, m.sort_name as "sortName"
    from member m ${withDescriptions}
    where m.business_id = ${db.businessId} and m.deleted_at is null
      ${words.length > 0 ? join(words, ' ') : empty} ${number} ${conditions}
    order by m.sort_name, m.member_id limit ${limit}`)
}

/** The part of the search that an index serves; null where none does. */
function narrowing({ q, membershipNumber }: Wanted): Sql | null {
  const words = wordsOf(q)
  const conditions = [
    ...(words.some((word) => word.length >= 3)
      ? words.map((word) => sql`s.search_text like '%' || plain(${escaped(word)}) || '%'`)
      : []),
    ...(membershipNumber ? [sql`s.membership_number ^@ ${membershipNumber.trim()}`] : []),
  ]
  return conditions.length > 0 ? join(conditions, ' and ') : null
}

function wordsOf(q = ''): string[] {
  return q
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 10)
}

function escaped(word: string): string {
  return word.replaceAll(/[\\%_]/g, '\\$&')
}

export type CommonWords = { has(key: string): boolean; add(key: string): void }

/** Remembers for a while which searches have many hits, so that they needn't be counted again. Being wrong costs time only. */
export function createCommonWords(): CommonWords {
  const until = new Map<string, number>()
  return {
    has: (key) => (until.get(key) ?? 0) > Date.now(),
    add: (key) => {
      if (until.size >= 10_000) until.clear()
      until.set(key, Date.now() + 10 * 60_000)
    },
  }
}
