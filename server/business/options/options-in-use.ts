import sql, { empty, type Sql } from 'sql-template-tag'
import type { OptionListName } from '#contract/business/option-lists.ts'
import type { Who } from '#platform/access'

// Where the traits of members have what a list offers. A title is nobody's venue's: it isn't among the traits.
const traits: Readonly<Record<OptionListName, Sql | null>> = {
  Title: null,
  Gender: sql`t.gender`,
  MemberLevel: sql`t.member_level`,
  MembershipType: sql`t.membership_type`,
  Status: sql`t.status`,
}

/**
 * Narrows options `o` of a list down to those that members of a venue have. One where nobody has any, as it is new, has them
 * all, and one that is not there, or not the user's, none. It looks at the few sets of traits there are, and at one member
 * of each: `offset 0` keeps the database from reading all members at once instead.
 */
export function inUseAt(
  venueNo: string | undefined,
  list: OptionListName,
  businessId: string,
  { venues }: Pick<Who, 'venues'>,
): Sql {
  if (venueNo === undefined) return empty
  if (venues !== null && !venues.includes(venueNo)) return sql`and false`
  const isThere = sql`exists (select from venue v where v.business_id = ${businessId} and v.venue_no = ${venueNo})`
  const trait = traits[list]
  if (trait === null) return sql`and ${isThere}`
  const isUsed = (condition: Sql) => sql`exists (
    select from member_traits t
    where t.business_id = ${businessId} and t.venue_no = ${venueNo} and ${condition}
      and exists (select from member_standing s
        where s.business_id = ${businessId} and s.traits = t.traits and s.is_there offset 0)
    offset 0)`
  return sql`and ${isThere} and (${isUsed(sql`${trait} = o.key`)} or not ${isUsed(sql`${trait} is not null`)})`
}
