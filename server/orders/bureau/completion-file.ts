import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { parseDate } from '#contract/values/parse-date.ts'
import { cleaned, csvReading } from '#platform/formats'
import { invalid } from '#platform/refusals'

/** A row of the bureau's answer as it is written, but for the date; counted as spreadsheets do. */
export type WrittenRow = { Row: number; OrderId: string; ExternalAccountId: string; PostedDate: string }

const columns = {
  OrderId: ['orderid', 'order'],
  ExternalAccountId: ['externalaccountid', 'accountid'],
  PostedDate: ['posteddate', 'dateposted', 'posted'],
} as const

/** Reads the bureau's answer, or says why it can't be read. */
export function readCompletionFile(text: string): WrittenRow[] {
  const [header, ...rows] = parsed(text)
  const names = (header?.cells ?? []).map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''))
  const placeOf = (known: readonly string[]) => names.findIndex((name) => known.includes(name))
  const places = {
    OrderId: placeOf(columns.OrderId),
    ExternalAccountId: placeOf(columns.ExternalAccountId),
    PostedDate: placeOf(columns.PostedDate),
  }
  if (Object.values(places).includes(-1))
    throw invalid('The file needs the columns Order ID, External Account ID and Posted Date.')
  if (rows.length === 0) throw invalid('The file has no rows below its header.')
  return rows.map(({ Row, cells }) => {
    const cell = (place: number) => cleaned(cells[place] ?? '')
    const posted = cell(places.PostedDate)
    return {
      Row,
      OrderId: cell(places.OrderId).toLowerCase(),
      ExternalAccountId: cell(places.ExternalAccountId),
      PostedDate: parseDate(posted) ?? posted,
    }
  })
}

/** The rows that aren't empty. Those that are count all the same, as in the spreadsheet. */
function parsed(text: string): { Row: number; cells: string[] }[] {
  const reading = { ...csvReading(text), skip_empty_lines: false, skip_records_with_empty_values: false }
  try {
    const rows: string[][] = parse(text, reading)
    return rows
      .map((cells, index) => ({ Row: index + 1, cells }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  } catch (error) {
    if (error instanceof CsvError) throw invalid('This is no CSV file of rows and columns.')
    throw error
  }
}
