import sql from 'sql-template-tag'
import type { MemberFilter } from '#contract/members/member-filter.ts'
import type { FoundMember, membersApi } from '#contract/members/members.ts'
import type { Who } from '#platform/access'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import { foundColumns, visibleTo, withDescriptions } from '#server/members/record'
import { findByNumber } from './by-number.ts'
import { filterCondition } from './filter-condition.ts'
import type { KnownSearches } from './known-searches.ts'
import { findMembers, membersToCount } from './search.ts'
import { standingCondition, standingMembers } from './standing.ts'

/**
 * The members the user may see, by name: all, or those that a search and a filter leave. Who has the very number that was
 * looked for stands first: it is part of many others.
 */
export async function listMembers(call: Call<typeof membersApi.listMembers>, known: KnownSearches) {
  const { q, membershipNumber, filter } = call.query
  const listing = {
    wanted: { q, membershipNumber },
    columns: foundColumns(call.who),
    joins: withDescriptions,
    visible: visibleTo(call.who),
    filter: filterCondition(filter),
    standing: isNarrowed(call.who, filter) ? standingMembers(call.db.businessId, call.who, filter) : null,
    after: afterKey(call, 'text', 'text'),
    limit: rowsToAsk(call),
  }
  if (isToCount(call)) return totalOfList(call.db, await membersToCount(call.db, known, listing))
  const exact = await findByNumber<FoundMember>(call.db, listing)
  const others = await findMembers<FoundMember>(
    call.db,
    known,
    exact ? { ...listing, visible: sql`${listing.visible} and m.member_id <> ${exact.id}` } : listing,
  )
  const rows = exact && !listing.after ? [exact, ...others] : others
  // After the one that stands first come all others, from the first of them on.
  return pageOf(call, rows, (row) => (row === exact ? ['', ''] : [row.sortName, row.id]))
}

/** True if the list is walked in vain for long: of one venue an index has the members in their order, of several none. */
function isNarrowed({ venues }: Who, filter: MemberFilter = []): boolean {
  return filter.length > 0 || (venues?.length ?? 1) !== 1
}

/** How many of the members the user may see a filter leaves. */
export async function countEligibleMembers({
  db,
  who,
  query,
}: Call<typeof membersApi.countEligibleMembers>): Promise<{ Count: number }> {
  return db.one(sql`
    select count(*) as "Count" from member_standing s
    where ${standingCondition(db.businessId, who, query.memberFilterQuery)}`)
}
