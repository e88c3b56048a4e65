import sql, { empty, type Sql } from 'sql-template-tag'
import type { CardOrderSummary, cardOrdersApi } from '#contract/orders/card-orders.ts'
import { codeKey } from '#contract/values/code-key.ts'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import { beginsWith, type Queries } from '#platform/database'
import { allByWords, findByWords, type SearchedList } from '#platform/search'
import { fewMembersSeenBy } from '#server/members/few'
import { visibleTo } from '#server/members/record'
import { replacedCard, orderWithProgramAndMember } from '#server/orders/record'
import { placedDaysAgo } from './late-orders.ts'

type Row = Omit<CardOrderSummary, 'LastChange'> & { lastChange: string; lastChangedAt: string }

const summaryColumns = sql`
  o.business_id as "BusinessId", o.order_id as "OrderId", o.created_at as "OrderDate",
  o.membership_number as "MembershipNumber", case when m.deleted_at is null then o.member_id end as "MemberId",
  o.first_name || ' ' || o.last_name as "MemberName",
  o.card_program_id as "CardProgramId", p.description as "CardProgramDescription",
  o.status as "OrderStatus", o.batch_number as "BatchNumber", o.card_id as "CardId",
  o.external_account_id as "ExternalAccountId", o.ordered_by_name as "OrderedByUser",
  ${replacedCard} as "ReplacesCardId",
  o.last_change as "lastChange", o.last_changed_at as "lastChangedAt"`

/** The orders the user may see, newest first: all, or those that the filters leave. */
export async function listCardOrders(call: Call<typeof cardOrdersApi.listCardOrders>) {
  const { db, who, query } = call
  const members = await fewMembersSeenBy(db, who)
  const list = { ...searched(db, filter(call)), ofFew: members && [ordersOf(db, members)] }
  if (isToCount(call)) return totalOfList(db, allByWords(query.q, list))
  const rows = await findByWords<Row>(db, query.q, list, { columns: summaryColumns, ...page(call) })
  const { Results, _links } = pageOf(call, rows, (row) => [row.OrderDate, row.OrderId])
  return {
    Results: Results.map(({ lastChange, lastChangedAt, ...row }): CardOrderSummary => ({
      ...row,
      LastChange: { Description: lastChange, Date: lastChangedAt },
    })),
    _links,
  }
}

/** The orders `o` of the business, by words and a filter. */
function searched({ businessId }: Queries, left: Sql): SearchedList {
  return {
    table: sql`card_order`,
    row: sql`o`,
    id: sql`order_id`,
    base: sql`o.business_id = ${businessId}`,
    joins: orderWithProgramAndMember,
    filter: left,
    has: (word) => sql`position(plain(${word}) in o.search_text) > 0`,
    within: ({ meets }) => [
      sql`select x.order_id from card_order_search x where x.business_id = ${businessId} and ${meets(sql`x.search_text`)}`,
    ],
  }
}

const ordersOf = ({ businessId }: Queries, members: readonly string[]) => sql`
  select x.order_id from card_order x where x.business_id = ${businessId} and x.member_id = any(${members}::text[])`

/** What is left of orders `o` by filters and venues. */
function filter(call: Call<typeof cardOrdersApi.listCardOrders>): Sql {
  const { status, createdFromDate, createdToDate, placedDays } = call.query
  const account = call.query.externalAccountId?.trim()
  return sql`
    ${status ? sql`and o.status = ${status}` : empty}
    ${account ? ofAccount(call.db, account) : empty}
    ${createdFromDate ? sql`and o.created_at >= ${createdFromDate}` : empty}
    ${createdToDate ? sql`and o.created_at < ${createdToDate}` : empty}
    ${placedDays === undefined ? empty : sql`and ${placedDaysAgo(placedDays)}`}
    ${visibleTo(call.who)}`
}

/** The order of the list, from where the last page ended. */
function page(call: Call<typeof cardOrdersApi.listCardOrders>) {
  const after = afterKey(call, 'time', 'text')
  return {
    after: after ? sql`and (o.created_at, o.order_id) < (${after[0]}, ${after[1]})` : empty,
    order: sql`o.created_at desc, o.order_id desc`,
    limit: rowsToAsk(call),
  }
}

/** Those whose account's id begins so, whatever its capitals: by the view, as row-level security keeps an expression from its index. */
function ofAccount({ businessId }: Queries, account: string): Sql {
  const start = codeKey(account)
  // Of signs alone that are not compared: no account's id begins so.
  if (!start) return sql`and false`
  return sql`and o.order_id in (
    select x.order_id from card_order_search x
    where x.business_id = ${businessId} and ${beginsWith(sql`code_key(x.external_account_id)`, start)})`
}
