import sql, { empty } from 'sql-template-tag'
import type { Member, MemberContacts, membersApi } from '#contract/members/members.ts'
import { can, type Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
import { notFound } from '#platform/refusals'
import { contactColumns, memberOf, type MemberRow, selectMembers } from './member-record.ts'
import { readableContacts } from './readable-member.ts'
import { visibleTo } from './visible.ts'

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
