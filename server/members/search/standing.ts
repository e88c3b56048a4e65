import sql, { join, type Sql } from 'sql-template-tag'
import { type FilterTerm, kindOf, type MemberFilter } from '#contract/members/member-filter.ts'
import type { Standing } from '#contract/members/standing.ts'
import type { Who } from '#platform/access'
import { businessToday } from '#platform/days'
import {
  birthDates,
  endlessTypes,
  graceBy,
  isDueWithin,
  lapsedWithin,
  standsSo,
} from '#server/members/record'
import { conditionsOf, keysDescribed, operators } from './filter-condition.ts'

type Asked = readonly [businessId: string, who: Pick<Who, 'venues'>, filter?: MemberFilter, day?: Sql]

/**
 * The condition that what stands beside a member, `s`, meets a filter, of members whom this user sees. What has few values
 * is asked of the sets of traits, which are few however many members there are; only then members are looked for. On this
 * day: today in the business, unless an event is elsewhere.
 */
export function standingCondition(...asked: Asked): Sql {
  return join(conditionsOn(...asked), ' and ')
}

/**
 * The ids of those who meet it, of each range of an index so many at the most. What falls into two ranges is asked for one
 * after the other: with an 'or' between them both are read to their ends, or the index from end to end, before the first is there.
 */
export function standingMembers(
  businessId: string,
  who: Pick<Who, 'venues'>,
  filter: MemberFilter = [],
  day: Sql = businessToday,
): (most: Sql) => Sql {
  const isApart = (term: FilterTerm) =>
    rangesOf(term, day) !== null && filter.filter(({ name }) => name === term.name).length === 1
  const conditions = conditionsOn(
    businessId,
    who,
    filter.filter((term) => !isApart(term)),
    day,
  )
  const ranges = filter
    .filter(isApart)
    .map((term) => rangesOf(term, day) ?? [])
    .reduce((parts, more) => parts.flatMap((part) => more.map((one) => [...part, one])), [conditions])
  return (most) =>
    join(
      ranges.map(
        (part) => sql`(select s.member_id from member_standing s where ${join(part, ' and ')} ${most})`,
      ),
      ' union all ',
    )
}

/** The ranges that a term falls into, none of whose rows is in the other; null where it is one, or none. */
function rangesOf(term: FilterTerm, day: Sql): Sql[] | null {
  if (term.isExcluded) return null
  if (term.name === 'Standing' && term.value === 'Financial')
    return [sql`s.financial_until >= ${day}`, sql`s.financial_until < ${day} and ${isEndless}`]
  if (term.name === 'PointsBalanceNotEqualTo') return [hasPoints(sql`<`, term), hasPoints(sql`>`, term)]
  return null
}

function conditionsOn(...[businessId, { venues }, filter = [], day = businessToday]: Asked): Sql[] {
  const ofTraits = conditionsOf(
    filter.filter((term) => !isAmount(term)),
    hasTrait,
  )
  if (venues !== null) ofTraits.push(sql`t.venue_no = any(${venues})`)
  // Whose rows these are the policy says by itself: said twice, each row of a count goes through a step more.
  const conditions = [
    sql`s.is_there`,
    ...conditionsOf(filter.filter(isAmount), (term) => hasAmount(term, day)),
  ]
  if (ofTraits.length > 0)
    conditions.push(sql`s.traits = any(array(
      select t.traits from member_traits t where t.business_id = ${businessId} and ${join(ofTraits, ' and ')}))`)
  return conditions
}

/** True for what has many values: a balance, a birthday, and the date that 'Financial' and 'Standing' go by. */
function isAmount({ name }: FilterTerm): boolean {
  return name === 'Financial' || ['standing', 'days', 'points'].includes(kindOf(name))
}

// Nothing stands there as unknown, so an index can serve each of these.
function hasAmount(term: FilterTerm, day: Sql): Sql {
  const { name, value, isExcluded } = term
  if (name === 'Financial')
    return value === 'true' ? sql`s.financial_until >= ${day}` : sql`s.financial_until < ${day}`
  if (name === 'Standing') return standsSo(value as Standing, ofStanding, day)
  if (name === 'DueWithinDays') return isDueWithin(value, ofStanding, day)
  if (name === 'LapsedWithinDays') return lapsedWithin(value, ofStanding, day)
  if (name === 'BirthdayWithinDays') return hasBirthday(value, isExcluded, day)
  // No index serves 'not equal'.
  if (name === 'PointsBalanceNotEqualTo')
    return sql`(${hasPoints(sql`<`, term)} or ${hasPoints(sql`>`, term)})`
  return hasPoints(operators[name as keyof typeof operators], term)
}

function hasPoints(operator: Sql, { value }: FilterTerm): Sql {
  return sql`s.points ${operator} ${hundredths(value)}::bigint`
}

// The day of birth is nobody's trait: an index of the members has it (0092). Those of a list are looked up one by one; who
// isn't on it is known by a hash of it, as all others are asked.
function hasBirthday(days: string, isExcluded: boolean, day: Sql): Sql {
  const ids = sql`
    select b.member_id from member b
    where b.business_id = current_business() and b.deleted_at is null and b.birth_date = any(${birthDates(day, days)})`
  return isExcluded ? sql`s.member_id in (${ids})` : sql`s.member_id = any(array(${ids}))`
}

const isEndless = sql`s.traits = any(array(
  select t.traits from member_traits t where t.business_id = current_business() and t.membership_type = any(${endlessTypes})))`

const ofStanding = {
  date: sql`s.financial_until`,
  hasNoDate: sql`s.financial_until = '-infinity'`,
  isEndless,
  grace: graceBy(
    sql`s.traits::text`,
    sql`t.traits`,
    sql`join member_traits t on t.business_id = o.business_id and t.membership_type = o.key`,
  ),
}

/** A number with two decimals at the most, in hundredths, to the last digit. */
function hundredths(value: string): string {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? []
  return `${sign}${whole}${decimals.padEnd(2, '0')}`
}

function hasTrait({ name, value }: FilterTerm): Sql {
  return sql`coalesce(${trait(name, value)}, false)`
}

function trait(name: FilterTerm['name'], value: string): Sql {
  switch (name) {
    case 'BirthMonth':
      return sql`t.birth_month = ${Number(value)}`
    case 'Status':
      return sql`t.status = ${value}`
    case 'Gender':
      return sql`t.gender = ${value}`
    case 'MemberLevel':
      return sql`t.member_level = ${value}`
    case 'MembershipType':
      return sql`t.membership_type = ${value}`
    case 'MemberLevelDescription':
      return sql`t.member_level = any (${keysDescribed('MemberLevel', value)})`
    case 'MembershipTypeDescription':
      return sql`t.membership_type = any (${keysDescribed('MembershipType', value)})`
    default:
      throw new Error(`${name} is no trait`)
  }
}
