import sql, { type Sql } from 'sql-template-tag'
import type { Queries } from '#platform/database'

// A part of a second's work, whatever is looked for and however many there are.
const sliceSize = 20_000

/** The members `m` of the next slice of the business after a mark; the end of it is null where it is the last. */
export async function sliceAfter(
  db: Queries,
  after: string,
  size = sliceSize,
): Promise<{ within: Sql; end: string | null }> {
  const last = await db.maybe<{ id: string }>(sql`
    select member_id as id from member where business_id = ${db.businessId} and member_id > ${after}
    order by member_id offset ${size - 1} limit 1`)
  const begin = sql`m.member_id > ${after}`
  return last
    ? { within: sql`${begin} and m.member_id <= ${last.id}`, end: last.id }
    : { within: begin, end: null }
}
