import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { FileFormat } from '#contract/reports/reports.ts'
import type { Reads } from '#platform/database'
import {
  csvLinesDownload,
  type Download,
  stampedName,
  type CellKind,
  type SheetColumn,
  xlsxDownload,
} from '#platform/formats'

/** A column of a table that is shown, and saved as a file: its value in SQL, money in cents. */
export type TableColumn = SheetColumn & { readonly name: string; readonly value: Sql }

export type TableFile = {
  /** What the file is called, without ending and moment. */
  readonly name: string
  readonly format: FileFormat
  readonly columns: readonly TableColumn[]
  /** The rest of the query, from `from` on. */
  readonly from: Sql
  /** Where instants are told in. */
  readonly timeZone: string
}

/** The columns of a query in the contract's shape: money in dollars, the rest as it is. */
export function shownColumns(columns: readonly TableColumn[]): Sql {
  return join(
    columns.map(({ name, kind, value }) => {
      // A name is part of the query's text: it is one of ours, never somebody's input.
      const alias = raw(`"${name}"`)
      return kind === 'money' ? sql`(${value} * 0.01)::float8 as ${alias}` : sql`${value} as ${alias}`
    }),
  )
}

/** All rows of a table as a file, from the database to the reader without a stop. */
export function tableFile(db: Reads, { name, format, columns, from, timeZone }: TableFile): Download {
  const cells = columns.map(({ kind, value }) => cellOf(kind, value, timeZone))
  // In a workbook text is marked as such.
  const lines = db.copy(sql`select ${join(cells)} ${from}`, { isGuarded: format === 'csv' })
  const stamped = stampedName(name, format, timeZone)
  if (format === 'xlsx') return xlsxDownload(stamped, columns, rowsOf(lines))
  return csvLinesDownload(
    stamped,
    columns.map(({ header }) => header),
    lines,
  )
}

function cellOf(kind: CellKind, value: Sql, timeZone: string): Sql {
  if (kind === 'instant') return sql`date_trunc('second', ${value} at time zone ${timeZone})`
  if (kind === 'money') return sql`${value} * 0.01`
  if (kind === 'yes-no') return sql`case when ${value} then 'Yes' when not ${value} then 'No' end`
  return value
}

async function* rowsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string[][]> {
  for await (const piece of pieces) yield parseLines(Buffer.from(piece).toString())
}

/** Whole lines of CSV as PostgreSQL writes them: what has to be quoted is, the rest holds no quote. */
function parseLines(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length;) {
    const end = text[at] === '"' ? endOfQuoted(text, at) : endOfPlain(text, at)
    const content = text.slice(at, end)
    row.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content)
    const isLast = text[end] === '\r'
    if (isLast) {
      rows.push(row)
      row = []
    }
    at = end + (isLast ? 2 : 1)
  }
  return rows
}

function endOfPlain(text: string, at: number): number {
  let end = at
  while (text[end] !== ',' && text[end] !== '\r') end++
  return end
}

function endOfQuoted(text: string, at: number): number {
  let end = text.indexOf('"', at + 1)
  while (text[end + 1] === '"') end = text.indexOf('"', end + 2)
  return end + 1
}
