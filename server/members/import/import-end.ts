import sql, { type Sql } from 'sql-template-tag'
import { ringBell } from '#platform/bell'
import type { Database } from '#platform/database'
import type { ImportJob } from './import-job.ts'

/** Changes an import as it failed, and tells who started it if it is given up by that. */
export async function failImport(
  database: Database,
  { businessId, importId }: ImportJob,
  change: Sql,
): Promise<void> {
  await database.transaction(businessId, async (tx) => {
    const row = await tx.maybe<{ uid: string; FileName: string; state: string }>(sql`
      update member_import set ${change}
      where business_id = ${businessId} and import_id = ${importId} and state in ('Checking', 'Running')
      returning actor_id as uid, file_name as "FileName", state`)
    if (row?.state !== 'Failed') return
    const values = { FileName: row.FileName }
    await ringBell(tx, [row.uid], { kind: 'ImportFailed', subject: importId, values })
  })
}
