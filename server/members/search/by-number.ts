import sql from 'sql-template-tag'
import { codeKey } from '#contract/values/code-key.ts'
import type { Queries } from '#platform/database'
import type { Found, Listing } from './search.ts'
import { type Wanted, wantedCondition, wantedWords } from './wanted.ts'

/** The member of a listing who has exactly the number that is looked for; null where no number is, or nobody has it. */
export async function findByNumber<Row>(
  db: Queries,
  { wanted, columns, joins, visible, filter }: Listing,
): Promise<Found<Row> | null> {
  const number = numberOf(wanted)
  if (!number) return null
  // Under row-level security no index of an expression serves: the view is past it, and of the business alone. The order is
  // the list's, but not to the planner, who would walk the list for it.
  const found = await db.maybe<Found<Row>>(sql`
    select ${columns}, m.member_id as id, m.sort_name as "sortName" from member_search m ${joins}
    where m.business_id = ${db.businessId}
      and code_key(m.membership_number) = ${number} ${visible} ${filter} ${wantedCondition(wanted)}
    order by m.sort_name || '', m.member_id limit 1`)
  return found ?? null
}

/** What may be a number: one word with a digit in it, or what stands in the box for numbers. */
function numberOf(wanted: Wanted): string | null {
  const words = wantedWords(wanted)
  const word = wanted.membershipNumber?.trim() || (words.length === 1 ? words[0] : '')
  return word && /\d/.test(word) ? codeKey(word) || null : null
}
