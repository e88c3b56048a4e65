import sql, { type Sql } from 'sql-template-tag'
import { type Wanted, wantedWords } from './wanted.ts'

/**
 * True if a word has a sign that few members have: these few are in an index of their own (`member_with_signs`), in the
 * order of the list, whose condition has to be said in its own words.
 */
export function isAmongSigns(wanted: Wanted): boolean {
  return wantedWords(wanted).some((word) => /[^a-z0-9@.+]/.test(word))
}

export const hasSigns = sql`and m.search_text ~ '[^a-z0-9 @.+]'`

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
