import sql from 'sql-template-tag'
import type { MemberFields } from '#contract/member-fields.ts'
import type { Member } from '#contract/members.ts'
import type { OptionListName } from '#contract/option-lists.ts'
import type { Queries } from '#platform/database.ts'
import { invalid } from '#platform/refusal.ts'

const lists = [
  'Title',
  'Gender',
  'MemberLevel',
  'MembershipType',
  'Status',
] as const satisfies OptionListName[]

/** Refuses a value that its option list doesn't offer. One that the member has already may stay, retired or not. */
export async function requireOffered(db: Queries, wanted: MemberFields, before?: Member): Promise<void> {
  const chosen = lists.filter((list) => wanted[list] && wanted[list] !== before?.[list])
  if (chosen.length === 0) return
  const offered = await db.rows<{ list: string; key: string }>(sql`
    select list, key from option_list_item
    where business_id = ${db.businessId} and not is_retired and list = any(${chosen})`)
  for (const list of chosen) {
    if (offered.some((option) => option.list === list && option.key === wanted[list])) continue
    const sentence = `'${wanted[list]}' is not among the values of this field.`
    throw invalid(sentence, { [list]: sentence })
  }
}
