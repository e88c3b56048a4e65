import sql, { empty, join, type Sql } from 'sql-template-tag'
import { likePattern, type Queries, wordsOf } from '#platform/database'
import { hasThreeLetters, inPlainLetters, longestShortWord, shortPatterns } from './short-words.ts'

// So many hits are looked up and sorted without a second thought.
const fewHits = 2_000
// So far the list is walked in the hope of a page, before more than a few hits are sorted after all, or a short word is looked
// for by an index: common letters are met at once.
const stretch = 2_000

/** What an index of letters is asked for. */
export type Needle = {
  readonly word: string
  /** The condition that a text, as the index has it, has the word. */
  readonly meets: (text: Sql) => Sql
}

/** A list that is shown page by page. */
export type PagedList = {
  readonly table: Sql
  /** What a row is called in the parts below. */
  readonly row: Sql
  /** What a row is known by among those of `base`, with the name of its column alone. */
  readonly id: Sql
  /** The rows that the list is of, such as those of the business. */
  readonly base: Sql
  readonly joins: Sql
  /** What else is asked of a row. */
  readonly filter: Sql
  /** Selects of the ids of all that its reader may see, where it is known that these are of few: others needn't be looked at. */
  readonly ofFew?: readonly Sql[] | null
}

/** A list that is searched by words. */
export type SearchedList = PagedList & {
  /** What is looked for is one text, with its blanks and accents, instead of words. */
  readonly isPhrase?: boolean
  /** The condition that a word occurs in a row or in what is joined to it. No index serves it, so that none tempts the planner. */
  readonly has: (word: string) => Sql
  /**
   * Selects of the ids of rows that have a word in the list's own text, through a view past row-level security, which would keep the
   * index of letters from being used.
   */
  readonly within: (needle: Needle) => readonly Sql[]
  /** The same of where a word may stand besides, alone. */
  readonly beside?: (needle: Needle) => readonly Sql[]
}

export type Page = {
  readonly columns: Sql
  /** Where the page before ended. */
  readonly after: Sql
  readonly order: Sql
  readonly limit: number
}

/**
 * A page of the rows in which every word occurs: of all, where there is none. Few hits are looked up by an index and sorted. Where
 * they are many a page is soon met on the way through the list, or else they are sorted after all: the whole list is walked
 * where no index knows the words, such as a lone sign.
 */
export async function findByWords<Row>(
  db: Queries,
  q: string | undefined,
  list: SearchedList,
  page: Page,
): Promise<Row[]> {
  const words = await wordsIn(db, q, list)
  const asked = { list, page, wanted: haveAll(words, list) }
  if (words.length === 0 || list.ofFew) return findAsked(db, asked)
  db.planFor('its values')
  const hits = hitsOf(words, list)
  if (hits && words.some(hasThreeLetters)) return findAmong(db, hits, asked)
  const met = await db.rows<Row>(walk(asked, aStretch(asked)))
  if (met.length === page.limit) return met
  if (!hits) return db.rows(walk(asked, list.table))
  return (await sortFew<Row>(db, hits, asked)) ?? db.rows(walk(asked, those(list, hits(empty))))
}

/** A page of a list that isn't searched by words: what is of few is looked up and sorted, any other is walked. */
export function findPage<Row>(db: Queries, list: PagedList, page: Page): Promise<Row[]> {
  return findAsked(db, { list, page, wanted: empty })
}

/** What is asked of a list, with the condition of the words, if there are any. */
type Asked = { readonly list: PagedList; readonly page: Page; readonly wanted: Sql }

function findAsked<Row>(db: Queries, asked: Asked): Promise<Row[]> {
  db.planFor('its values')
  const { table, ofFew } = asked.list
  return ofFew ? findAmong(db, (most) => anyOf(ofFew, most), asked) : db.rows(walk(asked, table))
}

/** The ids that a query has, where they are few; null where they are more. */
export async function fewOf(db: Queries, ids: Sql): Promise<string[] | null> {
  db.planFor('its values')
  const rows = await db.rows<{ id: string }>(sql`${ids} limit ${fewHits + 1}`)
  return rows.length > fewHits ? null : rows.map(({ id }) => id)
}

/** A page of those rows among the hits that are asked for. */
async function findAmong<Row>(db: Queries, hits: Hits, asked: Asked): Promise<Row[]> {
  const few = await sortFew<Row>(db, hits, asked)
  if (few) return few
  const met = await db.rows<Row>(walk(asked, aStretch(asked)))
  if (met.length === asked.page.limit) return met
  return db.rows(walk(asked, those(asked.list, hits(empty))))
}

