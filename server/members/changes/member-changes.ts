import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { MemberFields } from '#contract/members/member-fields.ts'
import { type Member, membersApi } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { codeKey } from '#contract/values/code-key.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict, invalid } from '#platform/refusals'
import { requireOpenVenue } from '#server/business'
import {
  columnsAndValues,
  type Difference,
  difference,
  idsMergedInto,
  requireUnmerged,
  takeNumber,
  lockMember,
  readMember,
} from '#server/members/record'
import {
  codesTaken,
  isMovable,
  lockWanted,
  lockWithHolders,
  orCodeTaken,
  requireOwnCodes,
  takenCodes,
} from './member-codes.ts'
import { recordChange, type Revision } from './member-history.ts'
import { erasePhotos } from './member-photos.ts'
import { requireOffered } from './options.ts'

/** Makes a member of a venue; one without a membership number gets the next. */
export async function createMember(call: Call<typeof membersApi.createMember>) {
  const { MemberKey, ...fields } = call.body
  const { venueId, moveCodes } = call.query
  const options = { memberKey: MemberKey, isMoving: moveCodes }
  const member = await addMember(call, membersApi.createMember.title, venueId, fields, options)
  return { ok: true, data: member, message: messages.members.created }
}

/** How a member is added; `venueField` is where a form chooses the venue. */
type Adding = Moving & { memberKey?: string | null; venueField?: string }

/** Adds a member to a venue, by the rules of the form, on record under this title. */
export async function addMember(
  call: Saving,
  title: string,
  venueNo: string,
  wanted: MemberFields,
  { memberKey = null, isMoving = false, venueField }: Adding = {},
): Promise<Member> {
  const { db, who } = call
  await requireVenue(db, who, venueNo, venueField)
  await requireOffered(db, wanted)
  await lockWanted(db, wanted)
  if (isMoving) await lockWithHolders(db, wanted, null)
  const fields = { ...wanted, MembershipNumber: await takeNumber(db, wanted.MembershipNumber) }
  await takeCodes(call, title, wanted, null, isMoving)
  const { columns, values } = columnsAndValues(fields)
  const key = memberKey ?? randomUUID().replaceAll('-', '')
  const { id } = await orCodeTaken(
    db.one<{ id: string }>(sql`
      insert into member (business_id, venue_no, member_key, ${columns})
      values (${db.businessId}, ${venueNo}, ${key}, ${values}) returning member_id as id`),
  )
  const member = await readMember(db, who, id)
  await recordChange(call, title, member, { after: difference({}, member)!.after })
  return member
}

/** Changes a member. A save that started from an older state than the stored one is refused, so that nothing is lost. */
export async function updateMember(call: Call<typeof membersApi.updateMember>) {
  const { db, who, params, query, body } = call
  await lockWanted(db, body)
  if (query.moveCodes) await lockWithHolders(db, body, params.memberId)
  const before = await lockMember(db, who, params.memberId)
  // A call that says nothing of the number keeps it: without one a member is found by nobody.
  const { MembershipNumber = before.MembershipNumber } = body
  const wanted = { ...body, MembershipNumber }
  const isMoving = query.moveCodes
  const after = await saveMember(call, membersApi.updateMember.title, before, wanted, { isMoving })
  return { ok: true, data: after, message: messages.members.updated }
}

/** What a change of members needs of a call, or of a job. */
export type Saving = Pick<Call<typeof membersApi.updateMember>, 'db' | 'who' | 'audit'>

/** Whether badges and cards that others have are taken from them: only where somebody says so. */
type Moving = { readonly isMoving?: boolean | undefined }

/** Brings a locked member to the wanted state, by the rules of the form. A save without a change leaves no trace. */
export async function saveMember(
  call: Saving,
  title: string,
  before: Member,
  wanted: MemberFields,
  { isMoving = false }: Moving = {},
): Promise<Member> {
  const { db, who } = call
  await requireOffered(db, wanted, before)
  if (wanted.MembershipNumber && wanted.MembershipNumber !== before.MembershipNumber)
    await takeNumber(db, wanted.MembershipNumber)
  await takeCodes(call, title, wanted, before, isMoving)
  const changes = await writeFields(call, title, before, wanted, {
    revision: { was: before.Revision, is: before.Revision + 1 },
  })
  return changes ? readMember(db, who, before.id) : before
}

