import sql, { empty, join, type Sql } from 'sql-template-tag'
import { type FilterName, type FilterTerm, type MemberFilter, parseFilter } from '#contract/member-filter.ts'
import { invalid } from '#platform/refusal.ts'

/** The condition that a member `m` meets a filter query; a query with a mistake is a 400 that names it. */
export function filterCondition(query: string | undefined): Sql {
  if (!query) return empty
  const { filter, errors } = parseFilter(query)
  if (errors[0]) throw invalid(errors[0].message, { filter: errors[0].message })
  return conditionOf(filter)
}

/** Values of one name are OR-ed, excluded ones all have to be absent, names are AND-ed. */
export function conditionOf(filter: MemberFilter): Sql {
  const conditions = [...Map.groupBy(filter, (term) => term.name)].flatMap(([name, terms]) => {
    const included = terms.filter((term) => !term.isExcluded)
    const excluded = terms.filter((term) => term.isExcluded)
    return [
      ...(included.length > 0
        ? [
            sql`(${join(
              included.map((term) => matches(name, term)),
              ' or ',
            )})`,
          ]
        : []),
      ...excluded.map((term) => sql`not (${matches(name, term)})`),
    ]
  })
  return conditions.length > 0 ? sql`and ${join(conditions, ' and ')}` : empty
}

// Each is true or false and never unknown, so that an exclusion keeps members who have nothing there.
function matches(name: FilterName, { value }: FilterTerm): Sql {
  switch (name) {
    case 'Financial':
      return sql`(coalesce(m.date_financial >= current_date, false) = ${value === 'true'})`
    case 'BirthMonth':
      return sql`coalesce(extract(month from m.birth_date) = ${Number(value)}, false)`
    case 'Status':
      return sql`m.status is not distinct from ${value}`
    case 'Gender':
      return sql`m.gender is not distinct from ${value}`
    case 'MemberLevel':
      return sql`m.member_level is not distinct from ${value}`
    case 'MembershipType':
      return sql`m.membership_type = ${value}`
    case 'MemberLevelDescription':
      return hasDescription(sql`m.member_level`, 'MemberLevel', value)
    case 'MembershipTypeDescription':
      return hasDescription(sql`m.membership_type`, 'MembershipType', value)
    default:
      return sql`(m.points_balance ${comparisons[name]} ${Number(value)}::numeric)`
  }
}

const comparisons = {
  PointsBalanceEqualTo: sql`=`,
  PointsBalanceNotEqualTo: sql`<>`,
  PointsBalanceGreaterThan: sql`>`,
  PointsBalanceLessThan: sql`<`,
  PointsBalanceGreaterThanOrEqualTo: sql`>=`,
  PointsBalanceLessThanOrEqualTo: sql`<=`,
} as const

// The few keys with that description, found once, rather than a description for each member.
function hasDescription(column: Sql, list: string, value: string): Sql {
  return sql`coalesce(${column} = any (array(
    select key from option_list_item o
    where o.business_id = current_business() and o.list = ${list} and o.value = ${value})), false)`
}
