import sql, { empty } from 'sql-template-tag'
import { type FilterName, parseFilter } from '#contract/members/member-filter.ts'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { businessToday } from '#platform/days'
import { birthDates } from '#server/members/record'
import { standingCondition } from './standing.ts'
import { visibleTo } from './visible.ts'

type Counted = { count: number; today: number }

/** How many memberships run out within so many days, and how many of them today. */
export async function countDue(db: Queries, who: Who, days: number): Promise<Counted> {
  return db.one<Counted>(sql`
    select count(*) as count, count(*) filter (where s.financial_until = ${businessToday}) as today
    from member_standing s where ${standingCondition(db.businessId, who, within('DueWithinDays', days))}`)
}

/**
 * How many lapsed within so many days, and how many of them today: whom the filter finds. Where all run out on one day of the year, all of them are compared.
 */
export async function countLapsed(db: Queries, who: Who, days: number): Promise<Counted> {
  return db.one<Counted>(sql`
    with kind as materialized (
      select distinct t.traits, coalesce(o.grace_days, 0) as grace from member_traits t
      left join option_list_item o on o.business_id = t.business_id and o.list = 'MembershipType' and o.key = t.membership_type
      where t.business_id = ${db.businessId} and not coalesce(o.never_lapses, false)
        ${who.venues === null ? empty : sql`and t.venue_no = any(${who.venues})`}
    )
    select count(*) as count, count(*) filter (where s.financial_until = ${businessToday} - 1 - kind.grace) as today
    from member_standing s join kind on kind.traits = s.traits
    where s.business_id = ${db.businessId} and s.is_there and s.financial_until < ${businessToday}
      and s.financial_until >= ${businessToday} - ${days}::integer - (select coalesce(max(grace), 0) from kind)
      and s.financial_until < ${businessToday} - kind.grace
      and s.financial_until >= ${businessToday} - ${days}::integer - kind.grace`)
}

export type Birthday = { Id: string; Name: string; Date: string; count: number; today: number }

/** The next few birthdays within so many days, each with how many there are, and how many of them today. */
export function nextBirthdays(db: Queries, who: Who, days: number, most: number): Promise<Birthday[]> {
  return db.rows<Birthday>(sql`
    with next as (
      select m.member_id as id, m.first_name || ' ' || m.last_name as name, m.sort_name, born.day
      from member m join (
        select ${businessToday} + ahead as day, unnest(birth_dates(${businessToday} + ahead, 1)) as date
        from generate_series(0, ${days - 1}::integer) ahead) born on born.date = m.birth_date
      where m.business_id = ${db.businessId} and m.deleted_at is null
        and m.birth_date = any(${birthDates(businessToday, String(days))}) ${visibleTo(who)}
    )
    select id as "Id", name as "Name", day as "Date", count(*) over () as count,
      count(*) filter (where day = ${businessToday}) over () as today
    from next order by day, sort_name, id limit ${most}`)
}

function within(name: FilterName, days: number) {
  return parseFilter(`${name}=${days}`).filter
}