/** Refuses codes that others have, or takes them from those. */
async function takeCodes(
  call: Saving,
  title: string,
  wanted: MemberFields,
  before: Member | null,
  isMoving: boolean,
): Promise<void> {
  const { db, who } = call
  const taken = await takenCodes(db, wanted, before)
  if (taken.length === 0) return
  if (!isMoving || !taken.every((each) => isMovable(who, each))) throw codesTaken(who, taken)
  const keys = taken.map(({ code }) => codeKey(code))
  const unlessTaken = (code: string | null) => (code && keys.includes(codeKey(code)) ? null : code)
  const holders = new Set(taken.flatMap((each) => each.holders.map(({ id }) => id)))
  for (const id of holders) {
    const holder = await lockMember(db, who, id, { isDeletedToo: true })
    const codes = {
      BadgeNumber: unlessTaken(holder.BadgeNumber),
      CardNumber: unlessTaken(holder.CardNumber),
    }
    await writeFields(call, title, holder, { ...holder, ...codes })
  }
}

/** Writes what has been checked already, and tells what differs. Nothing is written where nothing does. */
export async function writeFields(
  call: Saving,
  title: string,
  before: Member,
  wanted: MemberFields,
  told: { readonly revision?: Revision } = {},
): Promise<Difference | null> {
  const { db } = call
  const changes = difference(before, wanted)
  if (!changes) return null
  const { columns, values } = columnsAndValues(wanted)
  await orCodeTaken(
    db.run(sql`
      update member set (${columns}) = row(${values}), revision = revision + 1, updated_at = now()
      where business_id = ${db.businessId} and member_id = ${before.id}`),
  )
  await recordChange(call, title, { ...before, ...wanted }, { ...changes, ...told })
  return changes
}

/** Takes a member out of every list. The record stays, and a super administrator can bring it back. */
export async function deleteMember(call: Call<typeof membersApi.deleteMember>) {
  const { db, who, params } = call
  const member = await lockMember(db, who, params.memberId)
  await db.run(sql`
    update member set deleted_at = now(), revision = revision + 1, updated_at = now()
    where business_id = ${db.businessId} and member_id = ${member.id}`)
  // With those of their former records, but for one that was brought back since as a member of its own.
  await erasePhotos(
    db,
    sql`array(
      select m.member_id from member m
      where m.business_id = ${db.businessId} and m.member_id = any(${idsMergedInto(db.businessId, member.id)})
        and m.deleted_at is not null)`,
  )
  const changes = { before: { Deleted: false }, after: { Deleted: true } }
  await recordChange(call, membersApi.deleteMember.title, member, changes)
  return { ok: true, data: null, message: messages.members.deleted }
}

/** Brings a deleted member back. */
export async function restoreMember(call: Call<typeof membersApi.restoreMember>) {
  const { db, who, params } = call
  await lockWanted(db, await readMember(db, who, params.memberId, { isDeletedToo: true }))
  const member = await lockMember(db, who, params.memberId, { isDeletedToo: true })
  if (member.Meta.DateDeleted === null) throw conflict('member_not_deleted', 'This member is not deleted.')
  await requireUnmerged(db, member)
  await requireOwnCodes(db, who, member)
  await db.run(sql`
    update member set deleted_at = null, revision = revision + 1, updated_at = now()
    where business_id = ${db.businessId} and member_id = ${member.id}`)
  const changes = { before: { Deleted: true }, after: { Deleted: false } }
  await recordChange(call, membersApi.restoreMember.title, member, changes)
  return { ok: true, data: await readMember(db, who, member.id), message: 'Member restored.' }
}

/** Refuses a venue for a new member that there is not, that is closed, or that is not the user's. */
export async function requireVenue(
  tx: Transaction,
  who: Who,
  venueNo: string,
  field = 'venueId',
): Promise<void> {
  const sentence = 'There is no such venue.'
  if (who.venues !== null && !who.venues.includes(venueNo)) throw invalid(sentence, { [field]: sentence })
  await requireOpenVenue(tx, venueNo, { field, missing: sentence })
}
