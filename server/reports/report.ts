import sql, { empty, type Sql } from 'sql-template-tag'
import type { FileFormat } from '#contract/reports/reports.ts'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import type { Queries, Reads } from '#platform/database'
import { zonedOrBusiness } from '#platform/days'
import { shownColumns, type TableColumn, tableFile } from '#platform/files'
import type { Download, CellKind } from '#platform/formats'

/** A report: its columns, the rows that the caller may see and asked for, and the index that orders them. */
export type Report = {
  readonly columns: readonly TableColumn[]
  /** `from … where …` */
  readonly from: Sql
  /** The columns of the order, which an index has: the newest come first. */
  readonly order: readonly [Sql, Sql]
}

/** A column by the name it has in the contract, its heading and its value. */
export function column(name: string, header: string, kind: CellKind, value: Sql): TableColumn {
  return { name, header, kind, value }
}

type Paged = Pick<Call, 'endpoint' | 'origin'> & {
  readonly db: Queries
  readonly query: {
    limit: number
    continuationToken?: string | undefined
    count?: 'true' | 'false' | undefined
  }
}

/** A page of a report. `beside` are columns that only the page needs, not the file. */
export async function pageOfReport<Row>(call: Paged, report: Report, beside: Sql = empty) {
  if (isToCount(call)) return totalOfList(call.db, sql`(select ${report.from}) found`)
  const [first, second] = report.order
  const after = afterKey(call, 'time', 'text')
  const rows = await call.db.rows<Row & { key: string; id: string }>(sql`
    select ${shownColumns(report.columns)}, ${first} as key, ${second} as id ${beside} ${report.from}
      ${after ? sql`and (${first}, ${second}) < (${after[0]}, ${after[1]})` : empty}
    order by ${first} desc, ${second} desc limit ${rowsToAsk(call)}`)
  return pageOf(call, rows, (row) => [row.key, row.id])
}

type Filed = {
  readonly db: Reads
  readonly params: { format: FileFormat }
  readonly query: { timeZone?: string | undefined }
}

/** All of a report as a file. */
export async function fileOfReport(
  { db, params, query }: Filed,
  name: string,
  report: Report,
): Promise<Download> {
  const [first, second] = report.order
  const from = sql`${report.from} order by ${first} desc, ${second} desc`
  const { format } = params
  const timeZone = await zonedOrBusiness(db, query.timeZone)
  return tableFile(db, { name, format, columns: report.columns, from, timeZone })
}
