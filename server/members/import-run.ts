import sql from 'sql-template-tag'
import type { DuplicateKind, memberImportsApi } from '#contract/member-imports.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Call } from '#platform/call.ts'
import type { Database, Transaction } from '#platform/database.ts'
import { startJob, timeIsUp } from '#platform/jobs.ts'
import { conflict } from '#platform/refusal.ts'
import { markColumns, markOf, soughtKinds } from './import-match.ts'
import { type ImportAtWork, importAtWork, lockImport, readImport } from './import-record.ts'
import { type StagedRow, takeRows, type Tally } from './import-take.ts'
import type { ImportJob } from './import-job.ts'

/** Starts the import itself, with what is to become of duplicates. */
export async function runMemberImport(call: Call<typeof memberImportsApi.runMemberImport>) {
  const { db, who, origin, params, body } = call
  const { State, FileName, Rows } = await lockImport(db, who, params.importId)
  if (State !== 'Checked')
    throw conflict(
      'import_not_checked',
      'Only a file that has been checked, and not imported yet, can be imported.',
    )
  await db.run(sql`
    update member_import set state = 'Running', choices = ${JSON.stringify(body)}, worked_at = now(),
      actor_id = ${who.uid}, actor_name = ${who.name}, venues = ${who.venues}, address = ${origin.address},
      request_id = ${origin.requestId}
    where business_id = ${db.businessId} and import_id = ${params.importId}`)
  await startJob(db, 'run_member_import', { businessId: db.businessId, importId: params.importId })
  call.audit({
    record: { kind: 'Import', id: params.importId, name: FileName },
    after: {
      Rows,
      'Same membership number': body.Number,
      'Same name and birth date': body.NameAndBirthDate,
      'Same e-mail': body.Email,
    },
  })
  return readImport(db, who, params.importId)
}

const batchSize = 1_000

/** Takes the rows over, batch by batch, from where it stands to the end or until its turn is over. */
export async function runImport(database: Database, job: ImportJob): Promise<void> {
  const isOver = timeIsUp()
  let goesOn = true
  while (goesOn)
    goesOn = await database.transaction(job.businessId, async (tx) => {
      const isUnfinished = await takeBatch(tx, job)
      if (!isUnfinished || !isOver()) return isUnfinished
      await startJob(tx, 'run_member_import', job)
      return false
    })
}

/**
 * Takes one batch over and moves the mark behind it, both or neither: whoever comes next, on this server or another,
 * begins after the mark. False when there is nothing more to do.
 */
async function takeBatch(tx: Transaction, { importId }: ImportJob): Promise<boolean> {
  const work = await importAtWork(tx, importId, 'Running')
  if (!work) return false
  const last = Math.min(work.takenRow + batchSize, work.checkedRow)
  const rows = await tx.rows<StagedRow>(sql`
    select ${markColumns}, r.venue_no as "venueNo", r.needs
    from member_import_row r
    where business_id = ${tx.businessId} and import_id = ${importId} and row_no > ${work.takenRow}
      and row_no <= ${last} and finding is distinct from 'Refused'
    order by row_no`)
  const tally: Tally = { created: 0, updated: 0, skipped: 0, refused: 0 }
  for (let rest = rows; rest.length > 0;) {
    const { apart, later } = withoutRepeats(rest, soughtKinds(work))
    await takeRows(tx, work, apart, tally)
    rest = later
  }
  const isDone = last === work.checkedRow
  const counts = await tx.one<Tally>(sql`
    update member_import set taken_row = ${last}, worked_at = now(), tries = 0, created = created + ${tally.created},
      updated = updated + ${tally.updated}, skipped = skipped + ${tally.skipped}, refused = refused + ${tally.refused},
      state = case when ${isDone} then 'Done' else state end, finished_at = case when ${isDone} then now() end
    where business_id = ${tx.businessId} and import_id = ${importId}
    returning created, updated, skipped, refused`)
  if (isDone) await finish(tx, work, counts)
  return !isDone
}

/** Rows no two of which may be of one person, and the others, whose time comes when these are members. */
function withoutRepeats(rows: readonly StagedRow[], kinds: readonly DuplicateKind[]) {
  const seen = new Set<string>()
  const apart: StagedRow[] = []
  const later: StagedRow[] = []
  for (const row of rows) {
    const keys = kinds.flatMap((kind) => {
      const mark = markOf[kind](row)
      return mark === null ? [] : [`${kind} ${mark}`]
    })
    const list = keys.some((key) => seen.has(key)) ? later : apart
    list.push(row)
    // Also those of a row that waits: what comes after it in the file must come after it here.
    for (const key of keys) seen.add(key)
  }
  return { apart, later }
}

async function finish(tx: Transaction, work: ImportAtWork, counts: Tally): Promise<void> {
  await tx.run(sql`select refresh_statistics('member')`)
  const action = { name: 'finishMemberImport', title: 'Finish an import of members' }
  await recordAudit(tx, work.actor, work.origin, action, [
    {
      record: { kind: 'Import', id: work.importId, name: work.fileName },
      after: {
        Created: counts.created,
        Updated: counts.updated,
        Skipped: counts.skipped,
        Refused: counts.refused,
      },
    },
  ])
}
