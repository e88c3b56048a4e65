import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import sql from 'sql-template-tag'
import { guessFields } from '#contract/members/import-fields.ts'
import type { MemberImport } from '#contract/members/member-imports.ts'
import type { Queries } from '#platform/database'
import { cleaned, csvReading } from '#platform/formats'

/** A row of the file. The header is row 1, as spreadsheets count. */
export type FileRow = { readonly rowNo: number; readonly cells: readonly string[] }

/** The file isn't one of rows and columns. */
export function isUnreadable(error: unknown): error is CsvError {
  return error instanceof CsvError
}

const sampleRows = 5

/** The columns that the beginning of a file shows: header, what stands below it, and the field it probably fills. */
export function columnsOf(beginning: string): MemberImport['Columns'] {
  const [headers = [], ...rows] = parseAtOnce(beginning, { ...csvReading(beginning), to: sampleRows + 1 })
  const guesses = guessFields(headers)
  return headers.map((header, i) => ({
    Header: cleaned(header),
    Samples: rows.map((cells) => cleaned(cells[i] ?? '')),
    Guess: guesses[i] ?? null,
  }))
}

/** The rows below the header in batches. */
export async function* rowsOfFile(
  parts: AsyncIterable<string>,
  batchSize: number,
): AsyncGenerator<FileRow[]> {
  const content = parts[Symbol.asyncIterator]()
  const { value: beginning = '' } = await content.next()
  async function* all() {
    yield beginning
    for (let next = await content.next(); !next.done; next = await content.next()) yield next.value
  }
  const records = parse({ ...csvReading(beginning), from: 2 })
  // What goes wrong is thrown where the records are read.
  pipeline(Readable.from(all()), records, () => undefined)
  let batch: FileRow[] = []
  let rowNo = 1
  for await (const cells of records as AsyncIterable<string[]>) {
    batch.push({ rowNo: ++rowNo, cells })
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** The parts of an uploaded file, one after the other. */
export async function* partsOfFile(db: Queries, importId: string): AsyncGenerator<string> {
  for (let part = 0, text = await partOfFile(db, importId, 0); text !== null;) {
    yield text
    text = await partOfFile(db, importId, ++part)
  }
}

/** A part of an uploaded file; null behind the last one. */
export async function partOfFile(db: Queries, importId: string, part: number): Promise<string | null> {
  const row = await db.maybe<{ content: string }>(sql`
    select content from member_import_part
    where business_id = ${db.businessId} and import_id = ${importId} and part = ${part}`)
  return row?.content ?? null
}
