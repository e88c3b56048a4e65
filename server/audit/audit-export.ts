import { changesOf, deedOf, isWithheldWord, type ValuePart } from '#contract/audit/audit-words.ts'
import type { AuditEntry, auditApi } from '#contract/audit/audit.ts'
import type { Call } from '#platform/call'
import { businessZone } from '#platform/days'
import { clockTime, type CsvColumn, csvDownload, stampedName } from '#platform/formats'
import { type EntryKey, entryKeyOf, newestEntries } from './audit-entries.ts'

/** What a line tells, in the time of a place. */
export const columnsIn = (timeZone: string): readonly CsvColumn<AuditEntry>[] => [
  [`When (${timeZone})`, (entry) => clockTime(entry.At, timeZone)],
  ['Who', (entry) => entry.ActorName],
  ['What', (entry) => deedOf(entry)],
  ['Kind', (entry) => entry.Title],
  ['Record', (entry) => entry.RecordName],
  ['Record kind', (entry) => entry.RecordKind],
  ['Record id', (entry) => entry.RecordId],
  ['Changes', (entry) => changesInWords(entry)],
  ['From', (entry) => entry.Address],
  ['By a super administrator', (entry) => (entry.IsByAdministrator ? 'Yes' : 'No')],
]

/** The entries that fit as a CSV file, newest first. */
export async function exportAudit({ db, who, query }: Call<typeof auditApi.exportAudit>) {
  const timeZone = await businessZone(db)
  const name = stampedName(`audit-${db.businessId}`, 'csv', timeZone)
  return csvDownload(
    name,
    columnsIn(timeZone),
    batchesOf((after, most) => newestEntries({ db, who }, query, after, most)),
  )
}

const batchSize = 1000

/** All entries, so many at a time, from the newest on. */
export async function* batchesOf<Entry extends AuditEntry>(
  newest: (after: EntryKey | null, most: number) => Promise<Entry[]>,
) {
  let after: EntryKey | null = null
  for (;;) {
    const entries: Entry[] = await newest(after, batchSize)
    yield entries
    const last = entries.at(-1)
    if (!last || entries.length < batchSize) return
    after = entryKeyOf(last)
  }
}

function changesInWords(entry: AuditEntry): string {
  const side = (parts: readonly ValuePart[]) => parts.map((part) => part.text).join(', ') || '-'
  return changesOf(entry)
    .map(({ field, before, after }) => {
      const parts = [...before, ...after]
      const word = parts.every(({ text }) => isWithheldWord(text)) && parts[0]?.text
      return `${field}: ${word || `${side(before)} → ${side(after)}`}`
    })
    .join('; ')
}
