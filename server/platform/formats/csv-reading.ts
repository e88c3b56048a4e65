import type { Options } from 'csv-parse'

/** How a CSV file is read, by how it begins: whatever spreadsheet it comes from. */
export function csvReading(beginning: string): Options {
  return {
    bom: true,
    delimiter: delimiterOf(beginning),
    relax_column_count: true,
    relax_quotes: true,
    // Spreadsheets write rows of nothing but commas where somebody has emptied a row, or formatted one below the last.
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: 1_000_000,
  }
}

/** What parts the columns: spreadsheets of some countries write semicolons or tabs. */
function delimiterOf(beginning: string): string {
  const header = beginning.split(/[\r\n]/, 1)[0] ?? ''
  const uses = [',', ';', '\t'].map((sign) => ({ sign, count: header.split(sign).length }))
  return uses.reduce((most, each) => (each.count > most.count ? each : most)).sign
}

// Zero-width spaces, byte order marks, soft hyphens: other systems leave them in cells that look empty.
const isUnseen = /^[\s\p{Cf}]*$/u

/** A cell without what surrounds its text: spaces, and the apostrophe that keeps a spreadsheet from calculating. */
export function cleaned(cell: string): string {
  return isUnseen.test(cell) ? '' : cell.trim().replace(/^'(?=[=+\-@])/, '')
}
