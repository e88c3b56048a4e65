import sql from 'sql-template-tag'
import type { Queries } from '#platform/database'

/** Words as texts are searched: small letters without accents. Of most the server knows it itself. */
export async function inPlainLetters(db: Queries, q: string): Promise<string> {
  if (isAscii(q)) return q.toLowerCase()
  const { plain } = await db.one<{ plain: string }>(sql`select plain(${q}) as plain`)
  return plain
}

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text)

/** The index knows threes of letters and digits. */
export function hasThreeLetters(word: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(word.normalize('NFC'))
}

// Whatever a short word may stand behind: the beginning, a sign, a digit or a letter.
const before = '(^|[ -@[-~])'
const beforeWord = '(^|[ -/:-@[-`{-~])'
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Of words in plain letters the longest that has letters or digits at all; null where none of three helps, or one is there. */
export function longestShortWord(words: readonly string[]): string | null {
  const short = words.filter((word) => isAscii(word) && /[a-z0-9]/.test(word))
  if (short.some(hasThreeLetters)) return null
  return short.toSorted((one, other) => other.length - one.length)[0] ?? null
}

/**
 * Where no word has the three letters that the index knows, it is asked for each letter there may be in front of one: the
 * patterns of a word, one of which its rows meet. They say nothing that the word doesn't, and the index takes them
 * apart. One letter alone needs two in front. Null where nothing helps: for a lone sign, and another script.
 */
export function shortPatterns(words: readonly string[]): string[] | null {
  const longest = longestShortWord(words)
  if (longest === null) return null
  if (longest.length > 1) return [before + escaped(longest)]
  return [beforeWord + longest, ...Array.from(letters, (letter) => before + letter + longest)]
}

const escaped = (word: string) => word.replaceAll(/[^a-z0-9]/g, '\\$&')
