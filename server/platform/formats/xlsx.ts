import type { Download } from './download.ts'
import { type ZipEntry, zipped } from './zip.ts'

/** What a cell holds: a spreadsheet adds up money, sorts dates, and takes text for what it is. */
export type CellKind = 'text' | 'yes-no' | 'money' | 'date' | 'instant'
export type SheetColumn = { readonly header: string; readonly kind: CellKind }

// A sheet of Excel has so many rows; the first is the headings.
const mostRows = 1_048_576 - 1

/**
 * Rows as a workbook, written as they come. Their cells are text: dates as 2026-11-14, instants as
 * 2026-11-14 18:30:00, money as 12.50. What doesn't fit on a sheet goes on on the next.
 */
export function xlsxDownload(
  name: string,
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly (readonly string[])[]>,
  rowsOfSheet = mostRows,
): Download {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { type, name, content: zipped(partsOf(columns, batches, rowsOfSheet)) }
}

async function* partsOf(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly (readonly string[])[]>,
  mostOnSheet: number,
): AsyncGenerator<ZipEntry> {
  const source = batches[Symbol.asyncIterator]()
  // What the last sheet had no room for.
  let left: readonly (readonly string[])[] = []
  let sheets = 0
  async function* rowsOfSheet() {
    let room = mostOnSheet
    for (;;) {
      const rows = left.slice(0, room)
      left = left.slice(room)
      room -= rows.length
      if (rows.length > 0) yield rows
      // Also on a full sheet: what is left decides whether there is another.
      if (left.length === 0) {
        const { done, value } = await source.next()
        if (done) return
        left = value
      }
      if (room === 0) return
    }
  }
  try {
    do {
      sheets++
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheetXml(columns, rowsOfSheet()) }
    } while (left.length > 0)
  } finally {
    // Whoever stops reading here stops the database there.
    await source.return?.()
  }
  for (const [path, text] of Object.entries(frameOf(sheets))) yield { name: path, content: [text] }
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

// The formats of styles.xml, by their place there.
const styles: Readonly<Record<CellKind | 'header', number>> = {
  text: 0,
  'yes-no': 0,
  money: 1,
  date: 2,
  instant: 3,
  header: 4,
}
const widths: Readonly<Record<CellKind, number>> = {
  text: 22,
  'yes-no': 12,
  money: 14,
  date: 14,
  instant: 22,
}

async function* sheetXml(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnName(index))
  const width = columns.map(
    ({ kind }, i) => `<col min="${i + 1}" max="${i + 1}" width="${widths[kind]}" customWidth="1"/>`,
  )
  const headings = columns.map(({ header }, i) => textCell(`${letters[i]}1`, header, styles.header))
  yield (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
      `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
      `<cols>${width.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`
  )
  let number = 1
  for await (const rows of batches)
    yield rows
      .map((row) => {
        number++
        const cells = columns.map(({ kind }, i) => cell(`${letters[i]}${number}`, row[i] ?? '', kind))
        return `<row r="${number}">${cells.join('')}</row>`
      })
      .join('')
  yield '</sheetData></worksheet>'
}

function cell(at: string, text: string, kind: CellKind): string {
  if (text === '') return ''
  const value = kind === 'money' ? text : kind === 'date' || kind === 'instant' ? serialOf(text) : null
  return value === null
    ? textCell(at, text, styles.text)
    : `<c r="${at}" s="${styles[kind]}"><v>${value}</v></c>`
}

// What is text never runs as a formula, whatever it begins with.
function textCell(at: string, text: string, style: number): string {
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

const dayMs = 86_400_000

/** A date as spreadsheets count them, in days; null for one before they begin to, which is left as text. */
function serialOf(text: string): number | null {
  const at = Date.parse(`${text.replace(' ', 'T')}${text.includes(' ') ? 'Z' : 'T00:00Z'}`)
  const days = (at - Date.UTC(1899, 11, 30)) / dayMs
  return days >= 61 ? days : null
}

// As many characters as a cell can have, without those that XML can't.
const mostCharacters = 32_767
// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
// What spreadsheets would read as a character, `_x0041_` as A: its first sign is written as such a code itself.
const codeOfCharacter = /_(?=x[\dA-Fa-f]{4}_)/g
const special: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

function escaped(text: string): string {
  return text
    .slice(0, mostCharacters)
    .replaceAll(unwritable, '')
    .replaceAll(codeOfCharacter, '_x005F_')
    .replaceAll(/[&<>\r]/g, (character) => special[character] ?? '')
}

/** A, B … Z, AA, AB … */
function columnName(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? last : `${columnName(Math.floor(index / 26) - 1)}${last}`
}

/** What makes sheets a workbook, by path. */
function frameOf(sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, i) => i + 1)
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return {
    'xl/styles.xml': stylesXml,
    'xl/workbook.xml':
      `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>` +
      `${numbers.map((n) => `<sheet name="Sheet${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      `${declaration}<Relationships xmlns="${packages}/relationships">` +
      numbers.map((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`)).join('') +
      `${relation(sheets + 1, 'styles', 'styles.xml')}</Relationships>`,
    '_rels/.rels':
      `${declaration}<Relationships xmlns="${packages}/relationships">` +
      `${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    '[Content_Types].xml':
      `${declaration}<Types xmlns="${packages}/content-types">` +
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>` +
      `${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`).join('')}</Types>`,
  }
}

function relation(id: number, type: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"/>`
}

const stylesXml =
  `${declaration}<styleSheet xmlns="${main}"><numFmts count="3">` +
  `<numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00;-&quot;$&quot;#,##0.00"/>` +
  `<numFmt numFmtId="165" formatCode="d mmm yyyy"/><numFmt numFmtId="166" formatCode="d mmm yyyy h:mm:ss"/></numFmts>` +
  `<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
  `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
  `<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5">` +
  `<xf/>${[164, 165, 166].map((format) => `<xf numFmtId="${format}" applyNumberFormat="1"/>`).join('')}` +
  `<xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`
