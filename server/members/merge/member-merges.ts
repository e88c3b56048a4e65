import sql from 'sql-template-tag'
import { type MemberMerge, memberMergesApi } from '#contract/members/member-merges.ts'
import type { Member } from '#contract/members/members.ts'
import { can, type Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict, invalid } from '#platform/refusals'
import {
  lockWanted,
  writeFields,
  recordChange,
  requireFreeCodes,
  requireOffered,
} from '#server/members/changes'
import { startTellingContacts } from '#server/members/contacts'
import { takeNumber, isUndoable, undoableUntil, lockMember, readMember } from '#server/members/record'
import type { MergePair, MergeStep } from './merge-steps.ts'
import { leftBy, setCodes, swappedFields } from './swapped-codes.ts'

/** Two members side by side, and how much of the other's would follow. */
export async function previewMemberMerge(
  { db, who, params, query }: Call<typeof memberMergesApi.previewMemberMerge>,
  steps: readonly MergeStep[],
) {
  requireTwo({ survivorId: params.memberId, otherId: query.with })
  const Survivor = await readMember(db, who, params.memberId)
  const Other = await readMember(db, who, query.with)
  const pair = { survivorId: Survivor.id, otherId: Other.id }
  const lines = await Promise.all(
    steps.map(async (step) => [
      { Label: step.label, Count: await step.count(db, Other.id, Survivor.id) },
      ...((await step.remarks?.(db, pair)) ?? []),
    ]),
  )
  return { Survivor, Other, Follows: lines.flat().filter(({ Count }) => Count > 0) }
}

/** Makes one member of two: what is the other's moves to the survivor, and the other is deleted. */
export async function mergeMembers(
  call: Call<typeof memberMergesApi.mergeMembers>,
  steps: readonly MergeStep[],
) {
  const { db, who, params, body } = call
  await lockWanted(db, body.Fields)
  const { survivor, other } = await lockBoth(db, who, { survivorId: params.memberId, otherId: body.OtherId })
  if (survivor.Revision !== body.Revision || other.Revision !== body.OtherRevision)
    throw conflict('member_changed', 'Somebody else has changed one of these members meanwhile.')
  const pair = { survivorId: survivor.id, otherId: other.id }
  const wanted = body.Fields
  await requireOffered(db, wanted, survivor, other)
  const swapped = swappedFields(survivor, other, wanted)
  await setCodes(db, other, swapped, () => null)
  if (!swapped.includes('MembershipNumber') && wanted.MembershipNumber !== survivor.MembershipNumber)
    if (wanted.MembershipNumber) await takeNumber(db, wanted.MembershipNumber)
  await requireFreeCodes(db, who, wanted, survivor)
  const { title } = memberMergesApi.mergeMembers
  const changes = await writeFields(call, title, survivor, wanted)
  // The deleted record keeps the codes that nobody has now, so that an undo finds them free.
  await setCodes(db, other, swapped, leftBy(survivor, wanted))
  const moved: Record<string, unknown> = {}
  for (const step of steps) moved[step.name] = await step.move(call, pair)
  await tellOfMerge(db, pair)
  await setDeleted(db, other, true)
  await db.run(sql`
    insert into member_merge (business_id, survivor_id, other_id, changes, is_number_swapped, swapped_fields, moved, actor_id,
      actor_name)
    values (${db.businessId}, ${survivor.id}, ${other.id}, ${JSON.stringify(changes)},
      ${swapped.includes('MembershipNumber')}, ${swapped}, ${JSON.stringify(moved)}, ${who.uid}, ${who.name})`)
  await recordChange(call, title, survivor, {
    before: { 'Merged with': null },
    after: { 'Merged with': nameAndNumber(other) },
  })
  await recordChange(call, title, other, {
    before: { Deleted: false, 'Merged into': null },
    after: { Deleted: true, 'Merged into': nameAndNumber(survivor) },
  })
  return { ok: true, data: await readMember(db, who, survivor.id), message: 'Members merged.' }
}

/** Whoever is reached by the other record alone has to hear that it is gone: their points and cards go with it. */
async function tellOfMerge(db: Transaction, { survivorId, otherId }: MergePair): Promise<void> {
  const told = await db.run(sql`
    insert into contact_change (business_id, member_id, kind, before, after, lasting)
    select o.business_id, o.member_id, 'Merged', lost.reach, kept.reach, reach_keys(lost.reach)
    from member o
    join member s on s.business_id = o.business_id and s.member_id = ${survivorId},
      lateral (select reach_of(o.home_contact, o.work_contact, o.postal_contact) as reach) lost,
      lateral (select reach_of(s.home_contact, s.work_contact, s.postal_contact) as reach) kept
    where o.business_id = ${db.businessId} and o.member_id = ${otherId}
      and not reach_keys(lost.reach) <@ reach_keys(kept.reach)`)
  if (told > 0) await startTellingContacts(db)
}

function requireTwo({ survivorId, otherId }: MergePair): void {
  if (survivorId === otherId)
    throw invalid('A member can not be merged with themself.', { OtherId: 'Choose another member.' })
}

/** Locks both, always in the same order: two merges of the same people wait for each other instead of for ever. */
export async function lockBoth(
  db: Transaction,
  who: Who,
  { survivorId, otherId }: MergePair,
  isOtherDeleted = false,
): Promise<{ survivor: Member; other: Member }> {
  requireTwo({ survivorId, otherId })
  await db.run(sql`
    select from member where business_id = ${db.businessId} and member_id = any(${[survivorId, otherId]})
    order by member_id for no key update`)
  return {
    survivor: await lockMember(db, who, survivorId),
    other: await lockMember(db, who, otherId, { isDeletedToo: isOtherDeleted }),
  }
}

/** Takes the other out of every list, or brings it back. */
export async function setDeleted(db: Transaction, { id }: Member, isDeleted: boolean): Promise<void> {
  await db.run(sql`
    update member set deleted_at = case when ${isDeleted}::boolean then now() end, revision = revision + 1, updated_at = now()
    where business_id = ${db.businessId} and member_id = ${id}`)
}

/** A member's name and number, for the history. */
export function nameAndNumber({ FirstName, LastName, MembershipNumber }: Member): string {
  return [`${FirstName} ${LastName}`, MembershipNumber].filter(Boolean).join(', ')
}

/** The merges of a member, newest first. A super administrator also sees those of one who was merged into another. */
export async function listMemberMerges({ db, who, params }: Call<typeof memberMergesApi.listMemberMerges>) {
  const { id } = await readMember(db, who, params.memberId, { isDeletedToo: can(who, 'Member.Delete') })
  const Results = await db.rows<MemberMerge>(sql`
    select ${mergeColumns} from member_merge g
    join member s on s.business_id = g.business_id and s.member_id = g.survivor_id
    join member o on o.business_id = g.business_id and o.member_id = g.other_id
    where g.business_id = ${db.businessId} and (g.survivor_id = ${id} or g.other_id = ${id})
    order by g.at desc`)
  return { Results }
}

/** What is told of a merge `g` of a survivor `s` with another `o`. */
const mergeColumns = sql`
  g.merge_id as "MergeId", g.survivor_id as "SurvivorId", concat_ws(' ', s.first_name, s.last_name) as "SurvivorName",
  g.other_id as "OtherId", concat_ws(' ', o.first_name, o.last_name) as "OtherName", g.at as "At",
  g.actor_name as "ActorName", g.undone_at as "UndoneAt", g.undone_by as "UndoneBy", ${undoableUntil} as "CanUndoUntil",
  ${isUndoable} as "CanUndo"`
