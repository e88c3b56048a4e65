import sql from 'sql-template-tag'
import { type DuplicateKind, memberImportsApi } from '#contract/members/member-imports.ts'
import type { Queries } from '#platform/database'
import type { Marks, Match } from './import-match.ts'
import type { ImportAtWork } from './import-record.ts'

/** What the dry run found a row to be, and of whom: of nobody yet, if an earlier row of the file is to give the number. */
export type Finding = { readonly finding: DuplicateKind | null; readonly foundId: string | null }

/**
 * Those of the rows whose number has become somebody's since the dry run, and not by this import. Whoever chose what becomes
 * of rows with known numbers didn't know of them: that it is the same person, nobody has said.
 */
export async function lateMatches(
  db: Queries,
  work: ImportAtWork,
  rows: readonly (Marks & Finding)[],
  matches: ReadonlyMap<number, Match>,
): Promise<ReadonlySet<number>> {
  const late = new Set<number>()
  const ofEarlierRows: { rowNo: number; memberId: string; key: string | null }[] = []
  for (const { rowNo, numberKey, finding, foundId } of rows) {
    const match = matches.get(rowNo)
    if (match?.kind !== 'Number' || foundId === match.memberId) continue
    late.add(rowNo)
    if (finding === 'Number' && foundId === null)
      ofEarlierRows.push({ rowNo, memberId: match.memberId, key: numberKey })
  }
  for (const rowNo of await numberedByImport(db, work, ofEarlierRows)) late.delete(rowNo)
  return late
}

/** Those of the rows to whose members this import has given their numbers. */
async function numberedByImport(
  db: Queries,
  { importId, actor }: ImportAtWork,
  rows: readonly { rowNo: number; memberId: string; key: string | null }[],
): Promise<number[]> {
  if (rows.length === 0) return []
  const found = await db.rows<{ rowNo: number }>(sql`
    select w."rowNo" from json_to_recordset(${JSON.stringify(rows)}::json) as w ("rowNo" int, "memberId" text, key text)
    where exists (
      select from member_change c
      where c.business_id = ${db.businessId} and c.member_id = w."memberId" and c.actor_id = ${actor.uid}
        and c.title = ${memberImportsApi.runMemberImport.title} and code_key(c.after ->> 'MembershipNumber') = w.key
        and c.at >= (select created_at from member_import
          where business_id = ${db.businessId} and import_id = ${importId}))`)
  return found.map(({ rowNo }) => rowNo)
}
