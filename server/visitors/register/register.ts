import sql, { empty } from 'sql-template-tag'
import type { VisitorEntry, visitorsApi } from '#contract/visitors/visitors.ts'
import type { Who } from '#platform/access'
import { afterKey, type Call, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import type { Queries } from '#platform/database'
import { notFound } from '#platform/refusals'
import { allByWords, findByWords } from '#platform/search'
import { readMember } from '#server/members/record'
import {
  entriesFor,
  entriesOfFew,
  visitColumns,
  entryOf,
  type EntryRow,
  searchedVisits,
  visitsSeenBy,
} from './entries.ts'

/** The register of visitors, newest first. */
export async function listVisitors(call: Call<typeof visitorsApi.listVisitors>) {
  const { db, who, query } = call
  if (query.memberId !== undefined) await readMember(db, who, query.memberId, { isDeletedToo: true })
  const list = { ...searchedVisits(db.businessId, who, query), ofFew: await entriesOfFew(db, who) }
  if (isToCount(call)) return totalOfList(db, allByWords(query.q, list))
  const after = afterKey(call, 'text', 'time', 'text')
  const rows = await findByWords<EntryRow>(db, query.q, list, {
    columns: visitColumns(query.signatures === 'true'),
    after: after
      ? sql`and (v.day, v.signed_in_at, v.visit_id) < (${after[0]}::date, ${after[1]}::timestamptz, ${after[2]})`
      : empty,
    order: sql`v.day desc, v.signed_in_at desc, v.visit_id desc`,
    limit: rowsToAsk(call),
  })
  return pageOf(call, rows.map(entryOf), ({ Day, SignedInAt, VisitId }) => [Day, SignedInAt, VisitId])
}

/** An entry, with its signature. */
export function getVisitor({ db, who, params }: Call<typeof visitorsApi.getVisitor>): Promise<VisitorEntry> {
  return readEntry(db, who, params.visitId)
}

/** The entry, or a 404: for those who see it. */
export async function readEntry(
  db: Queries,
  who: Pick<Who, 'venues'>,
  visitId: string,
): Promise<VisitorEntry> {
  const row = await db.maybe<EntryRow>(sql`
    select ${visitColumns(true)} from ${entriesFor(who)}
    where ${visitsSeenBy(db.businessId, who)} and v.visit_id = ${visitId}`)
  if (!row) throw notFound('The entry')
  return entryOf(row)
}
