import sql, { type Sql } from 'sql-template-tag'

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
