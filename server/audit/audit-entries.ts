import sql, { empty, type Sql } from 'sql-template-tag'
import type { AuditEntry, AuditFilters, auditApi } from '#contract/audit/audit.ts'
import type { Who } from '#platform/access'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import { type Queries, likePattern } from '#platform/database'
import { notFound } from '#platform/refusals'
import { findByWords, firstOfParts, type SearchedList } from '#platform/search'
import { namingOptions } from '#server/business/options'
import { kindsOfBusiness, kindsWithNames } from './record-kinds.ts'
import { readsPeople, withoutPeople } from './withheld.ts'

/** What was done in the business, newest first. */
export async function listAudit(call: Call<typeof auditApi.listAudit>) {
  if (isToCount(call)) return totalOfList(call.db, countable(call))
  const rows = await newestEntries(call, call.query, afterKey(call, 'time', 'integer'), rowsToAsk(call))
  return pageOf(call, rows, entryKeyOf)
}

/** Names are looked for in every entry, and so is what somebody reads who is confined to some venues. */
function countable({ db, who, query }: Call<typeof auditApi.listAudit>): Sql | null {
  if (query.person || query.record || who.venues !== null) return null
  return sql`audit_entry where business_id = ${db.businessId} ${chosenBy(query, empty, null)}`
}

/** One entry of the business's trail. */
export async function getAuditEntry(call: Call<typeof auditApi.getAuditEntry>) {
  const { db, who, params } = call
  const found = await db.rows<AuditEntry>(sql`
    select ${auditEntryColumns} from audit_entry
    where business_id = ${db.businessId} ${readableBy(who)} and id = ${params.entryId}`)
  const [entry] = await asShown(call, found)
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
export function entryKeyOf({ At, EntryId }: AuditEntry): EntryKey {
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
export async function newestEntries(
  reader: Reader,
  filters: AuditFilters,
  after: readonly unknown[] | null,
  limit: number,
): Promise<AuditEntry[]> {
  const { db, who } = reader
  const parts = filters.record ? null : await partsOf(reader, filters)
  if (parts?.length === 0) return []
  const { record = '', ...others } = filters
  const page = { columns: auditEntryColumns, after: empty, order: sql`at desc, id desc`, limit }
  const filter = sql`${readableBy(who)} ${chosenBy(others, empty, after)}`
  const ofParts = parts?.map(
    (part) => sql`select * from audit_entry where business_id = ${db.businessId} ${part} ${filter}`,
  )
  const table = ofParts ? sql`(${firstOfParts(ofParts, page.order, limit)})` : sql`audit_entry`
  const entries = await findByWords<AuditEntry>(
    db,
    record,
    { ...searched(reader, record), table, filter },
    page,
  )
  return asShown(reader, entries)
}

function searched({ db, who }: Reader, record: string): Omit<SearchedList, 'table' | 'filter'> {
  const { businessId } = db
  return {
    isPhrase: true,
    row: sql`e`,
    id: sql`id`,
    base: sql`e.business_id = ${businessId}`,
    joins: empty,
    has: () => isAbout(record, shownName(who)),
    within: ({ meets }) => [
      sql`select x.id from audit_search x where x.business_id = ${businessId} and ${meets(sql`x.words`)}`,
    ],
    beside: () => [
      sql`select x.id from (${kindsIn(businessId)}) k join audit_entry x
        on x.business_id = ${businessId} and x.record_kind = k.record_kind and x.record_id = ${record.trim()}`,
    ],
  }
}

// From one to the next by the index, however many entries each has.
const kindsIn = (businessId: string) => sql`
  with recursive kind as (
    (select min(record_kind) as record_kind from audit_entry where business_id = ${businessId})
    union all
    select (select min(e.record_kind) from audit_entry e where e.business_id = ${businessId} and e.record_kind > kind.record_kind)
    from kind where kind.record_kind is not null
  ) select record_kind from kind where record_kind is not null`

// So many are looked through one by one. Of more, one is soon met.
const mostActors = 100

/**
 * Parts of the trail that an index has in its order, and in which everything is that is asked for: what was done by those of a name,
 * and what somebody reads who is confined to some venues. Null where that is the whole trail.
 */
async function partsOf({ db, who }: Reader, { person }: AuditFilters): Promise<Sql[] | null> {
  if (person) {
    const actors = await actorsWhere(db, sql`lower(actor_name) like ${likePattern(person)}`)
    if (actors.length <= mostActors) return actors.map(byActor)
  }
  if (who.venues === null) return null
  const ofBusiness = sql`record_kind is null or record_kind = any(${kindsOfBusiness})`
  const own = await actorsWhere(db, sql`true`, sql`and actor_id = ${who.uid}`)
  return [
    sql`and record_kind is null`,
    ...kindsOfBusiness.map((kind) => sql`and record_kind = ${kind}`),
    ...own.map((actor) => sql`${byActor(actor)} and not (${ofBusiness})`),
  ]
}

type Actor = { readonly id: string; readonly name: string }

const byActor = ({ id, name }: Actor) => sql`and actor_id = ${id} and actor_name = ${name}`

/** Everybody in the trail, or in a part of it, by each name they had, as far as they fit. They are few beside what they have done. */
function actorsWhere(db: Queries, fits: Sql, part = empty): Promise<Actor[]> {
  const next = (after: Sql) => sql`
    select actor_id, actor_name from audit_entry where business_id = ${db.businessId} ${part} ${after}
    order by actor_id, actor_name limit 1`
  return db.rows(sql`
    with recursive actor as (
      (${next(empty)})
      union all
      select other.* from actor
      cross join lateral (${next(sql`and (actor_id, actor_name) > (actor.actor_id, actor.actor_name)`)}) other
    )
    select actor_id as id, actor_name as name from actor where ${fits}`)
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
    ${record ? sql`and ${isAbout(record, whereNamed)}` : empty}
    ${startDate ? sql`and at >= ${startDate}` : empty}
    ${endDate ? sql`and at < ${endDate}` : empty}
    ${after ? sql`and (at, id) < (${after[0]}, ${after[1]})` : empty}`
}

function isAbout(record: string, whereNamed: Sql): Sql {
  return sql`((lower(record_name) like ${likePattern(record)} ${whereNamed}) or record_id = ${record.trim()})`
}

/** What an entry tells. */
export const auditEntryColumns = sql`id::text as "EntryId", at as "At", actor_name as "ActorName", address as "Address",
  by_administrator as "IsByAdministrator", action as "Action", title as "Title", record_kind as "RecordKind",
  record_id as "RecordId", record_name as "RecordName", before as "Before", after as "After"`

async function asShown({ db, who }: Reader, entries: AuditEntry[]): Promise<AuditEntry[]> {
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
