import { crc32, inflateRawSync } from 'node:zlib'
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
export function unzipped(bytes: Buffer): Record<string, string> {
  const files: Record<string, string> = {}
  let { at, count } = directoryOf(bytes)
  for (; count > 0; count--) {
    const entry = entryAt(bytes, at)
    const start =
      entry.start + 30 + bytes.readUInt16LE(entry.start + 26) + bytes.readUInt16LE(entry.start + 28)
    const content = inflateRawSync(bytes.subarray(start, start + entry.packed))
    if (content.length !== entry.size) throw new Error(`${entry.name} is not as long as it says`)
    if (crc32(content) !== entry.crc) throw new Error(`${entry.name} is not what it was`)
    files[entry.name] = content.toString()
    at = entry.end
  }
  return files
}

// What stands where a number doesn't fit: it is found beside.
const beside = 0xffffffff

function directoryOf(bytes: Buffer): { at: number; count: number } {
  const end = bytes.length - 22
  const [count, at] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)]
  if (at !== beside) return { at, count }
  const far = Number(bytes.readBigUInt64LE(end - 12))
  if (bytes.readUInt32LE(end - 20) !== 0x07064b50 || bytes.readUInt32LE(far) !== 0x06064b50)
    throw new Error('the end that ZIP64 promises is missing')
  return { at: Number(bytes.readBigUInt64LE(far + 48)), count: Number(bytes.readBigUInt64LE(far + 32)) }
}

function entryAt(bytes: Buffer, at: number) {
  if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error('this is no entry of a zip file')
  const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
  const end = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  // Behind the extra field's own head, in the order in which they are missed.
  let next = nameEnd + 4
  const numberAt = (place: number) => {
    const value = bytes.readUInt32LE(place)
    if (value !== beside) return value
    next += 8
    return Number(bytes.readBigUInt64LE(next - 8))
  }
  const size = numberAt(at + 24)
  const packed = numberAt(at + 20)
  const start = numberAt(at + 42)
  return {
    name: bytes.toString('utf8', at + 46, nameEnd),
    crc: bytes.readUInt32LE(at + 16),
    size,
    packed,
    start,
    end,
  }
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
