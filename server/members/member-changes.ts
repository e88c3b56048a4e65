import { randomUUID } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import type { MemberFields } from '#contract/member-fields.ts'
import type { Member, membersApi } from '#contract/members.ts'
import { messages } from '#contract/messages.ts'
import type { Call } from '#platform/call.ts'
import type { Transaction } from '#platform/database.ts'
import { conflict, invalid } from '#platform/refusal.ts'
import type { Who } from '#platform/who.ts'
import { columnsAndValues, differences } from './fields.ts'
import { nextNumber, requireFreeNumber } from './membership-number.ts'
import { readMember } from './members.ts'
import { requireOffered } from './options.ts'

/** Makes a member of a venue; one without a membership number gets the next. */
export async function createMember(call: Call<typeof membersApi.createMember>) {
  const { db, who, query, body } = call
  await requireVenue(db, who, query.venueId)
  await requireOffered(db, body)
  const { MemberKey, ...given } = body
  if (given.MembershipNumber) await requireFreeNumber(db, given.MembershipNumber)
  const fields = { ...given, MembershipNumber: given.MembershipNumber ?? (await nextNumber(db)) }
  const { columns, values } = columnsAndValues(fields)
  const key = MemberKey ?? randomUUID().replaceAll('-', '')
  const { id } = await db.one<{ id: string }>(sql`
    insert into member (business_id, venue_no, member_key, ${columns})
    values (${db.businessId}, ${query.venueId}, ${key}, ${values}) returning member_id as id`)
  const member = await readMember(db, who, id)
  await record(call, 'Create a member', {}, member)
  return { ok: true, data: member, message: messages.members.created }
}

/** Changes a member. A save that started from an older state than the stored one is refused, so that nothing is lost. */
export async function updateMember(call: Call<typeof membersApi.updateMember>) {
  const { db, who, params, query, body } = call
  const before = await lockMember(db, who, params.memberId)
  if (query.revision !== undefined && query.revision !== before.Revision)
    throw conflict('member_changed', 'Somebody else has changed this member meanwhile.')
  await requireOffered(db, body, before)
  if (body.MembershipNumber) await requireFreeNumber(db, body.MembershipNumber, before.id)
  await save(db, before.id, body)
  const after = await readMember(db, who, before.id)
  await record(call, 'Change a member', before, after)
  return { ok: true, data: after, message: messages.members.updated }
}

async function save(tx: Transaction, memberId: string, fields: MemberFields): Promise<void> {
  const { columns, values } = columnsAndValues(fields)
  await tx.run(sql`
    update member set (${columns}) = row(${values}), revision = revision + 1, updated_at = now()
    where business_id = ${tx.businessId} and member_id = ${memberId}`)
}

/** Takes a member out of every list. The record stays, and a super administrator can bring it back. */
export async function deleteMember(call: Call<typeof membersApi.deleteMember>) {
  const member = await lockMember(call.db, call.who, call.params.memberId)
  await call.db.run(sql`
    update member set deleted_at = now(), revision = revision + 1
    where business_id = ${call.db.businessId} and member_id = ${member.id}`)
  await record(call, 'Delete a member', member, {})
  return { ok: true, data: null, message: messages.members.deleted }
}

/** The member, kept from changing under us; a 404 if the user may not see it. */
async function lockMember(tx: Transaction, who: Who, memberId: string): Promise<Member> {
  await tx.run(sql`
    select from member where business_id = ${tx.businessId} and member_id = ${memberId} for no key update`)
  return readMember(tx, who, memberId)
}

async function requireVenue(tx: Transaction, who: Who, venueNo: string): Promise<void> {
  const isTheirs = who.venues === null || who.venues.includes(venueNo)
  const venue = await tx.maybe(
    sql`select from venue where business_id = ${tx.businessId} and venue_no = ${venueNo} and deleted_at is null`,
  )
  if (isTheirs && venue) return
  const sentence = 'There is no such venue.'
  throw invalid(sentence, { venueId: sentence })
}

type Recorder = Pick<Call<typeof membersApi.updateMember>, 'db' | 'who' | 'audit'>

/** Writes a change into the member's history and the business's audit trail. */
async function record(
  { db, who, audit }: Recorder,
  title: string,
  before: Partial<Member>,
  after: Partial<Member>,
): Promise<void> {
  const { id, FirstName, LastName } = { ...before, ...after } as Member
  const changes = differences(before, after)
  await db.run(sql`
    insert into member_change (business_id, member_id, actor_id, actor_name, title, before, after)
    values (${db.businessId}, ${id}, ${who.uid}, ${who.name}, ${title}, ${json(changes.before)}, ${json(changes.after)})`)
  audit({
    record: { kind: 'Member', id, name: `${FirstName} ${LastName}` },
    before: changes.before,
    after: changes.after,
  })
}

const json = (value: object): Sql => sql`${JSON.stringify(value)}::jsonb`
