import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file in a zip file, whose content is made while it is written. */
export type ZipEntry = { readonly name: string; readonly content: Iterable<string> | AsyncIterable<string> }

type Written = { name: Buffer; crc: number; size: number; packed: number; at: number }

/** Files packed into one, as they come: none is ever there whole. */
export async function* zipped(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let at = 0
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, size: 0, packed: 0, at }
    const head = record(0x04034b50, [...commonFields(entry, { isKnown: false })], entry.name)
    yield head
    for await (const piece of packed(entry, content)) {
      entry.packed += piece.length
      yield piece
    }
    const sums = record(0x08074b50, [
      [4, entry.crc],
      [4, entry.packed],
      [4, entry.size],
    ])
    yield sums
    at += head.length + entry.packed + sums.length
    written.push(entry)
  }
  yield directory(written, at)
}

async function* packed(entry: Written, content: ZipEntry['content']): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: 3 })
  async function* counted() {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      yield bytes
    }
  }
  const feeding = pipeline(counted, deflate)
  // It is told below, once what has come before it is read.
  feeding.catch(() => undefined)
  for await (const piece of deflate) yield piece as Buffer
  await feeding
}

type Field = readonly [bytes: 2 | 4, value: number]

const version = 20
// Sizes follow the content, and names are in UTF-8.
const flags = 0x0808
const deflateMethod = 8
// The first day there is in a zip file: when these were made is nobody's concern.
const firstDay = 0x0021

/** What stands before a file and, once it is known, in the directory. */
function commonFields(
  { name, crc, packed: packedSize, size }: Written,
  { isKnown }: { isKnown: boolean },
): Field[] {
  return [
    [2, version],
    [2, flags],
    [2, deflateMethod],
    [2, 0],
    [2, firstDay],
    [4, isKnown ? crc : 0],
    [4, isKnown ? packedSize : 0],
    [4, isKnown ? size : 0],
    [2, name.length],
    [2, 0],
  ]
}

/** The end of a zip file, by which it is read: where each file in it begins. */
function directory(entries: readonly Written[], at: number): Buffer {
  const lines = entries.map((entry) =>
    record(
      0x02014b50,
      [
        [2, version],
        ...commonFields(entry, { isKnown: true }),
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, entry.at],
      ],
      entry.name,
    ),
  )
  const size = lines.reduce((sum, line) => sum + line.length, 0)
  const end = record(0x06054b50, [
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, size],
    [4, at],
    [2, 0],
  ])
  return Buffer.concat([...lines, end])
}

function record(signature: number, fields: readonly Field[], name: Uint8Array = Buffer.alloc(0)): Buffer {
  const all: Field[] = [[4, signature], ...fields]
  const bytes = Buffer.alloc(all.reduce((sum, [length]) => sum + length, 0))
  let at = 0
  for (const [length, value] of all) at = bytes.writeUIntLE(value, at, length)
  return Buffer.concat([bytes, name])
}
