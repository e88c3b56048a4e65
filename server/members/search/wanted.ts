import sql, { empty, join, type Sql } from 'sql-template-tag'
import { codeKey } from '#contract/values/code-key.ts'
import { beginsWith, wordsOf } from '#platform/database'
import { hasThreeLetters } from '#platform/search'

/** What is looked for: words that all have to occur somewhere, and the start of a membership number. */
export type Wanted = { q?: string | undefined; membershipNumber?: string | undefined }

/** The condition that a member `m` is wanted. Not LIKE: no index serves it, so that the planner can't be tempted. */
export function wantedCondition(wanted: Wanted): Sql {
  const conditions = [...wantedWords(wanted).map(hasWord), ...hasNumber(wanted)]
  return conditions.length > 0 ? sql`and ${join(conditions, ' and ')}` : empty
}

/** The same, for the indexes of words and numbers; null where none serves. */
export function indexedCondition(wanted: Wanted): Sql | null {
  const words = wantedWords(wanted)
  const number = hasNumber(wanted)
  const isServed = number.length > 0 || words.some(hasThreeLetters)
  if (!isServed) return null
  return join(
    [...words.flatMap((word) => (hasThreeLetters(word) ? hasWordByIndex(word) : [hasWord(word)])), ...number],
    ' and ',
  )
}

function hasWord(word: string): Sql {
  return sql`position(plain(${word}) in m.search_text) > 0`
}

// Asked for once, not once for each member: a plan that is kept doesn't know the word.
const once = (value: Sql): Sql => sql`(select ${value})`

// Each three letters of a word are a list to go through, and those of an e-mail's domain are the longest lists of all.
// So the index is asked for a part only, and the rest compared: the beginning, and of an e-mail the end of the name,
// where first names are over.
const indexedLetters = 8

function hasWordByIndex(word: string): Sql[] {
  const isEmail = word.indexOf('@') >= 3
  if (!isEmail && word.length <= indexedLetters)
    return [sql`m.search_text like ${once(sql`anywhere(${word})`)}`]
  const part = isEmail
    ? sql`right(split_part(plain(${word}), '@', 1), ${indexedLetters})`
    : sql`left(plain(${word}), ${indexedLetters})`
  return [
    sql`m.search_text like ${once(sql`anywhere(${part})`)}`,
    sql`position(${once(sql`plain(${word})`)} in m.search_text) > 0`,
  ]
}

function hasNumber({ membershipNumber = '' }: Wanted): Sql[] {
  if (!membershipNumber.trim()) return []
  const start = codeKey(membershipNumber)
  // Of signs alone that are not compared: nobody's number begins so.
  return [start ? beginsWith(sql`code_key(m.membership_number)`, start) : sql`false`]
}

export function wantedWords({ q }: Wanted): string[] {
  return wordsOf(q)
}
