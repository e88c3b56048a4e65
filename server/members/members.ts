import sql, { empty } from 'sql-template-tag'
import type { Member, membersApi } from '#contract/members.ts'
import type { Call } from '#platform/call.ts'
import type { Queries } from '#platform/database.ts'
import { afterKey, pageOf, rowsToAsk } from '#platform/paging.ts'
import { notFound } from '#platform/refusal.ts'
import type { Who } from '#platform/who.ts'
import { filterCondition } from './filter-condition.ts'
import { memberColumns, withDescriptions } from './member-record.ts'
import { type CommonWords, findMembers } from './search.ts'
import { visibleTo } from './visible.ts'

/** The members the user may see, by name: all, or those that a search and a filter leave. */
export async function listMembers(call: Call<typeof membersApi.listMembers>, common: CommonWords) {
  const { q, membershipNumber, filter } = call.query
  const after = afterKey(call)
  const rows = await findMembers(call.db, common, {
    wanted: { q, membershipNumber },
    conditions: sql`${visibleTo(call.who)} ${filterCondition(filter)}
      ${after ? sql`and (m.sort_name, m.member_id) > (${after[0]}, ${after[1]})` : empty}`,
    limit: rowsToAsk(call),
  })
  return pageOf(call, rows, (row) => [row.sortName, row.id])
}

/** One member, in a list of one. */
export async function getMember(call: Call<typeof membersApi.getMember>) {
  return { Results: [await readMember(call.db, call.who, call.params.memberId)] }
}

/** The member, if the user may see it; a 404 otherwise. */
export async function readMember(db: Queries, who: Who, memberId: string): Promise<Member> {
  const member = await db.maybe<Member>(sql`
    select ${memberColumns} from member m
    join venue v on v.business_id = m.business_id and v.venue_no = m.venue_no
    ${withDescriptions}
    where m.business_id = ${db.businessId} and m.member_id = ${memberId} and m.deleted_at is null ${visibleTo(who)}`)
  if (!member) throw notFound('The member')
  return member
}
