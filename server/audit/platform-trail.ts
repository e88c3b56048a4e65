import sql, { empty, type Sql } from 'sql-template-tag'
import type {
  platformAuditApi,
  PlatformAuditEntry,
  PlatformAuditFilters,
} from '#contract/audit/platform-audit.ts'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import { noTenant, type Queries } from '#platform/database'
import { csvDownload, stampedName } from '#platform/formats'
import { notFound } from '#platform/refusals'
import { actionsWhere, auditEntryColumns, fitting, entryKeyOf } from './audit-entries.ts'
import { batchesOf, columnsIn } from './audit-export.ts'
import { impersonalKinds } from './record-kinds.ts'
import { withoutPeople } from './withheld.ts'

/** The platform's own entries, and what super administrators did in any business, newest first. */
export async function listPlatformAudit(call: Call<typeof platformAuditApi.listPlatformAudit>) {
  // Names are looked for in every entry.
  const { person, record } = call.query
  if (isToCount(call))
    return totalOfList(
      call.db,
      person || record ? null : sql`audit_entry where ${onPlatform} ${chosenBy(call.query, null)}`,
    )
  const after = afterKey(call, 'time', 'integer')
  return pageOf(call, await newestOnPlatform(call.db, call.query, after, rowsToAsk(call)), entryKeyOf)
}

/** One entry of the platform's trail. */
export async function getPlatformAuditEntry({
  db,
  params,
}: Call<typeof platformAuditApi.getPlatformAuditEntry>) {
  const [entry] = await entriesOnPlatform(db, sql`and id = ${params.entryId}`, 1)
  if (!entry) throw notFound('The entry')
  return entry
}

/** The kinds of entries in the platform's trail, by title. */
export function listPlatformAuditActions({ db }: Call<typeof platformAuditApi.listPlatformAuditActions>) {
  return actionsWhere(db, onPlatform)
}

/** The entries that fit as a CSV file, newest first. */
export async function exportPlatformAudit({ db, query }: Call<typeof platformAuditApi.exportPlatformAudit>) {
  return csvDownload(
    stampedName('platform-audit', 'csv', 'UTC'),
    [
      ...columnsIn('UTC'),
      ['Business', (entry: PlatformAuditEntry) => entry.BusinessName],
      ['Business id', (entry: PlatformAuditEntry) => entry.BusinessId],
    ],
    batchesOf((after, most) => newestOnPlatform(db, query, after, most)),
  )
}

// Written out as the indexes have it, which are for these entries alone. What an earlier version wrote into both trails is
// told once, by the business's; what stays of an erased one has no details.
const onPlatform = sql`(by_administrator or business_id = '*')
  and not (business_id = '*' and action in ('suspendBusiness', 'liftSuspension') and after is not null)`

/** Nobody finds an entry by a name that it doesn't show. */
const whereNamed = sql`and (business_id = ${noTenant} or record_kind = any(${impersonalKinds}))`

function newestOnPlatform(
  db: Queries,
  filters: PlatformAuditFilters,
  after: readonly unknown[] | null,
  limit: number,
): Promise<PlatformAuditEntry[]> {
  return entriesOnPlatform(db, chosenBy(filters, after), limit)
}

function chosenBy({ forBusiness, ...filters }: PlatformAuditFilters, after: readonly unknown[] | null): Sql {
  return sql`${forBusiness ? sql`and business_id = ${forBusiness}` : empty} ${fitting(filters, whereNamed, after)}`
}

async function entriesOnPlatform(db: Queries, conditions: Sql, limit: number): Promise<PlatformAuditEntry[]> {
  const entries = await db.rows<PlatformAuditEntry>(sql`
    select e.*, nullif(e.business_id, ${noTenant}) as "BusinessId", b.display_name as "BusinessName"
    from (select business_id, ${auditEntryColumns} from audit_entry where ${onPlatform} ${conditions}
      order by at desc, id desc limit ${limit}) e
    left join business b using (business_id)
    order by e."At" desc, e."EntryId"::bigint desc`)
  return entries.map(withoutPeopleOfBusinesses)
}

/** What is somebody's is the business's to tell: here it says which record, by its number, and which fields. */
function withoutPeopleOfBusinesses(entry: PlatformAuditEntry): PlatformAuditEntry {
  const { BusinessId, BusinessName, RecordKind } = entry
  if (BusinessId === null || RecordKind === null || impersonalKinds.includes(RecordKind)) return entry
  return { ...withoutPeople(entry), BusinessId, BusinessName, RecordName: null }
}
