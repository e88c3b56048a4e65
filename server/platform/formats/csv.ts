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
  async function* lines() {
    for await (const rows of batches)
      if (rows.length > 0)
        yield Buffer.from(
          rows.map((row) => `${columns.map(([, value]) => csvCell(value(row))).join(',')}\r\n`).join(''),
        )
  }
  return csvLinesDownload(
    name,
    columns.map(([header]) => header),
    lines(),
  )
}

/** The same of lines that have been written already, by the database for one. */
export function csvLinesDownload(
  name: string,
  headers: readonly string[],
  pieces: AsyncIterable<Uint8Array>,
): Download {
  async function* content() {
    // With the first lines rather than before them: what fails until then is answered with a sentence, not half a file.
    let head: Buffer | null = Buffer.from(`${byteOrderMark}${headers.map(csvCell).join(',')}\r\n`)
    for await (const piece of pieces) {
      yield head ? Buffer.concat([head, piece]) : piece
      head = null
    }
    if (head) yield head
  }
  return { type: 'text/csv; charset=utf-8', name, content: content() }
}

// The wide signs of Japanese keyboards count as well. Lines of the database are read byte for character (`copyOut`), so
// each of these is also there as its three bytes.
const wide = '[＝＋－＠]|\u00EF\u00BC[\u009D\u008B\u008D\u00A0]'
const beginsFormula = new RegExp(`^(?:[=+\\-@\\t\\r\\n]|${wide})`)
const plainNumber = /^[+-]?[\d ().-]*\d$/

/** Whether a spreadsheet would take a text for a formula. A phone number or a negative amount begins like one, but is none. */
function isFormula(text: string): boolean {
  return beginsFormula.test(text) && !plainNumber.test(text)
}

/** One cell: quoted where it must be, and with an apostrophe before what a spreadsheet would take for a formula. */
export function csvCell(value: string | number | boolean | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = isFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

// What may be the beginning of a formula: few lines have it, and the others are looked at no further.
const suspect = new RegExp(
  `(?:^|,)(?:"[=+\\-@\\t\\r\\n]|[=@\\t\\r]|"?(?:${wide})|[+-](?![\\d ().-]*\\d(?:,|$)))`,
)
const cells = /(?<=^|,)(?:"(?:[^"]|"")*"|[^",]+)/g

/** A line as PostgreSQL writes it, with the apostrophes that `csvCell` would have set. */
export function guardedLine(line: string): string {
  if (!suspect.test(line)) return line
  return line.replace(cells, (cell) => {
    const isQuoted = cell.startsWith('"')
    const content = isQuoted ? cell.slice(1, -1) : cell
    if (!isFormula(content)) return cell
    return isQuoted ? `"'${content}"` : `'${content}`
  })
}
