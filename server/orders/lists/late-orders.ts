import sql, { empty, type Sql } from 'sql-template-tag'
import { mostCounted } from '#contract/endpoint.ts'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { businessToday } from '#platform/days'
import { visibleTo } from '#server/members/record'

/** How many orders that were placed more than so many days of the business ago have not come yet, counted so far and no further. */
export async function countLateOrders(db: Queries, who: Who, days: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from (select from card_order o
    ${who.venues === null ? empty : sql`join member m on m.business_id = o.business_id and m.member_id = o.member_id ${visibleTo(who)}`}
    where o.business_id = ${db.businessId} and o.status = 'Ordered'
      and ${placedDaysAgo(days)}
    limit ${mostCounted + 1}) counted`)
  return count
}

/**
 * The condition that an order `o` was placed more than so many days of the business ago. It may have been begun long before,
 * and waited for somebody to approve it; its history says when it was. None was placed before it was begun, so those that were begun
 * since, however many there are, are left out by the index of orders rather than by their histories.
 */
export function placedDaysAgo(days: number): Sql {
  const then = sql`(select (${businessToday} - ${days}::integer)::timestamp at time zone (select business_zone()))`
  return sql`(o.created_at < ${then} and (
    select max(c.at) from card_order_change c
    where c.business_id = o.business_id and c.order_id = o.order_id and c.title = 'Ordered'
  ) < ${then})`
}
