import sql, { type Sql } from 'sql-template-tag'
import type { DuplicateChoices, ImportState, MemberImport } from '#contract/members/member-imports.ts'
import type { Who } from '#platform/access'
import type { Queries, Transaction } from '#platform/database'
import { requireQuota } from '#platform/limits'
import { notFound } from '#platform/refusals'

/** Imports `i` that the user may see: their own, and those of others unless they are confined to some venues. */
export function importsOf({ uid, venues }: Who): Sql {
  return sql`(${venues}::text[] is null or i.actor_id = ${uid})`
}

/** Imports `i` whose file is kept, or is to come. */
export const keptImports = sql`(i.parts_there > 0 or i.state = 'Uploading')`

/** The import, kept from changing under us, if there is room to work on it beside the others. */
export async function lockImportForWork(tx: Transaction, who: Who, importId: string): Promise<MemberImport> {
  await requireQuota(
    tx,
    'importsAtWork',
    sql`select from member_import
      where business_id = ${tx.businessId} and state in ('Checking', 'Running') and import_id <> ${importId}`,
  )
  return lockImport(tx, who, importId)
}

/** What a list shows of an import `i`. */
export const itemColumns = sql`
  i.import_id as "ImportId", i.file_name as "FileName", i.state as "State", i.actor_name as "ActorName",
  i.created_at as "CreatedAt", i.finished_at as "FinishedAt", i.checked_row - 1 as "Rows",
  (case when i.state = 'Checking' then i.checked_part::float8 / greatest(i.parts, 1)
    when i.checked_row > 1 then (i.taken_row - 1)::float8 / (i.checked_row - 1) else 0 end) as "Progress",
  json_build_object('Created', i.created, 'Updated', i.updated, 'Skipped', i.skipped, 'Refused', i.refused) as "Outcome"`

const allColumns = sql`
  ${itemColumns}, i.parts_there = i.parts as "IsUploaded", i.columns as "Columns", i.mapping as "Mapping", i.venue_no as "VenueNo", i.findings as "Findings",
  i.choices as "Choices", i.failure as "Failure"`

/** The import, if the user may see it; a 404 otherwise. */
export async function readImport(db: Queries, who: Who, importId: string): Promise<MemberImport> {
  const found = await db.maybe<MemberImport>(sql`
    select ${allColumns} from member_import i
    where i.business_id = ${db.businessId} and i.import_id = ${importId} and ${importsOf(who)}`)
  if (!found) throw notFound('The import')
  return found
}

/** The same, kept from changing under us. */
export async function lockImport(tx: Transaction, who: Who, importId: string): Promise<MemberImport> {
  await tx.run(sql`
    select from member_import where business_id = ${tx.businessId} and import_id = ${importId} for update`)
  return readImport(tx, who, importId)
}

/** An import as the job sees that works on it. */
export type ImportAtWork = {
  readonly importId: string
  readonly state: ImportState
  readonly fileName: string
  readonly mapping: readonly (string | null)[]
  readonly venueNo: string | null
  readonly choices: DuplicateChoices | null
  readonly checkedRow: number
  readonly takenRow: number
  readonly venues: readonly string[] | null
  readonly actor: { readonly uid: string; readonly name: string }
  readonly origin: { readonly address: string; readonly requestId: string }
}

const workColumns = sql`
  import_id as "importId", state, file_name as "fileName", mapping, venue_no as "venueNo", choices,
  checked_row as "checkedRow", taken_row as "takenRow", venues,
  json_build_object('uid', actor_id, 'name', actor_name) as actor,
  json_build_object('address', address, 'requestId', request_id) as origin`

/** The import, as long as it is in this state. A transaction keeps it so until its end. */
export async function importAtWork(
  db: Queries | Transaction,
  importId: string,
  state: ImportState,
): Promise<ImportAtWork | null> {
  return db.maybe(sql`
    select ${workColumns} from member_import
    where business_id = ${db.businessId} and import_id = ${importId} and state = ${state}
    ${'afterCommit' in db ? sql`for update` : sql``}`)
}
