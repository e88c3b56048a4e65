import sql, { join, type Sql } from 'sql-template-tag'
import { type MemberFacts, whyNot } from '#contract/eligibility.ts'
import type { FilterName, MemberFilter } from '#contract/member-filter.ts'
import { filterCondition } from '#server/members'

/** What is asked of a member `m`, with its `level` and `type`, to say why a filter leaves it out. */
export const factColumns = sql`
  m.date_financial as "DateFinancial", m.birth_date as "BirthDate", m.status as "Status", m.gender as "Gender",
  m.member_level as "MemberLevel", coalesce(level.value, m.member_level) as "MemberLevelDescription",
  m.membership_type as "MembershipType", coalesce(type.value, m.membership_type) as "MembershipTypeDescription",
  m.points_balance::float8 as "PointsBalance"`

/** The names of the filter that the member `m` doesn't meet, as an array: none means that it may come. */
export function failedNames(filter: MemberFilter): Sql {
  const names = [...new Set(filter.map((term) => term.name))]
  if (names.length === 0) return sql`array[]::text[]`
  const failures = names.map((name) => {
    const terms = filter.filter((term) => term.name === name)
    return sql`case when true ${filterCondition(terms)} then null else ${name} end`
  })
  return sql`array_remove(array[${join(failures)}]::text[], null)`
}

/** Why a member who failed these names can't come, a sentence for each. */
export function reasonsOf(failed: readonly FilterName[], filter: MemberFilter, facts: MemberFacts): string[] {
  const today = new Date().toISOString().slice(0, 10)
  return failed.map((name) => whyNot(name, filter, facts, today))
}
