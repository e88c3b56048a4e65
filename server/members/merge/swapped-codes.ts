import sql, { join, raw } from 'sql-template-tag'
import { type CodeField, codeFields } from '#contract/members/member-codes.ts'
import type { MemberFields } from '#contract/members/member-fields.ts'
import type { Member } from '#contract/members/members.ts'
import { codeKey } from '#contract/values/code-key.ts'
import type { Transaction } from '#platform/database'
import { columnOf } from '#server/members/record'

/** True if both are the same code, whatever its capitals and spaces. */
export function isSameCode(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && codeKey(one) === codeKey(other)
}

/** The fields whose codes the survivor takes over from the other. */
export function swappedFields(survivor: Member, other: Member, wanted: MemberFields): CodeField[] {
  return codeFields.filter(
    (field) => isSameCode(wanted[field], other[field]) && !isSameCode(wanted[field], survivor[field]),
  )
}

/** What the survivor leaves of a code for the other: nothing where it is still the survivor's by another field. */
export function leftBy(survivor: Member, wanted: MemberFields): (field: CodeField) => string | null {
  return (field) =>
    codeFields.some((each) => isSameCode(wanted[each], survivor[field])) ? null : survivor[field]
}

/** Sets codes without a check: they are given from one of the two to the other. */
export async function setCodes(
  tx: Transaction,
  { id }: Member,
  fields: readonly CodeField[],
  code: (field: CodeField) => string | null,
): Promise<void> {
  if (fields.length === 0) return
  const changes = join(fields.map((field) => sql`${raw(columnOf(field))} = ${code(field)}`))
  await tx.run(sql`update member set ${changes} where business_id = ${tx.businessId} and member_id = ${id}`)
}
