import sql, { join, type Sql } from 'sql-template-tag'

/**
 * The first rows of a list that several parts make up, each of which an index has in the order of the list: as many of each as
 * there are to be of all. No row is in two of them.
 */
export function firstOfParts(parts: readonly Sql[], order: Sql, limit: number): Sql {
  return join(
    parts.map((part) => sql`(${part} order by ${order} limit ${limit})`),
    ' union all ',
  )
}
