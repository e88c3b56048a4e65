import sql, { empty } from 'sql-template-tag'
import type { MemberFilter } from '#contract/members/member-filter.ts'
import type { FoundMember, Member, MemberContacts, membersApi } from '#contract/members/members.ts'
import { can, type Who } from '#platform/access'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOf } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
import { notFound } from '#platform/refusals'
import {
  contactColumns,
  foundColumns,
  memberOf,
  type MemberRow,
  selectMembers,
  withDescriptions,
  readableContacts,
} from '#server/members/record'
import { findByNumber } from './by-number.ts'
import { filterCondition } from './filter-condition.ts'
import type { KnownSearches } from './known-searches.ts'
import { findMembers, membersToCount } from './search.ts'
import { standingCondition } from './standing.ts'
import { visibleTo } from './visible.ts'

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
    standing: isNarrowed(call.who, filter) ? standingCondition(call.db.businessId, call.who, filter) : null,
    after: afterKey(call, 'text', 'text'),
    limit: rowsToAsk(call),
  }
  if (isToCount(call)) return totalOf(call.db, await membersToCount(call.db, known, listing))
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

/** One member, in a list of one. A super administrator also sees one who has been deleted. */
export async function getMember({ db, who, params }: Call<typeof membersApi.getMember>) {
  return {
    Results: [await readMember(db, who, params.memberId, { isDeletedToo: can(who, 'Member.Delete') })],
  }
}

/** How a member is reached, for those who may know; others are told that there is somebody. */
export async function getMemberContacts({
  db,
  who,
  params,
}: Call<typeof membersApi.getMemberContacts>): Promise<MemberContacts> {
  const contacts = await db.maybe<MemberContacts>(sql`
    select ${contactColumns} from member m
    where m.business_id = ${db.businessId} and m.member_id = ${params.memberId} and m.deleted_at is null
      ${visibleTo(who)}`)
  if (!contacts) throw notFound('The member')
  return readableContacts(who, contacts)
}

type Reading = { isDeletedToo?: boolean }

/** The member, if the user may see it; a 404 otherwise. */
export async function readMember(
  db: Queries,
  who: Who,
  memberId: string,
  { isDeletedToo = false }: Reading = {},
): Promise<Member> {
  const row = await db.maybe<MemberRow>(sql`
    ${selectMembers}
    where m.business_id = ${db.businessId} and m.member_id = ${memberId} ${visibleTo(who)}
      ${isDeletedToo ? empty : sql`and m.deleted_at is null`}`)
  if (!row) throw notFound('The member')
  return memberOf(row)
}

/** The same, kept from changing under us. */
export async function lockMember(
  tx: Transaction,
  who: Who,
  memberId: string,
  reading?: Reading,
): Promise<Member> {
  await tx.run(sql`
    select from member where business_id = ${tx.businessId} and member_id = ${memberId} for no key update`)
  return readMember(tx, who, memberId, reading)
}

/** Those of these members who are there, whoever asks. */
export async function readMembers(db: Queries, memberIds: readonly string[]): Promise<Member[]> {
  if (memberIds.length === 0) return []
  const rows = await db.rows<MemberRow>(sql`
    ${selectMembers}
    where m.business_id = ${db.businessId} and m.member_id = any(${memberIds}) and m.deleted_at is null`)
  return rows.map(memberOf)
}
