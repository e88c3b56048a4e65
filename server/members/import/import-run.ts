import sql from 'sql-template-tag'
import type { DuplicateKind, memberImportsApi } from '#contract/members/member-imports.ts'
import { ringBell } from '#platform/bell'
import { recordAudit, type Call } from '#platform/call'
import type { Database, Queries, Transaction } from '#platform/database'
import { startJob, timeIsUp } from '#platform/jobs'
import { conflict } from '#platform/refusals'
import { settleNumbers } from '#server/members/record'
import type { ImportJob } from './import-job.ts'
import { markColumns, duplicateMarkOf, soughtKinds } from './import-match.ts'
import { numbersInFile } from './import-numbers.ts'
import { type ImportAtWork, importAtWork, lockImportForWork, readImport } from './import-record.ts'
import { type Numbers, type StagedRow, takeRows, type Tally } from './import-take.ts'

/** Starts the import itself, with what is to become of duplicates. */
export async function runMemberImport(call: Call<typeof memberImportsApi.runMemberImport>) {
  const { db, who, origin, params, body } = call
  const { State, FileName, Rows } = await lockImportForWork(db, who, params.importId)
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

const batchSize = 2_000

/**
 * Takes the rows over, batch by batch, from where it stands to the end or until its turn is over. Two batches are
 * worked on at once, and come to their end one after the other. Where we give the numbers it is one: each has to know
 * those that the one before has given.
 */
export async function runImport(database: Database, job: ImportJob): Promise<void> {
  const db = database.forTenant(job.businessId)
  const work = await importAtWork(db, job.importId, 'Running')
  if (!work) return
  const numbers: Numbers = (await leavesNumbersToUs(db, work))
    ? { besides: await numbersInFile(db, work) }
    : 'kept'
  const isOver = timeIsUp()
  let earlier: Promise<void> = Promise.resolve()
  let latest: Promise<void> = earlier
  try {
    for (let after = work.takenRow, isLast = false; after < work.checkedRow && !isLast; after += batchSize) {
      await (numbers === 'kept' ? earlier : latest)
      isLast = isOver()
      const batch = {
        after,
        last: Math.min(after + batchSize, work.checkedRow),
        numbers,
        before: latest,
        isLast,
      }
      earlier = latest
      latest = judgedAnew(() => database.transaction(job.businessId, (tx) => takeBatch(tx, work, batch)))
      // Should it fail, that is told when its turn has come.
      latest.catch(() => undefined)
    }
    await latest
  } catch (error) {
    if (!(error instanceof ComeTooLateError)) throw error
  } finally {
    // Whatever ended the work, nothing is left running behind it.
    await latest.catch(() => undefined)
  }
}

/** Another server has taken the batch over, or somebody has called the import off: what was done of it is undone. */
class ComeTooLateError extends Error {}

// What says that somebody has a code, or a membership number to the letter.
const heldOnce = new Set<unknown>(['scan_code_pkey', 'member_number'])
const mostJudgements = 5

/**
 * Takes a batch over again if somebody got one of its codes at the same moment: nothing of it was done, and now it is known
 * whose the code is. That it happens so many times in a row is no chance any more.
 */
async function judgedAnew(take: () => Promise<void>): Promise<void> {
  for (let times = 1; ; times++)
    try {
      return await take()
    } catch (error) {
      const isHeld = heldOnce.has((error as { constraint?: unknown }).constraint)
      if (!isHeld || times === mostJudgements) throw error
    }
}

async function leavesNumbersToUs(db: Queries, { importId }: ImportAtWork): Promise<boolean> {
  const unnumbered = await db.maybe(sql`
    select from member_import_row
    where business_id = ${db.businessId} and import_id = ${importId} and membership_number is null
      and finding is distinct from 'Refused'
    limit 1`)
  return unnumbered !== null
}

type Batch = {
  /** The row before its first, and its last. */
  readonly after: number
  readonly last: number
  readonly numbers: Numbers
  /** The batch before, until it is committed. */
  readonly before: Promise<void>
  /** Whether the turn is over with it. */
  readonly isLast: boolean
}

/**
 * Takes one batch over and moves the mark behind it, both or neither: whoever comes next, on this server or another,
 * begins after the mark. People whom the file names once become members at once; the others wait for the batch before,
 * by which they may have become known.
 */
async function takeBatch(tx: Transaction, work: ImportAtWork, batch: Batch): Promise<void> {
  const { importId } = work
  await lockBatch(tx, importId, batch)
  const rows = await tx.rows<StagedRow>(sql`
    select ${markColumns}, r.venue_no as "venueNo", r.needs, r.finding, r.match_member_id as "foundId"
    from member_import_row r
    where business_id = ${tx.businessId} and import_id = ${importId} and row_no > ${batch.after}
      and row_no <= ${batch.last} and finding is distinct from 'Refused'
    order by row_no`)
  const tally: Tally = { created: 0, updated: 0, skipped: 0, refused: 0 }
  const take = (some: readonly StagedRow[]) => takeRows(tx, work, some, batch.numbers, tally)
  const [fresh, others] = [
    rows.filter((row) => row.finding === null),
    rows.filter((row) => row.finding !== null),
  ]
  const left = await take(fresh)
  await batch.before
  for (let rest = inOrder([...others, ...left]); rest.length > 0;) {
    const { apart, later } = withoutRepeats(rest, soughtKinds(work))
    rest = inOrder([...later, ...(await take(apart))])
  }
  await moveMark(tx, work, batch, tally)
}

/** As they stand in the file. */
function inOrder(rows: readonly StagedRow[]): StagedRow[] {
  return rows.toSorted((a, b) => a.rowNo - b.rowNo)
}

/** Keeps others from the batch until it is done; they find then that it is. */
async function lockBatch(tx: Transaction, importId: string, { after, last }: Batch): Promise<void> {
  const ofImport = sql`business_id = ${tx.businessId} and import_id = ${importId}`
  await tx.run(sql`select from member_import_row where ${ofImport} and row_no = ${last} for no key update`)
  const isOurs = await tx.maybe(sql`
    select from member_import where ${ofImport} and state = 'Running' and taken_row <= ${after}`)
  if (!isOurs) throw new ComeTooLateError()
}

async function moveMark(
  tx: Transaction,
  work: ImportAtWork,
  { after, last, isLast }: Batch,
  tally: Tally,
): Promise<void> {
  const isDone = last === work.checkedRow
  const counts = await tx.maybe<Tally>(sql`
    update member_import set taken_row = ${last}, worked_at = now(), tries = 0, created = created + ${tally.created},
      updated = updated + ${tally.updated}, skipped = skipped + ${tally.skipped}, refused = refused + ${tally.refused},
      state = case when ${isDone} then 'Done' else state end, finished_at = case when ${isDone} then now() end
    where business_id = ${tx.businessId} and import_id = ${work.importId} and state = 'Running'
      and taken_row = ${after}
    returning created, updated, skipped, refused`)
  if (!counts) throw new ComeTooLateError()
  if (isDone) await finish(tx, work, counts)
  else if (isLast)
    await startJob(tx, 'run_member_import', { businessId: tx.businessId, importId: work.importId })
}

/** Rows no two of which may be of one person, and the others, whose time comes when these are members. */
function withoutRepeats(rows: readonly StagedRow[], kinds: readonly DuplicateKind[]) {
  const seen = new Set<string>()
  const apart: StagedRow[] = []
  const later: StagedRow[] = []
  for (const row of rows) {
    const keys = kinds.flatMap((kind) => {
      const mark = duplicateMarkOf[kind](row)
      return mark === null ? [] : [`${kind} ${mark}`]
    })
    const list = keys.some((key) => seen.has(key)) ? later : apart
    list.push(row)
    // Also those of a row that waits: what comes after it in the file must come after it here.
    for (const key of keys) seen.add(key)
  }
  return { apart, later }
}

// Where so many times what was made had been there before, the planner knows the business well enough.
const knownWell = 10

async function finish(tx: Transaction, work: ImportAtWork, counts: Tally): Promise<void> {
  await tx.run(sql`select settle_member_search()`)
  await settleNumbers(tx)
  await tx.run(sql`
    select refresh_statistics('member')
    where ${counts.created * knownWell} > (
      select count(*) * 100 from member tablesample system (1) where business_id = ${tx.businessId})`)
  await ringBell(tx, [work.actor.uid], {
    kind: 'ImportDone',
    subject: work.importId,
    values: {
      FileName: work.fileName,
      Created: counts.created,
      Updated: counts.updated,
      Refused: counts.refused,
    },
  })
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
