import sql from 'sql-template-tag'
import { oneByOne } from '#platform/concurrency'
import { type Database, isPassing, noTenant } from '#platform/database'
import { inLane, startJob, type Tasks } from '#platform/jobs'
import { checkImport } from './import-check.ts'
import { failImport } from './import-end.ts'
import type { ImportJob } from './import-job.ts'
import { keptImports } from './import-record.ts'
import { runImport } from './import-run.ts'

/** The work behind imports, which goes on after their calls have been answered. */
export function memberImportTasks(database: Database): Tasks {
  return {
    check_member_import: inLane('bulk', (job: ImportJob) => persistently(database, job, checkImport)),
    run_member_import: inLane('bulk', (job: ImportJob) => persistently(database, job, runImport)),
    resume_member_imports: inLane('maintenance', () => resumeImports(database)),
    forget_member_import: inLane('maintenance', (job: ImportJob) => forgetImport(database, job)),
    forget_old_imports: inLane('maintenance', () => forgetOldImports(database)),
  }
}

/** When the recurring parts of it are due. */
export const memberImportSchedule = ['* * * * * resume_member_imports', '23 3 * * * forget_old_imports']

const mostTries = 5

/**
 * Works on an import, and gives it up when it fails again and again at the same place. That the database was away says
 * nothing about the place.
 */
async function persistently(
  database: Database,
  job: ImportJob,
  work: (database: Database, job: ImportJob) => Promise<void>,
): Promise<void> {
  try {
    await work(database, job)
  } catch (error) {
    if (isPassing(error)) throw error
    await failImport(
      database,
      job,
      sql`tries = tries + 1, state = case when tries + 1 >= ${mostTries} then 'Failed' else state end,
        failure = case when tries + 1 >= ${mostTries} then 'Something went wrong on our side at row ' ||
          (case state when 'Checking' then checked_row else taken_row end + 1) || '. Check the file again.' end`,
    )
    throw error
  }
}

/** Has imports go on whose server is gone: the queue would give their jobs to another only hours later. */
async function resumeImports(database: Database): Promise<void> {
  const stuck = await database.forTenant(noTenant).rows<ImportJob & { task: string }>(sql`
    select business_id as "businessId", import_id as "importId",
      case state when 'Checking' then 'check_member_import' else 'run_member_import' end as task
    from member_import
    where state in ('Checking', 'Running') and worked_at < now() - interval '1 minute'`)
  await oneByOne(stuck, ({ task, ...job }) =>
    database.transaction(job.businessId, (tx) => startJob(tx, task, job, { key: job.importId })),
  )
}

/** Throws the files of imports away that are 30 days old. */
async function forgetOldImports(database: Database): Promise<void> {
  const old = await database.forTenant(noTenant).rows<ImportJob>(sql`
    select business_id as "businessId", import_id as "importId" from member_import i
    where created_at < now() - interval '30 days' and ${keptImports}`)
  await oneByOne(old, (job) => forgetImport(database, job))
}

/** Throws a file away with what was read of it; what came of it stays known. */
async function forgetImport(database: Database, { businessId, importId }: ImportJob): Promise<void> {
  await database.transaction(businessId, async (tx) => {
    const ofImport = sql`business_id = ${businessId} and import_id = ${importId}`
    await tx.run(sql`delete from member_import_row where ${ofImport}`)
    await tx.run(sql`delete from member_import_part where ${ofImport}`)
    await tx.run(sql`
      update member_import set parts_there = 0, state = case when finished_at is null then 'Cancelled' else state end,
        finished_at = coalesce(finished_at, now())
      where ${ofImport}`)
  })
}
