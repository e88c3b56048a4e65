import sql, { type Sql } from 'sql-template-tag'
import type { Queries } from '#platform/database'
import { hasThreeLetters, type Wanted, wordsOf } from './wanted.ts'

/** What is wanted with its words as members are searched: small letters without accents. Of most the server knows it itself. */
export async function inPlainLetters(db: Queries, wanted: Wanted): Promise<Wanted> {
  const { q } = wanted
  if (q === undefined || isAscii(q)) return { ...wanted, q: q?.toLowerCase() }
  const { plain } = await db.one<{ plain: string }>(sql`select plain(${q}) as plain`)
  return { ...wanted, q: plain }
}

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text)

/**
 * True if a word has a sign that few members have: these few are in an index of their own (`member_with_signs`), in the
 * order of the list, whose condition has to be said in its own words.
 */
export function isAmongSigns(wanted: Wanted): boolean {
  return wordsOf(wanted).some((word) => /[^a-z0-9@.+]/.test(word))
}

export const hasSigns = sql`and m.search_text ~ '[^a-z0-9 @.+]'`

// Whatever a short word may stand behind: the beginning, a sign, a digit or a letter.
const before = '(^|[ -@[-~])'
const beforeWord = '(^|[ -/:-@[-`{-~])'
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Where no word has the three letters that the index knows, it is asked for each letter there may be in front of one: the
 * patterns of a word, one of which its members meet. They say nothing that the word doesn't, and the index takes them
 * apart. One letter alone needs two in front. Null where nothing helps: for a lone sign, and another script.
 */
export function shortPatterns(wanted: Wanted): string[] | null {
  const words = wordsOf(wanted).filter((word) => isAscii(word) && /[a-z0-9]/.test(word))
  if (words.some(hasThreeLetters)) return null
  const longest = words.toSorted((one, other) => other.length - one.length)[0]
  if (longest === undefined) return null
  if (longest.length > 1) return [before + escaped(longest)]
  return [beforeWord + longest, ...Array.from(letters, (letter) => before + letter + longest)]
}

const escaped = (word: string) => word.replaceAll(/[^a-z0-9]/g, '\\$&')

/**
 * The ids of the members `m` of a source who meet one of the patterns and the rest of what is wanted, so many at the most.
 * What stands behind `offset 0` is asked for one pattern after the other, each by the index: joined, they would all be
 * compared with each member.
 */
export function idsByPatterns(source: Sql, patterns: readonly string[], rest: Sql, most: Sql): Sql {
  return sql`
    select distinct met.member_id from unnest(${patterns}::text[]) pattern
    cross join lateral (select m.member_id from ${source} and m.search_text ~ pattern ${rest} ${most} offset 0) met ${most}`
}