async function wordsIn(db: Queries, q = '', { isPhrase }: SearchedList): Promise<string[]> {
  if (isPhrase) return [q.trim().toLowerCase()].filter((phrase) => phrase !== '')
  return wordsOf(q).length === 0 ? [] : wordsOf(await inPlainLetters(db, q))
}

/** All rows of a list in which every word occurs, to be counted; null where no index finds them. */
export function allByWords(q: string | undefined, list: SearchedList): Sql | null {
  // As in findByWords, but for accents: LIKE has the words as they are, and each is compared anew.
  const words = wordsOf(q?.toLowerCase())
  const wanted = haveAll(words, list)
  if (list.ofFew && words.every(isPlain)) return rowsOf(list, rowsToLookAt(list), wanted)
  if (words.length === 0) return rowsOf(list, list.table, empty)
  const hits = words.some(hasThreeLetters) && words.every(isPlain) ? hitsOf(words, list) : null
  return hits && rowsOf(list, those(list, hits(empty)), wanted)
}

/** What a list is read from, as a table: all of it, or the rows of few. */
export function rowsToLookAt(list: Omit<PagedList, 'joins' | 'filter'>): Sql {
  return list.ofFew ? those(list, anyOf(list.ofFew, empty)) : list.table
}

function haveAll(words: readonly string[], { has }: SearchedList): Sql {
  return words.length === 0
    ? empty
    : join(
        words.map((word) => sql`and ${has(word)}`),
        ' ',
      )
}

const isPlain = (word: string) => /^\p{ASCII}*$/u.test(word)

/** So many of the ids of the rows in question, or all. */
type Hits = (most: Sql) => Sql

/** The ids of all rows that may have the words, and of few that don't; null where no index knows any of the words. */
function hitsOf(words: readonly string[], list: SearchedList): Hits | null {
  const long = words.filter(hasThreeLetters)
  if (long.length > 0) {
    // Who has all of them has all in the one text, or one besides.
    const all: Needle = {
      word: long.join(' '),
      meets: (text) =>
        join(
          long.map((word) => isLike(text, word)),
          ' and ',
        ),
    }
    const each = long.map((word): Needle => ({ word, meets: (text) => isLike(text, word) }))
    const selects = [...list.within(all), ...each.flatMap((needle) => list.beside?.(needle) ?? [])]
    return (most) => anyOf(selects, most)
  }
  const patterns = shortPatterns(words)
  if (!patterns) return null
  // What stands behind `offset 0` is asked for one pattern after the other, each by the index.
  const needle: Needle = { word: longestShortWord(words)!, meets: (text) => sql`${text} ~ pattern` }
  const selects = [...list.within(needle), ...(list.beside?.(needle) ?? [])]
  return (most) => sql`
    select distinct met.id from unnest(${patterns}::text[]) pattern
    cross join lateral (${anyOf(selects, most)} offset 0) met ${most}`
}

const isLike = (text: Sql, word: string) => sql`${text} like ${likePattern(word)}`

const anyOf = (selects: readonly Sql[], most: Sql) => sql`
  select each.id from (${join(
    selects.map((select) => sql`(${select} ${most})`),
    ' union ',
  )}) each (id) ${most}`

/** The rows of these ids. Behind `offset 0` the planner isn't tempted to walk the list for them. */
const those = ({ table, row, id, base }: Omit<PagedList, 'joins' | 'filter'>, ids: Sql) => sql`
  (select ${row}.* from ${table} ${row} where ${base} and ${row}.${id} = any(array(${ids})) offset 0)`

const aStretch = ({ list: { table, row, base }, page: { after, order } }: Asked) => sql`
  (select ${row}.* from ${table} ${row} where ${base} ${after} order by ${order} limit ${stretch})`

function rowsOf({ row, base, joins, filter }: PagedList, source: Sql, wanted: Sql): Sql {
  return sql`${source} ${row} ${joins} where ${base} ${wanted} ${filter}`
}

function walk({ list, page, wanted }: Asked, source: Sql): Sql {
  const { columns, after, order, limit } = page
  return sql`select ${columns} from ${rowsOf(list, source, wanted)} ${after} order by ${order} limit ${limit}`
}

/** Sorts the hits; null if they aren't few. */
async function sortFew<Row>(db: Queries, hits: Hits, asked: Asked): Promise<Row[] | null> {
  const isFew = sql`(select count(*) from hit) <= ${fewHits}`
  const rows = await db.rows<Row & { isFew: boolean; isFound: true | null }>(sql`
    with hit as materialized (${hits(sql`limit ${fewHits + 1}`)})
    select few."isFew", found.* from (select ${isFew} as "isFew") few left join lateral (
      select true as "isFound", page.* from (${walk(asked, those(asked.list, sql`select id from hit where few."isFew"`))}) page
    ) found on true`)
  return rows[0]!.isFew ? rows.filter((row) => row.isFound) : null
}
