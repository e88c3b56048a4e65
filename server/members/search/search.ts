import sql, { empty, type Sql } from 'sql-template-tag'
import { mostCounted } from '#contract/endpoint.ts'
import type { Queries } from '#platform/database'
import { inPlainLetters, shortPatterns } from '#platform/search'
import type { KnownSearches } from './known-searches.ts'
import { searchedMembers } from './searched.ts'
import { hasSigns, idsByPatterns, isAmongSigns } from './short-words.ts'
import { indexedCondition, type Wanted, wantedCondition, wantedWords } from './wanted.ts'

export type Listing = {
  readonly wanted: Wanted
  /** What is asked of each member `m`, with what has to be joined for it. */
  readonly columns: Sql
  readonly joins: Sql
  /** The conditions on `m` of the user's venues and of a filter. */
  readonly visible: Sql
  readonly filter: Sql
  /** The ids of those who meet both, so many of each range at the most; null where nothing is filtered. */
  readonly standing: ((most: Sql) => Sql) | null
  /** Name and id of the last member on the page before. */
  readonly after: readonly unknown[] | null
  readonly limit: number
}

export type Found<Row> = Row & { readonly sortName: string; readonly id: string }

/** So many hits are looked up and sorted without a second thought. */
export const fewHits = 2_000
// So far the list is walked in the hope of a page of hits, before more than a few of them are sorted after all.
const shortWalk = 10_000
// And so far before a short word is looked for by an index: common letters are met at once.
const shortestWalk = 2_000
const mostToCount = sql`limit ${mostCounted + 1}`

/** A way to hits by an index: `members` are so many of them at the most, or all; `rest` has still to be asked of each. */
type Way = {
  readonly name: string
  readonly members: (most: Sql) => Sql
  readonly rest: Sql
  /** So many hits at the most, where they are sooner counted than looked up. */
  readonly counted?: (most: Sql) => Sql
}

/**
 * Finds members in the order of their names. Left to itself the planner goes one of two ways, by chance of its
 * statistics: it looks all hits up and sorts them, which is slow where they are many, or it walks the list until it has
 * met enough, which is slow where they are few or all in one place, as those of a surname are. Here each search and each
 * filter goes the way that suits it, and what was learnt of it is remembered.
 */
export async function findMembers<Row>(
  db: Queries,
  known: KnownSearches,
  given: Listing,
): Promise<Found<Row>[]> {
  const listing = { ...given, wanted: await asSearched(db, given.wanted) }
  const { wanted, visible, filter, after } = listing
  if (isWholeList(listing)) {
    db.planFor('any values')
    return db.rows(walk(db, listing))
  }
  const ways = [await wayOfSearch(db, known, listing), wayOfFilter(db, listing)].filter((way) => way !== null)
  for (const way of ways) {
    const rows = await sortFewBy<Row>(db, known, listing, way)
    if (rows) return rows
  }
  const place = JSON.stringify([db.businessId, wanted, visible, filter, after])
  if (!known.has(place)) {
    const rows = await walkAStretch<Row>(
      db,
      listing,
      shortPatterns(wantedWords(wanted)) ? shortestWalk : shortWalk,
    )
    if (rows) return rows
    known.add(place)
  }
  const last = await wayOfShortWords(db, known, listing)
  if (last) {
    const rows = await sortFewBy<Row>(db, known, listing, last)
    if (rows) return rows
  }
  const [best = last] = ways
  db.planFor('its values')
  return db.rows(best ? sortAll(best, listing) : walk(db, listing))
}

/** What is wanted with its words as members are searched. */
async function asSearched(db: Queries, wanted: Wanted): Promise<Wanted> {
  return { ...wanted, q: wanted.q && (await inPlainLetters(db, wanted.q)) }
}

/** Nothing is looked for and nothing filtered: there is one way, whatever the values. */
function isWholeList({ wanted, standing }: Listing): boolean {
  return wantedCondition(wanted) === empty && standing === null
}

async function wayOfSearch(
  db: Queries,
  known: KnownSearches,
  { wanted, filter }: Listing,
): Promise<Way | null> {
  const hits = indexedCondition(wanted)
  if (!hits) return null
  const source = sql`${await searchedMembers(db, known, wanted)} and ${hits}`
  const name = JSON.stringify([db.businessId, wanted])
  return { name, members: (most) => sql`select m.* from ${source} ${most}`, rest: filter }
}

function wayOfFilter(db: Queries, { wanted, standing }: Listing): Way | null {
  if (!standing) return null
  const { values, text } = standing(empty)
  return {
    name: JSON.stringify([db.businessId, values, text]),
    members: (most) => membersOf(db, standing(most)),
    counted: standing,
    rest: wantedCondition(wanted),
  }
}

async function wayOfShortWords(
  db: Queries,
  known: KnownSearches,
  { wanted, filter }: Listing,
): Promise<Way | null> {
  const patterns = shortPatterns(wantedWords(wanted))
  if (!patterns || indexedCondition(wanted)) return null
  const source = await searchedMembers(db, known, wanted)
  return {
    name: JSON.stringify([db.businessId, wanted]),
    members: (most) => membersOf(db, idsByPatterns(source, patterns, wantedCondition(wanted), most)),
    rest: filter,
  }
}

