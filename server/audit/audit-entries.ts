import sql, { empty, type Sql } from 'sql-template-tag'
import type { AuditEntry, AuditFilters, auditApi } from '#contract/audit/audit.ts'
import type { Who } from '#platform/access'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOf } from '#platform/call'
import { type Queries, likePattern } from '#platform/database'
import { notFound } from '#platform/refusals'
import { namingOptions } from '#server/business/options'
import { kindsOfBusiness, kindsWithNames } from './record-kinds.ts'
import { readsPeople, withoutPeople } from './withheld.ts'

/** What was done in the business, newest first. */
export async function listAudit(call: Call<typeof auditApi.listAudit>) {
  if (isToCount(call)) return totalOf(call.db, countable(call))
  const rows = await newestEntries(call, call.query, afterKey(call, 'time', 'integer'), rowsToAsk(call))
  return pageOf(call, rows, keyOf)
}

/** Names are looked for in every entry, and so is what somebody reads who is confined to some venues. */
function countable({ db, who, query }: Call<typeof auditApi.listAudit>): Sql | null {
  if (query.person || query.record || who.venues !== null) return null
  return sql`audit_entry where business_id = ${db.businessId} ${chosenBy(query, empty, null)}`
}

/** One entry of the business's trail. */
export async function getAuditEntry(call: Call<typeof auditApi.getAuditEntry>) {
  const [entry] = await entriesWhere(call, sql`and id = ${call.params.entryId}`, 1)
  if (!entry) throw notFound('The entry')
  return entry
}

/** The kinds of entries the business has, by title. */
export function listAuditActions({ db }: Call<typeof auditApi.listAuditActions>) {
  return actionsWhere(db, sql`business_id = ${db.businessId}`)
}

/** The kinds there are in a trail, by title. */
export async function actionsWhere(db: Queries, inTrail: Sql) {
  // From one kind to the next by the index, however many entries each has. An older entry may have an older title.
  const newest = (after: Sql) => sql`
    select action, title from audit_entry where ${inTrail} ${after}
    order by action, at desc, id desc limit 1`
  const Results = await db.rows<{ Action: string; Title: string }>(sql`
    with recursive kind as (
      (${newest(empty)})
      union all
      select next.* from kind cross join lateral (${newest(sql`and action > kind.action`)}) next
    )
    select action as "Action", title as "Title" from kind order by title, action`)
  return { Results }
}

export type EntryKey = readonly [at: string, id: string]

/** Where an entry stands in the trail. */
export function keyOf({ At, EntryId }: AuditEntry): EntryKey {
  return [At, EntryId]
}

/** Who reads the trail of which business. */
export type Reader = {
  readonly db: Queries
  readonly who: Pick<Who, 'uid' | 'venues' | 'isSuperAdmin' | 'permissions'>
}

/** Who is confined to some venues reads of what they did themself, and of what was done to the business. */
function readableBy({ uid, venues }: Reader['who']): Sql {
  if (venues === null) return empty
  return sql`and (actor_id = ${uid} or record_kind is null or record_kind = any(${kindsOfBusiness}))`
}

/** Nobody finds an entry by a name that it doesn't show them. */
function shownName(who: Reader['who']): Sql {
  return readsPeople(who) ? empty : sql`and record_kind = any(${kindsWithNames})`
}

/** The newest entries that fit, or the newest after one that has been seen. */
export function newestEntries(
  reader: Reader,
  filters: AuditFilters,
  after: readonly unknown[] | null,
  limit: number,
): Promise<AuditEntry[]> {
  return entriesWhere(reader, chosenBy(filters, shownName(reader.who), after), limit)
}

function chosenBy({ by, ...others }: AuditFilters, whereNamed: Sql, after: readonly unknown[] | null): Sql {
  return sql`${by ? sql`and ${by === 'administrators' ? empty : sql`not`} by_administrator` : empty}
    ${fitting(others, whereNamed, after)}`
}

/** What the filters leave after one that has been seen; a name is looked for where it is shown. */
export function fitting(
  { person, action, record, startDate, endDate }: Omit<AuditFilters, 'by'>,
  whereNamed: Sql,
  after: readonly unknown[] | null,
): Sql {
  return sql`${person ? sql`and lower(actor_name) like ${likePattern(person)}` : empty}
    ${action ? sql`and action = ${action}` : empty}
    ${record ? sql`and ((lower(record_name) like ${likePattern(record)} ${whereNamed}) or record_id = ${record.trim()})` : empty}
    ${startDate ? sql`and at >= ${startDate}` : empty}
    ${endDate ? sql`and at < ${endDate}` : empty}
    ${after ? sql`and (at, id) < (${after[0]}, ${after[1]})` : empty}`
}

/** What an entry tells. */
export const entryColumns = sql`id::text as "EntryId", at as "At", actor_name as "ActorName", address as "Address",
  by_administrator as "IsByAdministrator", action as "Action", title as "Title", record_kind as "RecordKind",
  record_id as "RecordId", record_name as "RecordName", before as "Before", after as "After"`

async function entriesWhere({ db, who }: Reader, conditions: Sql, limit: number): Promise<AuditEntry[]> {
  const entries = await db.rows<AuditEntry>(sql`
    select ${entryColumns} from audit_entry where business_id = ${db.businessId} ${readableBy(who)} ${conditions}
    order by at desc, id desc limit ${limit}`)
  if (!readsPeople(who)) return entries.map(withoutPeople)
  if (!entries.some(isAboutMember)) return entries
  const named = await namingOptions(db)
  return entries.map((entry) =>
    isAboutMember(entry) ? { ...entry, Before: named(entry.Before), After: named(entry.After) } : entry,
  )
}

function isAboutMember({ RecordKind }: AuditEntry): boolean {
  return RecordKind === 'Member'
}
