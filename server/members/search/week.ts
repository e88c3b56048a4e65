import sql, { empty, type Sql } from 'sql-template-tag'
import { mostCounted } from '#contract/endpoint.ts'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { businessToday } from '#platform/days'
import { birthDates, visibleTo } from '#server/members/record'

type Counted = { count: number; today: number }

// Where all memberships end on one day of the year, or all were born on one, nobody is counted beyond this.
const most = mostCounted + 1

/** How many memberships run out within so many days, and how many of them today: whom the filter finds, counted so far and no further. */
export function countDue(db: Queries, who: Who, days: number): Promise<Counted> {
  return countEnding(
    db,
    who,
    (count) => sql`
    s.financial_until >= ${businessToday} and s.financial_until < ${businessToday} + ${count}::integer`,
  )(days)
}

/** How many lapsed within so many days, and how many of them today: whom the filter finds, counted so far and no further. */
export function countLapsed(db: Queries, who: Who, days: number): Promise<Counted> {
  return countEnding(
    db,
    who,
    (count) => sql`
    s.financial_until < ${businessToday} - kind.grace
      and s.financial_until >= ${businessToday} - ${count}::integer - kind.grace`,
  )(days)
}

/** Counts those who end within days: of each set of traits by an index, as its type of membership may have grace, or no end. */
function countEnding(db: Queries, who: Who, endsWithin: (days: number) => Sql) {
  const counted = (days: number) => sql`(
    select count(*) from (
      select from kind cross join lateral (
        select from member_standing s
        where s.business_id = ${db.businessId} and s.is_there and s.traits = kind.traits and ${endsWithin(days)}
        limit ${most}) one
      limit ${most}) counted)`
  return (days: number) =>
    db.one<Counted>(sql`
      with kind as materialized (
        select distinct t.traits, coalesce(o.grace_days, 0) as grace from member_traits t
        left join option_list_item o on o.business_id = t.business_id and o.list = 'MembershipType' and o.key = t.membership_type
        where t.business_id = ${db.businessId} and not coalesce(o.never_lapses, false)
          ${who.venues === null ? empty : sql`and t.venue_no = any(${who.venues})`}
      )
      select ${counted(days)} as count, ${counted(1)} as today`)
}

export type Birthday = { Id: string; Name: string; Date: string; count: number; today: number }

/** The next few birthdays within so many days, each with how many there are, and how many of them today, counted so far and no further. */
export function nextBirthdays(db: Queries, who: Who, days: number, few: number): Promise<Birthday[]> {
  return db.rows<Birthday>(sql`
    with next as materialized (
      select m.id, m.name, m.sort_name, ahead.day
      from (select ${businessToday} + n as day from generate_series(0, ${days - 1}::integer) n order by 1) ahead
      cross join lateral (
        select m.member_id as id, m.first_name || ' ' || m.last_name as name, m.sort_name from member m
        where m.business_id = ${db.businessId} and m.deleted_at is null
          and m.birth_date = any(${birthDates(sql`ahead.day`, '1')}) ${visibleTo(who)}
        limit ${most}) m
      limit ${most}
    )
    select id as "Id", name as "Name", day as "Date", (select count(*) from next) as count,
      (select count(*) from next where day = ${businessToday}) as today
    from next order by day, sort_name, id limit ${few}`)
}
