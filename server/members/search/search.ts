import sql, { empty, type Sql } from 'sql-template-tag'
import type { Queries } from '#platform/database'
import type { KnownSearches } from './known-searches.ts'
import { searchedMembers } from './searched.ts'
import { indexedCondition, type Wanted, wantedCondition } from './wanted.ts'

export type Listing = {
  readonly wanted: Wanted
  /** What is asked of each member `m`, with what has to be joined for it. */
  readonly columns: Sql
  readonly joins: Sql
  /** The conditions on `m` of the user's venues and of a filter. */
  readonly visible: Sql
  readonly filter: Sql
  /** Name and id of the last member on the page before. */
  readonly after: readonly unknown[] | null
  readonly limit: number
}

export type Found<Row> = Row & { readonly sortName: string; readonly id: string }

// So many hits are looked up and sorted without a second thought.
const fewHits = 2_000
// So far the list is walked in the hope of a page of hits, before more than a few of them are sorted after all.
const shortWalk = 10_000

/**
 * Finds members in the order of their names. Left to itself the planner goes one of two ways, by chance of its
 * statistics: it looks all hits up and sorts them, which is slow where they are many, or it walks the list until it has
 * met enough, which is slow where they are few or all in one place, as those of a surname are. Here each search goes
 * the way that suits it, and what was learnt of it is remembered.
 */
export async function findMembers<Row>(
  db: Queries,
  known: KnownSearches,
  listing: Listing,
): Promise<Found<Row>[]> {
  const { wanted, visible, filter, after, limit } = listing
  const hits = indexedCondition(wanted)
  if (!hits) {
    if (isWholeList(listing)) db.keepPlans()
    return db.rows(walk(db, listing))
  }
  const source = sql`${await searchedMembers(db, known, wanted)} and ${hits}`
  const search = JSON.stringify([db.businessId, wanted])
  const [few, many] = [`few ${search}`, `many ${search}`]
  const isFew = known.has(few)
  if (!isFew && !known.has(many)) {
    const rows = await db.rows<Found<Row> & { hits: number }>(sortFew(source, listing))
    if (rows[0]!.hits > fewHits) known.add(many)
    else {
      known.add(few)
      return rows.filter((row) => row.id !== null)
    }
  }
  // However many others find, this is the way for a few. Of a number the index wants to know the beginning.
  if (isFew && !wanted.membershipNumber?.trim()) db.keepPlans()
  const place = JSON.stringify([search, visible, filter, after])
  if (!isFew && !known.has(place)) {
    const rows = await db.rows<Found<Row>>(walk(db, listing, shortWalk))
    if (rows.length === limit) return rows
    known.add(place)
  }
  return db.rows(sortAll(source, listing))
}

/** Nothing is looked for and nothing filtered: there is one way, whatever the values. */
function isWholeList({ wanted, filter }: Listing): boolean {
  return wantedCondition(wanted) === empty && filter === empty
}

/** The query for all that a search finds, in the order of their names; without a search that of the list, to be walked. */
export async function allMembers(
  db: Queries,
  known: KnownSearches,
  { wanted, columns, joins, visible, filter }: Omit<Listing, 'after' | 'limit'>,
): Promise<{ query: Sql; isWalk: boolean }> {
  const hits = indexedCondition(wanted)
  const source = hits
    ? sql`${await searchedMembers(db, known, wanted)} and ${hits}`
    : sql`member m where m.business_id = ${db.businessId} and m.deleted_at is null ${wantedCondition(wanted)}`
  const query = sql`
    select ${columns} from (select m.* from ${source} ${visible} ${filter}) m ${joins}
    order by m.sort_name, m.member_id`
  return { query, isWalk: !hits }
}

/** Sorts the hits, whose number is on every row; if they aren't few it only tells so. */
function sortFew(source: Sql, { columns, joins, visible, filter, after, limit }: Listing): Sql {
  return sql`
    with hit as materialized (
      select m.* from ${source} limit ${fewHits + 1}
    ), counted as (select count(*) as hits from hit)
    select counted.hits, found.* from counted left join lateral (
      select ${columns}, ${rank} from hit m ${joins}
      where counted.hits <= ${fewHits} ${visible} ${filter} ${beyond(after)}
      order by m.sort_name, m.member_id limit ${limit}
    ) found on true`
}

/** Sorts the hits, however many. */
function sortAll(source: Sql, { columns, joins, visible, filter, after, limit }: Listing): Sql {
  // In an order that is the list's, but not to the planner, who would walk the list for it.
  return sql`
    select ${columns}, ${rank} from (
      select m.* from ${source} ${visible} ${filter} ${beyond(after)}
      order by m.sort_name || '', m.member_id limit ${limit}
    ) m ${joins}
    order by m.sort_name, m.member_id`
}

/** Goes through the list in its order and keeps what fits, to the end or for so many members. */
function walk(db: Queries, listing: Listing, stretch?: number): Sql {
  const { wanted, columns, joins, visible, filter, after, limit } = listing
  const inOrder = sql`order by m.sort_name, m.member_id`
  const list = sql`
    member m where m.business_id = ${db.businessId} and m.deleted_at is null ${visible} ${beyond(after)}`
  const fits = sql`${wantedCondition(wanted)} ${filter}`
  const source = stretch
    ? sql`(select m.* from ${list} ${inOrder} limit ${stretch}) m where true ${fits}`
    : sql`${list} ${fits}`
  return sql`
    select ${columns}, ${rank} from (select m.* from ${source} ${inOrder} limit ${limit}) m ${joins} ${inOrder}`
}

const rank = sql`m.member_id as id, m.sort_name as "sortName"`

function beyond(after: Listing['after']): Sql {
  return after ? sql`and (m.sort_name, m.member_id) > (${after[0]}, ${after[1]})` : empty
}
