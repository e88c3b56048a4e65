import sql, { empty } from 'sql-template-tag'
import { importLabel } from '#contract/members/import-fields.ts'
import type { ImportRow, memberImportsApi } from '#contract/members/member-imports.ts'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import { businessZone } from '#platform/days'
import { csvDownload, stampedName } from '#platform/formats'
import { partsOfFile, rowsOfFile } from './import-file.ts'
import { readImport } from './import-record.ts'
import type { Sentences } from './import-row.ts'

type Row = Omit<ImportRow, 'Reasons'> & { problems: Sentences | null }

/** The rows that were refused, or are duplicates of a kind, in the order of the file. */
export async function listMemberImportRows(call: Call<typeof memberImportsApi.listMemberImportRows>) {
  const { db, who, params, query } = call
  await readImport(db, who, params.importId)
  const wanted = sql`
    r.business_id = ${db.businessId} and r.import_id = ${params.importId} and r.finding = ${query.finding}`
  if (isToCount(call)) return totalOfList(db, sql`member_import_row r where ${wanted}`)
  const after = afterKey(call, 'integer')
  const rows = await db.rows<Row>(sql`
    select r.row_no as "RowNo", r.membership_number as "MembershipNumber", r.problems,
      concat_ws(' ', r.fields ->> 'FirstName', r.fields ->> 'LastName') as "Name",
      case when r.match_row is not null or r.match_member_id is not null then json_build_object(
        'MemberId', r.match_member_id, 'RowNo', r.match_row,
        'Name', concat_ws(' ', m.first_name, m.last_name)) end as "Match"
    from member_import_row r
    left join member m on m.business_id = r.business_id and m.member_id = r.match_member_id
    where ${wanted}
      ${after ? sql`and r.row_no > ${after[0]}` : empty}
    order by r.row_no limit ${rowsToAsk(call)}`)
  const shown = rows.map(({ problems, ...row }) => ({ ...row, Reasons: reasonsOf(problems) }))
  return pageOf(call, shown, (row) => [row.RowNo])
}

function reasonsOf(problems: Sentences | null): ImportRow['Reasons'] {
  return Object.entries(problems ?? {}).map(([field, Sentence]) => ({ Field: importLabel(field), Sentence }))
}

const batchSize = 2_000

/** The refused rows as they stood in the file, with the reasons behind: to be mended there and imported again. */
export async function exportRefusedRows(call: Call<typeof memberImportsApi.exportRefusedRows>) {
  const { db, who, params } = call
  const { FileName, Columns } = await readImport(db, who, params.importId)
  type Refused = { cells: readonly string[]; reasons: string }
  async function* batches(): AsyncGenerator<Refused[]> {
    for await (const rows of rowsOfFile(partsOfFile(db, params.importId), batchSize)) {
      const reasons = await reasonsBetween(rows[0]!.rowNo, rows.at(-1)!.rowNo)
      yield rows.flatMap(({ rowNo, cells }) => {
        const own = reasons.get(rowNo)
        return own === undefined ? [] : [{ cells, reasons: own }]
      })
    }
  }
  async function reasonsBetween(first: number, last: number): Promise<Map<number, string>> {
    const refused = await db.rows<{ rowNo: number; problems: Sentences }>(sql`
      select row_no as "rowNo", problems from member_import_row
      where business_id = ${db.businessId} and import_id = ${params.importId} and finding = 'Refused'
        and row_no between ${first} and ${last}`)
    return new Map(refused.map(({ rowNo, problems }) => [rowNo, inOneLine(problems)]))
  }
  return csvDownload<Refused>(
    stampedName(`${FileName.replace(/\.\w+$/, '')}-refused`, 'csv', await businessZone(db)),
    [
      ...Columns.map(({ Header }, i) => [Header, ({ cells }: Refused) => cells[i]] as const),
      ['Reason', ({ reasons }) => reasons],
    ],
    batches(),
  )
}

function inOneLine(problems: Sentences): string {
  return reasonsOf(problems)
    .map(({ Field, Sentence }) => `${Field}: ${Sentence}`)
    .join(' ')
}
