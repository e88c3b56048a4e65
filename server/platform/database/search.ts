import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { Queries } from './types.ts'

/** A LIKE pattern that finds the text anywhere, without regard to case; its % and _ are plain characters. */
export function likePattern(text: string): string {
  return `%${text
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** The words of a search, each of which has to occur. More than anyone types add nothing but work. */
export function wordsOf(q = ''): string[] {
  return q
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, mostWords)
}

const mostWords = 10

/** The condition that a text begins so. A range: of that an index serves a plan that is kept, whatever the beginning. */
export function beginsWith(text: Sql, start: string): Sql {
  return sql`${text} >= ${start} and ${text} < ${endOf(start)}`
}

const lastSign = 0x10ffff

/** What comes after everything that starts so, in the order of signs. */
function endOf(start: string): string {
  const signs = Array.from(start, (sign) => sign.codePointAt(0)!)
  while (signs.at(-1) === lastSign) signs.pop()
  const last = signs.pop()
  // Between them are halves of signs, which are none.
  const next = last === 0xd7ff ? 0xe000 : (last ?? lastSign) + 1
  return String.fromCodePoint(...signs, Math.min(next, lastSign))
}

// So many hits are looked up and sorted without a second thought; where there are more, a walk soon meets a page of them.
const fewHits = 2_000

/** A list whose rows have a `search_text`. */
export type SearchedList = {
  /** What a row is called in the parts below. */
  readonly row: Sql
  readonly table: Sql
  /** The same rows past row-level security, which would keep the index of letters from being used. */
  readonly view: Sql
  readonly columns: Sql
  readonly joins: Sql
  /** What else is asked of a row. */
  readonly filter: Sql
  /** The order, and where the page begins and ends. */
  readonly page: Sql
  /** What a word may mean beside what stands in the text, as a condition that an index serves; null if nothing. */
  readonly orElse?: (word: string) => Sql | null
}

/** The rows of a list in which every word occurs: all, where there is none. */
export async function findByWords<Row>(
  db: Queries,
  q: string | undefined,
  list: SearchedList,
): Promise<Row[]> {
  const words = wordsOf(q)
  db.planFor('its values')
  if (isIndexed(words)) {
    const rows = await db.rows<Row & { hits: number; isFound: true | null }>(sortFew(db, words, list))
    if (rows[0]!.hits <= fewHits) return rows.filter((row) => row.isFound)
  }
  const wanted = words.map(
    (word) => sql`and ${either(list, word, sql`position(plain(${word}) in ${list.row}.search_text) > 0`)}`,
  )
  return db.rows<Row>(sql`
    select ${list.columns} from ${list.table} ${list.row} ${list.joins}
    where ${list.row}.business_id = ${db.businessId} ${wanted.length > 0 ? join(wanted, ' ') : empty} ${list.filter} ${list.page}`)
}

/** All rows of a list in which every word occurs, to be counted; null where no index finds them. */
export function allByWords(
  db: Queries,
  q: string | undefined,
  list: Omit<SearchedList, 'columns' | 'page'>,
): Sql | null {
  const { row, table, view, joins, filter } = list
  const words = wordsOf(q)
  if (words.length > 0 && !isIndexed(words)) return null
  const [source, hits] = words.length > 0 ? [view, sql`and ${isHit(words, list)}`] : [table, empty]
  return sql`${source} ${row} ${joins} where ${row}.business_id = ${db.businessId} ${hits} ${filter}`
}

// The index knows threes of letters.
const isIndexed = (words: readonly string[]) => words.some((word) => word.length >= 3)

type Hits = Pick<SearchedList, 'row' | 'orElse'>

function isHit(words: readonly string[], list: Hits): Sql {
  return join(
    words.map((word) => either(list, word, sql`${list.row}.search_text like anywhere(${word})`)),
    ' and ',
  )
}

function either({ orElse }: Hits, word: string, isInText: Sql): Sql {
  const other = orElse?.(word)
  return other ? sql`(${isInText} or ${other})` : isInText
}

/** Sorts the hits, whose number is on every row; if they aren't few it only tells so. */
function sortFew(db: Queries, words: readonly string[], list: SearchedList): Sql {
  const { row, view, columns, joins, filter, page } = list
  return sql`
    with hit as materialized (
      select ${row}.* from ${view} ${row} where ${row}.business_id = ${db.businessId} and ${isHit(words, list)} limit ${fewHits + 1}
    ), counted as (select count(*) as hits from hit)
    select counted.hits, found.* from counted left join lateral (
      select true as "isFound", ${columns} from hit ${row} ${joins}
      where counted.hits <= ${fewHits} ${filter} ${page}
    ) found on true`
}
