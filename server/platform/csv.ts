import type { Download } from './download.ts'

/** A column of a CSV: its header, and what stands in it for a row. */
export type CsvColumn<Row> = readonly [
  header: string,
  value: (row: Row) => string | number | boolean | null | undefined,
]

const byteOrderMark = '\uFEFF'

/** Rows as a CSV file that spreadsheets open rightly: UTF-8 with its mark, and no cell that would run as a formula. */
export function csvDownload<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): Download {
  const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`
  async function* lines() {
    yield byteOrderMark + line(columns.map(([header]) => csvCell(header)))
    for await (const rows of batches)
      yield rows.map((row) => line(columns.map(([, value]) => csvCell(value(row))))).join('')
  }
  return { type: 'text/csv; charset=utf-8', name, content: lines() }
}

const plainNumber = /^[+-]?[\d ().-]*\d$/

/** One cell: quoted where it must be, and with an apostrophe before what a spreadsheet would take for a formula. */
export function csvCell(value: string | number | boolean | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value)
  // A phone number or a negative amount begins like a formula, but is none.
  const isFormula = /^[=+\-@\t\r]/.test(text) && !plainNumber.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
