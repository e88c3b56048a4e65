import { changesOf, deedOf, isWithheld, type ValuePart } from '#contract/audit/audit-words.ts'
import type { AuditEntry, AuditFilters, auditApi } from '#contract/audit/audit.ts'
import type { Call } from '#platform/call'
import { type CsvColumn, csvDownload, stampedName } from '#platform/formats'
import { type EntryKey, keyOf, newestEntries, type Reader } from './audit-entries.ts'

const columns: readonly CsvColumn<AuditEntry>[] = [
  ['When (UTC)', (entry) => entry.At],
  ['Who', (entry) => entry.ActorName],
  ['What', (entry) => deedOf(entry)],
  ['Kind', (entry) => entry.Title],
  ['Record', (entry) => entry.RecordName],
  ['Record kind', (entry) => entry.RecordKind],
  ['Record id', (entry) => entry.RecordId],
  ['Changes', (entry) => changesInWords(entry)],
  ['From', (entry) => entry.Address],
]

/** The entries that fit as a CSV file, newest first. */
export async function exportAudit({ db, who, query }: Call<typeof auditApi.exportAudit>) {
  return csvDownload(stampedName(`audit-${db.businessId}`, 'csv'), columns, batchesOf({ db, who }, query))
}

const batchSize = 1000

async function* batchesOf(reader: Reader, filters: AuditFilters) {
  let after: EntryKey | null = null
  for (;;) {
    const entries: AuditEntry[] = await newestEntries(reader, filters, after, batchSize)
    yield entries
    const last = entries.at(-1)
    if (!last || entries.length < batchSize) return
    after = keyOf(last)
  }
}

function changesInWords(entry: AuditEntry): string {
  const side = (parts: readonly ValuePart[]) => parts.map((part) => part.text).join(', ') || '-'
  return changesOf(entry)
    .map(({ field, before, after }) => {
      const parts = [...before, ...after]
      const word = parts.every(({ text }) => isWithheld(text)) && parts[0]?.text
      return `${field}: ${word || `${side(before)} → ${side(after)}`}`
    })
    .join('; ')
}
