import { saysYesOrNo, withheldWords } from '#contract/audit/audit-words.ts'
import type { AuditEntry } from '#contract/audit/audit.ts'
import { can, type Who } from '#platform/access'
import { impersonalKinds, kindsWithNames } from './record-kinds.ts'

/** True for those to whom the trail tells all: they may read members. */
export function readsPeople(who: Pick<Who, 'isSuperAdmin' | 'permissions'>): boolean {
  return can(who, 'Member.ReadDetails')
}

/** The entry for those who may not read members: of what is somebody's it says which fields changed, and no value. */
export function withoutPeople(entry: AuditEntry): AuditEntry {
  const { RecordKind, RecordName, Before, After } = entry
  if (RecordKind === null || impersonalKinds.includes(RecordKind)) return entry
  const fields = [...new Set([...Object.keys(Before ?? {}), ...Object.keys(After ?? {})])].filter(
    (field) => textOf(Before?.[field]) !== textOf(After?.[field]),
  )
  const side = (values: AuditEntry['Before'], stand: string | null) =>
    values && Object.fromEntries(fields.map((field) => [field, shownOf(field, values[field], stand)]))
  return {
    ...entry,
    RecordName: kindsWithNames.includes(RecordKind) ? RecordName : null,
    // The word once for each field: 'changed', not from 'changed' to 'changed'.
    Before: side(Before, After ? null : withheldWords.deleted),
    After: side(After, Before ? withheldWords.changed : withheldWords.created),
  }
}

function shownOf(field: string, value: unknown, stand: string | null): unknown {
  return saysYesOrNo(field) && typeof value === 'boolean' ? value : stand
}

const textOf = (value: unknown) => JSON.stringify(value ?? null)
