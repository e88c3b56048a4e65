import sql, { empty, type Sql } from 'sql-template-tag'
import type { MemberNote, memberNotesApi } from '#contract/members/member-notes.ts'
import type { Member } from '#contract/members/members.ts'
import { can, type Who } from '#platform/access'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import { requireQuota } from '#platform/limits'
import { forbidden, notFound } from '#platform/refusals'
import { readMember } from '#server/members/record'

/** The notes on a member: pinned ones first, then newest first. */
export async function listMemberNotes(call: Call<typeof memberNotesApi.listMemberNotes>) {
  const { db, who, params } = call
  const { id } = await readMember(db, who, params.memberId)
  const notes = sql`member_note where business_id = ${db.businessId} and member_id = ${id}`
  if (isToCount(call)) return totalOfList(db, notes)
  const after = afterKey(call, 'integer', 'integer')
  const rows = await db.rows<MemberNote>(sql`
    select ${noteColumns(who)} from ${notes}
      ${after ? sql`and (is_pinned, id) < (${after[0]}::integer::boolean, ${after[1]})` : empty}
    order by is_pinned desc, id desc limit ${rowsToAsk(call)}`)
  return pageOf(call, rows, (note) => [Number(note.IsPinned), note.NoteId])
}

/** Writes a note on a member. */
export async function addMemberNote(call: Call<typeof memberNotesApi.addMemberNote>): Promise<MemberNote> {
  const { db, who, params, body } = call
  const member = await readMember(db, who, params.memberId)
  await requireQuota(
    db,
    'memberNotes',
    sql`select from member_note where business_id = ${db.businessId} and member_id = ${member.id}`,
  )
  const note = await db.one<MemberNote>(sql`
    insert into member_note (business_id, member_id, text, is_pinned, actor_id, actor_name)
    values (${db.businessId}, ${member.id}, ${body.Text}, ${body.IsPinned}, ${who.uid}, ${who.name})
    returning ${noteColumns(who)}`)
  call.audit({ record: noteRecord(member, note), after: noteInWords(note) })
  return note
}

/** Pins a note, so that it stays above the others, or unpins it. */
export async function pinMemberNote(call: Call<typeof memberNotesApi.pinMemberNote>): Promise<MemberNote> {
  const { db, who, params, body } = call
  const { member, note } = await lockNote(call)
  const pinned = await db.one<MemberNote>(sql`
    update member_note set is_pinned = ${body.IsPinned}
    where business_id = ${db.businessId} and member_id = ${member.id} and id = ${params.noteId}
    returning ${noteColumns(who)}`)
  call.audit({ record: noteRecord(member, note), before: noteInWords(note), after: noteInWords(pinned) })
  return pinned
}

/** Deletes a note: people their own, those who edit members any. */
export async function deleteMemberNote(
  call: Call<typeof memberNotesApi.deleteMemberNote>,
): Promise<undefined> {
  const { db, params } = call
  const { member, note } = await lockNote(call)
  if (!note.CanDelete) throw forbidden('Only who wrote a note, or who edits members, can delete it.')
  await db.run(sql`
    delete from member_note
    where business_id = ${db.businessId} and member_id = ${member.id} and id = ${params.noteId}`)
  call.audit({ record: noteRecord(member, note), before: noteInWords(note) })
}

type NoteCall = Pick<Call<typeof memberNotesApi.deleteMemberNote>, 'db' | 'who' | 'params'>

async function lockNote({ db, who, params }: NoteCall) {
  const member = await readMember(db, who, params.memberId)
  const note = await db.maybe<MemberNote>(sql`
    select ${noteColumns(who)} from member_note
    where business_id = ${db.businessId} and member_id = ${member.id} and id = ${params.noteId} for update`)
  if (!note) throw notFound('The note')
  return { member, note }
}

const noteColumns = (who: Who): Sql => sql`
  id::text as "NoteId", text as "Text", is_pinned as "IsPinned", actor_name as "ActorName", at as "At",
  (actor_id = ${who.uid} or ${can(who, 'Member.Edit')}::boolean) as "CanDelete"`

function noteRecord({ FirstName, LastName }: Member, { NoteId }: MemberNote) {
  return { kind: 'Note', id: NoteId, name: `on ${FirstName} ${LastName}` }
}

function noteInWords({ Text, IsPinned }: MemberNote) {
  return { Text, Pinned: IsPinned }
}
