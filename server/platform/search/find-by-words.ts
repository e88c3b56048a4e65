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

/** A list that is searched by words. */
export type SearchedList = {
  readonly table: Sql
  /** What is looked for is one text, with its blanks and accents, instead of words. */
  readonly isPhrase?: boolean
  /** What a row is called in the parts below. */
  readonly row: Sql
  /** What a row is known by among those of `base`, with the name of its column alone. */
  readonly id: Sql
  /** The rows that the list is of, such as those of the business. */
  readonly base: Sql
  readonly joins: Sql
  /** What else is asked of a row. */
  readonly filter: Sql
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
  db.planFor('its values')
  const words = await wordsIn(db, q, list)
  if (words.length === 0) return db.rows(walk(list, page, [], list.table))
  const hits = hitsOf(words, list)
  if (hits && words.some(hasThreeLetters)) {
    const few = await sortFew<Row>(db, hits, list, page, words)
    if (few) return few
  }
  const met = await db.rows<Row>(walk(list, page, words, aStretch(list, page)))
  if (met.length === page.limit) return met
  if (!hits) return db.rows(walk(list, page, words, list.table))
  if (!words.some(hasThreeLetters)) {
    const few = await sortFew<Row>(db, hits, list, page, words)
    if (few) return few
  }
  return db.rows(walk(list, page, words, those(list, hits(empty))))
}

async function wordsIn(db: Queries, q = '', { isPhrase }: SearchedList): Promise<string[]> {
  if (isPhrase) return [q.trim().toLowerCase()].filter((phrase) => phrase !== '')
  return wordsOf(q).length === 0 ? [] : wordsOf(await inPlainLetters(db, q))
}

/** All rows of a list in which every word occurs, to be counted; null where no index finds them. */
export function allByWords(q: string | undefined, list: SearchedList): Sql | null {
  // As in findByWords, but for accents: LIKE has the words as they are, and each is compared anew.
  const words = wordsOf(q?.toLowerCase())
  if (words.length === 0) return rowsOf(list, list.table, [])
  const hits = words.some(hasThreeLetters) && words.every(isPlain) ? hitsOf(words, list) : null
  return hits && rowsOf(list, those(list, hits(empty)), words)
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
const those = ({ table, row, id, base }: SearchedList, ids: Sql) => sql`
  (select ${row}.* from ${table} ${row} where ${base} and ${row}.${id} = any(array(${ids})) offset 0)`

const aStretch = ({ table, row, base }: SearchedList, { after, order }: Page) => sql`
  (select ${row}.* from ${table} ${row} where ${base} ${after} order by ${order} limit ${stretch})`

function rowsOf({ row, base, joins, filter, has }: SearchedList, source: Sql, words: readonly string[]): Sql {
  const wanted = words.map((word) => sql`and ${has(word)}`)
  return sql`${source} ${row} ${joins} where ${base} ${wanted.length > 0 ? join(wanted, ' ') : empty} ${filter}`
}

function walk(
  list: SearchedList,
  { columns, after, order, limit }: Page,
  words: readonly string[],
  source: Sql,
): Sql {
  return sql`select ${columns} from ${rowsOf(list, source, words)} ${after} order by ${order} limit ${limit}`
}

/** Sorts the hits; null if they aren't few. */
async function sortFew<Row>(
  db: Queries,
  hits: Hits,
  list: SearchedList,
  page: Page,
  words: readonly string[],
): Promise<Row[] | null> {
  const isFew = sql`(select count(*) from hit) <= ${fewHits}`
  const rows = await db.rows<Row & { isFew: boolean; isFound: true | null }>(sql`
    with hit as materialized (${hits(sql`limit ${fewHits + 1}`)})
    select few."isFew", found.* from (select ${isFew} as "isFew") few left join lateral (
      select true as "isFound", page.* from (${walk(list, page, words, those(list, sql`select id from hit where few."isFew"`))}) page
    ) found on true`)
  return rows[0]!.isFew ? rows.filter((row) => row.isFound) : null
}
