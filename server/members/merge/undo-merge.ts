import sql from 'sql-template-tag'
import type { CodeField } from '#contract/members/member-codes.ts'
import type { MemberFields } from '#contract/members/member-fields.ts'
import { daysToUndoMerge, memberMergesApi } from '#contract/members/member-merges.ts'
import type { Member } from '#contract/members/members.ts'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict, notFound } from '#platform/refusals'
import {
  lockWanted,
  writeFields,
  recordChange,
  requireFreeCodes,
  requireOwnCodes,
} from '#server/members/changes'
import { type Difference, undoableUntil, lockMember, readMember } from '#server/members/record'
import { lockBoth, nameAndNumber, setDeleted } from './member-merges.ts'
import type { MergeStep } from './merge-steps.ts'
import { exchangesIn, giveCodesBack, survivorsCodes } from './returned-codes.ts'
import { setCodes } from './swapped-codes.ts'

const { title } = memberMergesApi.undoMemberMerge

/** Makes two members of one again. What was changed or came since the merge stays with the survivor. */
export async function undoMemberMerge(
  call: Call<typeof memberMergesApi.undoMemberMerge>,
  steps: readonly MergeStep[],
) {
  const { db, who, params } = call
  const merge = await lockMerge(db, params)
  const pair = { survivorId: params.memberId, otherId: merge.otherId, mergedAt: merge.at }
  const gone = await readMember(db, who, pair.otherId, { isDeletedToo: true })
  await lockWanted(db, gone, merge.changes?.before ?? {}, merge.changes?.after ?? {})
  const { survivor, other } = await lockBoth(db, who, pair, true)
  await requireUndoable(db, merge)
  for (const step of steps.toReversed())
    if (step.name in merge.moved) await step.undo(call, pair, merge.moved[step.name])
  const swapped = swappedIn(merge)
  const exchanges = exchangesIn(swapped, merge.changes)
  await setCodes(db, other, swapped, () => null)
  const before = {
    ...takenBack(survivor, merge.changes),
    ...(await survivorsCodes(db, survivor, exchanges)),
  }
  await requireFreeCodes(db, who, before, survivor)
  await writeFields(call, title, survivor, before)
  await giveCodesBack(db, other, exchanges)
  await requireOwnCodes(db, who, await lockMember(db, who, other.id, { isDeletedToo: true }))
  await setDeleted(db, other, false)
  await db.run(sql`
    update member_merge set undone_at = now(), undone_by = ${who.name}
    where business_id = ${db.businessId} and merge_id = ${params.mergeId}`)
  await recordChange(call, title, survivor, {
    before: { 'Merged with': nameAndNumber(other) },
    after: { 'Merged with': null },
  })
  await recordChange(call, title, other, {
    before: { Deleted: true, 'Merged into': nameAndNumber(survivor) },
    after: { Deleted: false, 'Merged into': null },
  })
  return { ok: true, data: await readMember(db, who, survivor.id), message: 'Merge undone.' }
}

type Merge = {
  mergeId: string
  survivorId: string
  otherId: string
  changes: Difference | null
  isNumberSwapped: boolean
  /** Null in a merge by a former version, which exchanged numbers alone. */
  swappedFields: CodeField[] | null
  moved: Record<string, unknown>
  at: string
  undoneAt: string | null
  isTooOld: boolean
}

function swappedIn({ swappedFields, isNumberSwapped }: Merge): CodeField[] {
  return swappedFields ?? (isNumberSwapped ? ['MembershipNumber'] : [])
}

async function lockMerge(db: Transaction, params: { memberId: string; mergeId: string }): Promise<Merge> {
  const merge = await db.maybe<Merge>(sql`
    select merge_id as "mergeId", survivor_id as "survivorId", other_id as "otherId", changes,
      is_number_swapped as "isNumberSwapped", swapped_fields as "swappedFields", moved, at, undone_at as "undoneAt",
      ${undoableUntil} <= now() as "isTooOld"
    from member_merge g
    where business_id = ${db.businessId} and merge_id = ${params.mergeId} and survivor_id = ${params.memberId}
    for update`)
  if (!merge) throw notFound('The merge')
  return merge
}

async function requireUndoable(
  db: Transaction,
  { survivorId, at, undoneAt, isTooOld }: Merge,
): Promise<void> {
  if (undoneAt !== null) throw conflict('merge_undone', 'This merge has been undone already.')
  if (isTooOld) throw conflict('merge_too_old', `A merge can be undone for ${daysToUndoMerge} days.`)
  const later = await db.maybe(sql`
    select from member_merge where business_id = ${db.businessId} and survivor_id = ${survivorId}
      and at > ${at} and undone_at is null limit 1`)
  if (later)
    throw conflict('merge_covered', 'This member was merged with another since: undo that merge first.')
}

/** The member as it was before the merge, but for the number and what somebody has changed since. */
function takenBack(member: Member, changes: Difference | null): MemberFields {
  const { before, after } = changes ?? { before: {}, after: {} }
  const fields = putBack(member, before, after) as MemberFields
  return { ...fields, MembershipNumber: member.MembershipNumber }
}

type Values = Readonly<Record<string, unknown>>

function putBack(now: Values, before: Values, after: Values): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...now }
  for (const [name, merged] of Object.entries(after)) {
    if (typeof merged === 'object' && merged !== null)
      fields[name] = putBack((now[name] ?? {}) as Values, (before[name] ?? {}) as Values, merged as Values)
    else if ((now[name] ?? null) === (merged ?? null))
      fields[name] = before[name] ?? (typeof merged === 'boolean' ? false : null)
  }
  return fields
}
