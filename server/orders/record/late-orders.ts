import sql, { empty } from 'sql-template-tag'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { businessToday } from '#platform/days'
import { visibleTo } from '#server/members/search'

/** How many orders that were placed more than so many days of the business ago have not come yet. */
export async function countLateOrders(db: Queries, who: Who, days: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from card_order o
    ${who.venues === null ? empty : sql`join member m on m.business_id = o.business_id and m.member_id = o.member_id ${visibleTo(who)}`}
    where o.business_id = ${db.businessId} and o.status = 'Ordered'
      and o.created_at < (${businessToday} - ${days}::integer)::timestamp at time zone (select business_zone())`)
  return count
}