// Their ids are gathered first: joined, they would be looked for one by one among all members by a planner who takes
// them for one, as it does of a table that is new to it.
const membersOf = (db: Queries, ids: Sql) => sql`
  select m.* from member m
  where m.business_id = ${db.businessId} and m.deleted_at is null and m.member_id = any(array(${ids}))`

/** The page, if the hits of this way are few; null if they are many, which is remembered. */
async function sortFewBy<Row>(
  db: Queries,
  known: KnownSearches,
  listing: Listing,
  way: Way,
): Promise<Found<Row>[] | null> {
  const [few, many] = [`few ${way.name}`, `many ${way.name}`]
  if (known.has(many)) return null
  if (known.has(few)) {
    // However many others find, this is the way for a few.
    db.planFor('any values')
    return db.rows(sortAll(way, listing))
  }
  db.planFor('its values')
  if (way.counted) {
    const { hits } = await db.one<{ hits: number }>(sql`
      select count(*) as hits from (${way.counted(sql`limit ${fewHits + 1}`)}) hit`)
    known.add(hits > fewHits ? many : few)
    return sortFewBy(db, known, listing, way)
  }
  const rows = await db.rows<Found<Row> & { hits: number }>(sortFew(way, listing))
  const isFew = rows[0]!.hits <= fewHits
  known.add(isFew ? few : many)
  return isFew ? rows.filter((row) => row.id !== null) : null
}

/** The page, if a short walk meets enough members or comes to the end of the list. */
async function walkAStretch<Row>(
  db: Queries,
  listing: Listing,
  stretch: number,
): Promise<Found<Row>[] | null> {
  db.planFor('any values')
  const rows = await db.rows<Found<Row>>(walk(db, listing, stretch))
  if (rows.length === listing.limit) return rows
  const further = await db.maybe(sql`select from ${list(db, listing)} ${inOrder} offset ${stretch} limit 1`)
  return further ? null : rows
}

/** The query for all that a search finds, in the order of their names; without a search that of the list, to be walked. */
export async function allMembers(
  db: Queries,
  known: KnownSearches,
  { wanted, columns, joins, visible, filter }: Omit<Listing, 'standing' | 'after' | 'limit'>,
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

/** All that a search and a filter find, to be counted; null where only a walk through the list would find them. */
export async function membersToCount(db: Queries, known: KnownSearches, given: Listing): Promise<Sql | null> {
  const listing = { ...given, wanted: await asSearched(db, given.wanted) }
  const { wanted, visible, filter, standing } = listing
  if (isWholeList(listing)) return list(db, listing)
  const hits = indexedCondition(wanted)
  if (hits) return sql`${await searchedMembers(db, known, wanted)} and ${hits} ${visible} ${filter}`
  return standing && wantedCondition(wanted) === empty ? sql`(${standing(mostToCount)}) s` : null
}

/** Sorts the hits, whose number is on every row; if they aren't few it only tells so. */
function sortFew({ members, rest }: Way, { columns, joins, visible, after, limit }: Listing): Sql {
  return sql`
    with hit as materialized (${members(sql`limit ${fewHits + 1}`)}), counted as (select count(*) as hits from hit)
    select counted.hits, found.* from counted left join lateral (
      select ${columns}, ${rank} from hit m ${joins}
      where counted.hits <= ${fewHits} ${visible} ${rest} ${beyond(after)}
      order by m.sort_name, m.member_id limit ${limit}
    ) found on true`
}

/** Sorts the hits, however many. */
function sortAll({ members, rest }: Way, { columns, joins, visible, after, limit }: Listing): Sql {
  // In an order that is the list's, but not to the planner, who would walk the list for it.
  return sql`
    select ${columns}, ${rank} from (
      select m.* from (${members(empty)}) m where true ${visible} ${rest} ${beyond(after)}
      order by m.sort_name || '', m.member_id limit ${limit}
    ) m ${joins} ${inOrder}`
}

/** Goes through the list in its order and keeps what fits, to the end or for so many members. */
function walk(db: Queries, listing: Listing, stretch?: number): Sql {
  const { wanted, columns, joins, filter, limit } = listing
  const fits = sql`${wantedCondition(wanted)} ${filter}`
  const source = stretch
    ? sql`(select m.* from ${list(db, listing)} ${inOrder} limit ${stretch}) m where true ${fits}`
    : sql`${list(db, listing)} ${fits}`
  return sql`
    select ${columns}, ${rank} from (select m.* from ${source} ${inOrder} limit ${limit}) m ${joins} ${inOrder}`
}

/** The members there are to walk: of those with a sign that few have, there are few. */
function list(db: Queries, { wanted, visible, after }: Listing): Sql {
  return sql`
    member m where m.business_id = ${db.businessId} and m.deleted_at is null ${isAmongSigns(wanted) ? hasSigns : empty}
      ${visible} ${beyond(after)}`
}

const inOrder = sql`order by m.sort_name, m.member_id`
const rank = sql`m.member_id as id, m.sort_name as "sortName"`

function beyond(after: Listing['after']): Sql {
  return after ? sql`and (m.sort_name, m.member_id) > (${after[0]}, ${after[1]})` : empty
}
