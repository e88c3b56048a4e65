import { inflateRawSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'

/** The cells of a CSV file, headings first. Without its mark it isn't taken for one. */
export function csvCells(bytes: Uint8Array): string[][] {
  const text = Buffer.from(bytes).toString()
  if (!text.startsWith('\uFEFF')) throw new Error('the mark of UTF-8 is missing')
  return parse(text.slice(1), { record_delimiter: '\r\n' })
}

/** The cells of each sheet of a workbook, headings first: numbers as numbers, all else as text. */
export function xlsxCells(bytes: Uint8Array): (string | number)[][][] {
  const files = unzipped(Buffer.from(bytes))
  const names = [...(files['xl/workbook.xml'] ?? '').matchAll(/<sheet name="[^"]+" sheetId="(\d+)"/g)]
  return names.map(([, id]) => sheetCells(files[`xl/worksheets/sheet${id}.xml`] ?? ''))
}

/** The files in a zip file, by name, found as programs find them: from its end. */
function unzipped(bytes: Buffer): Record<string, string> {
  const end = bytes.length - 22
  const files: Record<string, string> = {}
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error('this is no entry of a zip file')
    const [packed, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const start = bytes.readUInt32LE(at + 42) + 30 + nameLength
    const content = inflateRawSync(bytes.subarray(start, start + packed))
    if (content.length !== size) throw new Error(`${name} is not as long as it says`)
    files[name] = content.toString()
    at += 46 + nameLength
  }
  return files
}

function sheetCells(xml: string): (string | number)[][] {
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: (string | number)[] = []
    for (const [, letters = '', content = ''] of row.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(.*?)<\/c>/gs)) {
      const number = /<v>(.*)<\/v>/.exec(content)?.[1]
      cells[columnOf(letters)] = number === undefined ? unescaped(content) : Number(number)
    }
    return Array.from(cells, (cell) => cell ?? '')
  })
}

function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + (letter.codePointAt(0) ?? 0) - 64, 0) - 1
}

function unescaped(content: string): string {
  const text = /<t [^>]*>(.*)<\/t>/s.exec(content)?.[1] ?? ''
  return text
    .replaceAll('&#13;', '\r')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
