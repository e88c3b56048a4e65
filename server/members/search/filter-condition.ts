import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { FilterName, FilterTerm, MemberFilter } from '#contract/members/member-filter.ts'
import type { Standing } from '#contract/members/standing.ts'
import { businessToday } from '#platform/days'
import {
  birthDates,
  endlessTypes,
  graceBy,
  isDueWithin,
  lapsedWithin,
  standsSo,
} from '#server/members/record'

/** The condition that a member `m` meets a filter, on this day: today in the business, unless an event is elsewhere. */
export function filterCondition(filter: MemberFilter = [], day: Sql = businessToday): Sql {
  const conditions = conditionsOf(filter, (term) => matches(term, day))
  return conditions.length > 0 ? sql`and ${join(conditions, ' and ')}` : empty
}

/** What a filter asks, all of which has to hold: names are AND-ed, the values of a name OR-ed, excluded ones absent. */
export function conditionsOf(filter: MemberFilter, isMet: (term: FilterTerm) => Sql): Sql[] {
  return [...Map.groupBy(filter, (term) => term.name).values()].flatMap((terms) => {
    const included = terms.filter((term) => !term.isExcluded).map(isMet)
    const excluded = terms.filter((term) => term.isExcluded).map((term) => sql`not ${isMet(term)}`)
    return included.length > 0 ? [sql`(${join(included, ' or ')})`, ...excluded] : excluded
  })
}

// Each is true or false and never unknown, so that an exclusion keeps members who have nothing there.
function matches({ name, value }: FilterTerm, day: Sql): Sql {
  return sql`coalesce(${comparison(name, value, day)}, false)`
}

function comparison(name: FilterName, value: string, day: Sql): Sql {
  switch (name) {
    case 'Financial':
      return sql`coalesce(m.date_financial >= ${day}, false) = ${value === 'true'}`
    case 'Standing':
      return standsSo(value as Standing, ofMember, day)
    case 'DueWithinDays':
      return isDueWithin(value, ofMember, day)
    case 'LapsedWithinDays':
      return lapsedWithin(value, ofMember, day)
    case 'BirthdayWithinDays':
      return sql`m.birth_date = any(${birthDates(day, value)})`
    case 'BirthMonth':
      return sql`extract(month from m.birth_date) = ${Number(value)}`
    case 'Status':
      return sql`m.status = ${value}`
    case 'Gender':
      return sql`m.gender = ${value}`
    case 'MemberLevel':
      return sql`m.member_level = ${value}`
    case 'MembershipType':
      return sql`m.membership_type = ${value}`
    case 'MemberLevelDescription':
      return sql`m.member_level = any (${keysDescribed('MemberLevel', value)})`
    case 'MembershipTypeDescription':
      return sql`m.membership_type = any (${keysDescribed('MembershipType', value)})`
    default:
      return sql`m.points_balance ${operators[name]} ${value}::numeric`
  }
}

const ofMember = {
  date: sql`m.date_financial`,
  hasNoDate: sql`m.date_financial is null`,
  isEndless: sql`m.membership_type = any(${endlessTypes})`,
  grace: graceBy(sql`m.membership_type`, sql`o.key`),
}

/** How the balance is compared. */
export const operators = {
  PointsBalanceEqualTo: sql`=`,
  PointsBalanceNotEqualTo: sql`<>`,
  PointsBalanceGreaterThan: sql`>`,
  PointsBalanceLessThan: sql`<`,
  PointsBalanceGreaterThanOrEqualTo: sql`>=`,
  PointsBalanceLessThanOrEqualTo: sql`<=`,
} as const

/** The few keys with that description, found once, rather than a description for each member. */
export function keysDescribed(list: string, description: string): Sql {
  return sql`array(
    select key from option_list_item o
    where o.business_id = current_business() and o.list = ${list} and o.value = ${description})`
}
