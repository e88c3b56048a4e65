import sql, { empty, type Sql } from 'sql-template-tag'
import type { Standing } from '#contract/members/standing.ts'
import { businessToday } from '#platform/days'

/** How a member `m` stands today, by their `type` of membership. */
export const standingColumn = sql`
  case when type.never_lapses then 'Financial'
    when m.date_financial is null then 'No date'
    when m.date_financial >= ${businessToday} then 'Financial'
    when m.date_financial + coalesce(type.grace_days, 0) >= ${businessToday} then 'In grace'
    else 'Lapsed' end`

/** The birth dates of those who have their birthday on one of so many days. */
export const birthDates = (day: Sql, days: string): Sql =>
  sql`(select birth_dates(${day}, ${days}::integer))::date[]`

const types = (what: Sql) => sql`
  select ${what} from option_list_item o where o.business_id = current_business() and o.list = 'MembershipType'`

/** The few types that never lapse, found once rather than for each member. */
export const endlessTypes: Sql = sql`array(${types(sql`o.key`)} and o.never_lapses)`

/** The longest grace of all types: who is further from it needs no look at their own. */
const longestGrace: Sql = sql`(${types(sql`coalesce(max(o.grace_days), 0)`)})`

/**
 * The days of grace by a key of a member's, which a type has (of `o`, and of what is joined to it). Those of all keys are
 * gathered once: asked for a single one, the types would be read for each member.
 */
export const graceBy = (key: Sql, keyOfType: Sql, joins: Sql = empty): Sql => sql`
  coalesce((
    (select jsonb_object_agg(${keyOfType}, o.grace_days) from option_list_item o ${joins}
    where o.business_id = current_business() and o.list = 'MembershipType' and o.grace_days > 0) ->> ${key})::integer, 0)`

/** What is compared, of whatever holds a member's date and type. */
type Compared = {
  readonly date: Sql
  /** True for a type that never lapses. */
  readonly isEndless: Sql
  /** The days of grace of the type. */
  readonly grace: Sql
  readonly hasNoDate: Sql
}

/**
 * The condition that a member stands so on a day, as comparisons of dates that an index can serve: the grace of a single
 * type is asked for only between the shortest and the longest there is.
 */
export function standsSo(standing: Standing, { date, isEndless, grace, hasNoDate }: Compared, day: Sql): Sql {
  switch (standing) {
    case 'Financial':
      return sql`(${date} >= ${day} or ${isEndless})`
    case 'No date':
      return sql`(${hasNoDate} and not ${isEndless})`
    case 'In grace':
      return sql`(${date} < ${day} and ${date} >= ${day} - ${longestGrace} and ${date} >= ${day} - ${grace} and not ${isEndless})`
    default:
      return sql`(${date} < ${day} and not ${hasNoDate} and not ${isEndless}
        and (${date} < ${day} - ${longestGrace} or ${date} < ${day} - ${grace}))`
  }
}

/** The condition that a membership runs out on one of so many days, from a day on. */
export function isDueWithin(days: string, { date, isEndless }: Compared, day: Sql): Sql {
  return sql`(${date} >= ${day} and ${date} < ${day} + ${days}::integer and not ${isEndless})`
}

/** The condition that a membership lapsed, with its grace, on one of so many days up to a day. */
export function lapsedWithin(days: string, { date, isEndless, grace }: Compared, day: Sql): Sql {
  return sql`(${date} < ${day} and ${date} >= ${day} - ${days}::integer - ${longestGrace} and not ${isEndless}
    and ${date} < ${day} - ${grace} and ${date} >= ${day} - ${days}::integer - ${grace})`
}
