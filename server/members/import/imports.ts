import sql, { empty } from 'sql-template-tag'
import {
  canCancelImport,
  largestImportBytes,
  largestImportsTogether,
  type MemberImport,
  type MemberImportItem,
  type memberImportsApi,
} from '#contract/members/member-imports.ts'
import type { Who } from '#platform/access'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import type { Queries } from '#platform/database'
import { businessToday } from '#platform/days'
import { startJob } from '#platform/jobs'
import { requireQuota } from '#platform/limits'
import { conflict, invalid } from '#platform/refusals'
import { columnsOf, isUnreadable } from './import-file.ts'
import { importsOf, itemColumns, keptImports, lockImport, readImport } from './import-record.ts'

/** The imports of the business, newest first. */
export async function listMemberImports(call: Call<typeof memberImportsApi.listMemberImports>) {
  const { db, who } = call
  const { finishedWithinDays } = call.query
  const imports = sql`member_import i where i.business_id = ${db.businessId} and ${importsOf(who)}
    ${finishedWithinDays ? sql`and ${finishedWithin(finishedWithinDays)}` : empty}`
  if (isToCount(call)) return totalOfList(db, imports)
  const after = afterKey(call, 'time', 'text')
  const rows = await db.rows<MemberImportItem>(sql`
    select ${itemColumns} from ${imports}
      ${after ? sql`and (i.created_at, i.import_id) < (${after[0]}, ${after[1]})` : empty}
    order by i.created_at desc, i.import_id desc limit ${rowsToAsk(call)}`)
  return pageOf(call, rows, (row) => [row.CreatedAt, row.ImportId])
}

/** The imports that ended by themselves within so many days, newest first, each with how many there are. */
export function finishedImports(db: Queries, who: Who, days: number, most: number) {
  return db.rows<{ Id: string; Name: string; Date: string; count: number }>(sql`
    select i.import_id as "Id", i.file_name as "Name", i.finished_at as "Date", count(*) over () as count
    from member_import i
    where i.business_id = ${db.businessId} and ${importsOf(who)} and ${finishedWithin(days)}
    order by i.finished_at desc, i.import_id desc limit ${most}`)
}

const finishedWithin = (days: number) => sql`(i.state in ('Done', 'Failed')
  and i.finished_at >= (${businessToday} - ${days - 1}::integer)::timestamp at time zone (select business_zone()))`

/** One import. */
export async function getMemberImport({ db, who, params }: Call<typeof memberImportsApi.getMemberImport>) {
  return readImport(db, who, params.importId)
}

/** Begins an import: its file comes next, in parts. */
export async function createMemberImport({
  db,
  who,
  body,
  origin,
}: Call<typeof memberImportsApi.createMemberImport>): Promise<MemberImport> {
  await requireQuota(
    db,
    'importFiles',
    sql`select from member_import i where i.business_id = ${db.businessId} and ${keptImports}`,
  )
  const { id } = await db.one<{ id: string }>(sql`
    insert into member_import (business_id, file_name, parts, actor_id, actor_name, venues, address, request_id)
    values (${db.businessId}, ${body.FileName}, ${body.Parts}, ${who.uid}, ${who.name}, ${who.venues}, ${origin.address},
      ${origin.requestId})
    returning import_id as id`)
  return readImport(db, who, id)
}

/** Takes a part of the file in. One that is there already stays as it is, so that it can be sent again. */
export async function addMemberImportPart({
  db,
  who,
  params,
  body,
}: Call<typeof memberImportsApi.addMemberImportPart>): Promise<undefined> {
  const { importId, part } = params
  const { State } = await lockImport(db, who, importId)
  if (State !== 'Uploading') throw conflict('import_not_uploading', 'This file has been uploaded already.')
  const columns = part === 0 ? readColumns(body.Text) : null
  const added = await db.run(sql`
    insert into member_import_part (business_id, import_id, part, content)
    values (${db.businessId}, ${importId}, ${part}, ${body.Text}) on conflict do nothing`)
  if (added === 0) return
  const { characters, parts } = await db.one<{ characters: number; parts: number }>(sql`
    update member_import set characters = characters + ${body.Text.length}, parts_there = parts_there + 1,
      columns = coalesce(${columns && JSON.stringify(columns)}::jsonb, columns)
    where business_id = ${db.businessId} and import_id = ${importId} returning characters, parts`)
  if (part >= parts) throw invalid(`The file was to come in ${parts} parts.`)
  if (characters > largestImportBytes) throw invalid('The file can have 150 MB at the most.')
  // Parts that come at once may go a little beyond it: that does no harm.
  const { together } = await db.one<{ together: number }>(sql`
    select sum(characters)::float8 as together from member_import i
    where i.business_id = ${db.businessId} and ${keptImports}`)
  if (together > largestImportsTogether)
    throw conflict(
      'no_room',
      'The files that are kept have 1 GB together. Cancel an import that you no longer need, or wait: they go after 30 days.',
    )
}

/** Calls an import off. What it has taken over stays. */
export async function cancelMemberImport(call: Call<typeof memberImportsApi.cancelMemberImport>) {
  const { db, who, params } = call
  const { State, FileName } = await lockImport(db, who, params.importId)
  if (!canCancelImport(State)) throw conflict('import_over', 'This import is over: it can not be cancelled.')
  await db.run(sql`
    update member_import set state = 'Cancelled', finished_at = now()
    where business_id = ${db.businessId} and import_id = ${params.importId}`)
  // What has been taken over may have left rows to be mended; of the others nothing is needed any more.
  if (State !== 'Running')
    await startJob(db, 'forget_member_import', { businessId: db.businessId, importId: params.importId })
  call.audit({
    record: { kind: 'Import', id: params.importId, name: FileName },
    before: { State },
    after: { State: 'Cancelled' },
  })
  return readImport(db, who, params.importId)
}

function readColumns(beginning: string): MemberImport['Columns'] {
  try {
    const columns = columnsOf(beginning)
    if (columns.length > 0) return columns
  } catch (error) {
    if (!isUnreadable(error)) throw error
  }
  throw invalid('This is not a CSV file. Save the spreadsheet as CSV and choose that file.')
}
