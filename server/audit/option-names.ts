import sql from 'sql-template-tag'
import type { AuditEntry } from '#contract/audit.ts'
import type { Queries } from '#platform/database.ts'

type Fields = AuditEntry['Before']

/** The entries with what people call the options of members, of which the trail has the keys. */
export async function withOptionNames(db: Queries, entries: AuditEntry[]): Promise<AuditEntry[]> {
  if (!entries.some(isAboutMember)) return entries
  const options = await db.rows<{ list: string; key: string; value: string }>(sql`
    select list, key, value from option_list_item where business_id = ${db.businessId}`)
  const names = new Map(options.map(({ list, key, value }) => [`${list} ${key}`, value]))
  const named = (fields: Fields): Fields =>
    fields &&
    Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [
        field,
        names.get(`${field} ${String(value)}`) ?? value,
      ]),
    )
  return entries.map((entry) =>
    isAboutMember(entry) ? { ...entry, Before: named(entry.Before), After: named(entry.After) } : entry,
  )
}

function isAboutMember({ RecordKind }: AuditEntry): boolean {
  return RecordKind === 'Member'
}
