import sql, { join, type Sql } from 'sql-template-tag'
import { optionLists } from '#contract/business/option-lists.ts'
import { type MemberFacts, whyNotEligible } from '#contract/events/eligibility.ts'
import type { ValueName } from '#contract/members/member-filter-words.ts'
import type { FilterName, MemberFilter } from '#contract/members/member-filter.ts'
import type { Queries } from '#platform/database'
import { filterCondition } from '#server/members/search'

/** What is asked of a member `m`, with its `level` and `type`, to say why a filter leaves it out. */
export const factColumns = sql`
  m.date_financial as "DateFinancial", m.birth_date as "BirthDate", m.status as "Status", m.gender as "Gender",
  m.member_level as "MemberLevel", coalesce(level.value, m.member_level) as "MemberLevelDescription",
  m.membership_type as "MembershipType", coalesce(type.value, m.membership_type) as "MembershipTypeDescription",
  m.points_balance::float8 as "PointsBalance"`

/** The names of the filter that the member `m` doesn't meet on a day, as an array: none means that it may come. */
export function failedNames(filter: MemberFilter, day: Sql): Sql {
  const names = [...new Set(filter.map((term) => term.name))]
  if (names.length === 0) return sql`array[]::text[]`
  const failures = names.map((name) => {
    const terms = filter.filter((term) => term.name === name)
    return sql`case when true ${filterCondition(terms, day)} then null else ${name} end`
  })
  return sql`array_remove(array[${join(failures)}]::text[], null)`
}

/** Why a member who failed these names can't come, a sentence for each. */
export async function reasonsOf(
  db: Queries,
  failed: readonly FilterName[],
  filter: MemberFilter,
  facts: MemberFacts,
  today: string,
): Promise<string[]> {
  const nameOf = await optionNames(db, failed)
  return failed.map((name) => whyNotEligible(name, filter, facts, today, nameOf))
}

/** What people call the options of those names that are lists of the business. */
async function optionNames(db: Queries, names: readonly FilterName[]): Promise<ValueName> {
  const lists = optionLists.filter((list) => names.some((name) => name === list))
  if (lists.length === 0) return (_, value) => value
  const options = await db.rows<{ list: string; key: string; value: string }>(sql`
    select list, key, value from option_list_item
    where business_id = ${db.businessId} and list = any(${lists})`)
  return (name, value) => options.find((each) => each.list === name && each.key === value)?.value ?? value
}
