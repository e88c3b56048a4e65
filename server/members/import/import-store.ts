import sql from 'sql-template-tag'
import { codeTaken } from '#contract/members/member-codes.ts'
import { duplicateKinds } from '#contract/members/member-imports.ts'
import { ringBell } from '#platform/bell'
import type { Transaction } from '#platform/database'
import { startJob } from '#platform/jobs'
import { refuseRepeatedCodes, refuseTakenCodes } from './import-codes.ts'
import type { ImportJob } from './import-job.ts'
import { findMatches, markColumns, type Marks, type Match } from './import-match.ts'
import type { ReadBatch } from './import-reading.ts'
import { type ImportAtWork, importAtWork } from './import-record.ts'

/** Keeps a batch, unless the import was called off or another server has come first; tells whether to go on. */
export async function storeBatch(
  tx: Transaction,
  job: ImportJob,
  { first, last, part, rows }: ReadBatch & { part: number },
  isLastOfTurn: boolean,
): Promise<boolean> {
  const work = await importAtWork(tx, job.importId, 'Checking')
  if (work?.checkedRow !== first - 1) return false
  const kept = await tx.rows<Marks & { finding: string | null }>(sql`
    insert into member_import_row as r (business_id, import_id, row_no, venue_no, fields, problems, needs, finding)
    select ${tx.businessId}, ${job.importId}, "rowNo", "venueNo", fields, problems, needs,
      case when problems is not null then 'Refused' end
    from json_to_recordset(${rows}::json)
      as given ("rowNo" int, "venueNo" text, fields jsonb, problems jsonb, needs jsonb)
    returning ${markColumns}, finding`)
  const sound = kept.filter(({ finding }) => finding === null)
  await markDuplicates(tx, work, await findMatches(tx, work, sound, duplicateKinds))
  await refuseTakenCodes(tx, work, { first, last })
  await tx.run(sql`
    update member_import_row set finding = 'Refused', problems = needs
    where business_id = ${tx.businessId} and import_id = ${job.importId} and row_no between ${first} and ${last}
      and finding is null and needs is not null`)
  await tx.run(sql`
    update member_import set checked_row = ${last}, checked_part = ${part}, worked_at = now(), tries = 0
    where business_id = ${tx.businessId} and import_id = ${job.importId}`)
  if (isLastOfTurn) await startJob(tx, 'check_member_import', job)
  return true
}

/** Marks rows of people who are members already, and refuses those whose number is somebody else's. */
async function markDuplicates(
  tx: Transaction,
  { importId }: ImportAtWork,
  matches: ReadonlyMap<number, Match>,
): Promise<void> {
  if (matches.size === 0) return
  const marked = [...matches].map(([rowNo, { owner, ...match }]) => ({
    rowNo,
    ...match,
    // The number stands where the sentence has a %.
    sentence: codeTaken('MembershipNumber', '%', owner),
  }))
  await tx.run(sql`
    update member_import_row r set
      finding = case when "isKnown" then kind else 'Refused' end,
      problems = case when not "isKnown" then jsonb_build_object('MembershipNumber',
        replace(sentence, '%', r.membership_number)) end,
      match_member_id = case when "isKnown" then "memberId" end
    from json_to_recordset(${JSON.stringify(marked)}::json)
      as match ("rowNo" int, kind text, "memberId" text, "isKnown" boolean, sentence text)
    where r.business_id = ${tx.businessId} and r.import_id = ${importId} and r.row_no = "rowNo"`)
}

/** Finds duplicates within the file, counts, and has the import wait for its choices. */
export async function conclude(tx: Transaction, { importId }: ImportJob): Promise<void> {
  const work = await importAtWork(tx, importId, 'Checking')
  if (!work) return
  await tx.run(sql`select refresh_statistics('member_import_row')`)
  const ofImport = sql`business_id = ${tx.businessId} and import_id = ${importId}`
  for (const [rank, { kind, key }] of keysWithinFile.entries()) {
    const weaker = duplicateKinds.slice(rank + 1)
    await tx.run(sql`
      with again as (
        select ${key} as key, min(row_no) as first from member_import_row
        where ${ofImport} and ${key} is not null and finding is distinct from 'Refused'
        group by ${key} having count(*) > 1
      )
      update member_import_row r set finding = ${kind}, match_row = again.first, match_member_id = null from again
      where ${ofImport} and ${key} = again.key and row_no > again.first
        and (finding is null or finding = any(${weaker}))`)
  }
  await refuseRepeatedCodes(tx, work)
  const { state } = await tx.one<{ state: 'Checked' | 'Failed' }>(sql`
    update member_import set state = case when checked_row > 1 then 'Checked' else 'Failed' end,
      failure = case when checked_row = 1 then 'The file has no rows below its header.' end,
      findings = counted.findings, refused = (counted.findings ->> 'Refused')::int
    from (
      select jsonb_build_object('New', count(*) filter (where finding is null),
        'Refused', count(*) filter (where finding = 'Refused'), 'Number', count(*) filter (where finding = 'Number'),
        'NameAndBirthDate', count(*) filter (where finding = 'NameAndBirthDate'),
        'Email', count(*) filter (where finding = 'Email')) as findings
      from member_import_row where ${ofImport}
    ) counted
    where ${ofImport} returning state`)
  await ringBell(tx, [work.actor.uid], {
    kind: state === 'Checked' ? 'ImportChecked' : 'ImportFailed',
    subject: importId,
    values: { FileName: work.fileName },
  })
}

// In the order of duplicateKinds.
const keysWithinFile = [
  { kind: 'Number', key: sql`code_key(membership_number)` },
  { kind: 'NameAndBirthDate', key: sql`sort_name || ' ' || birth_date` },
  { kind: 'Email', key: sql`email` },
]
