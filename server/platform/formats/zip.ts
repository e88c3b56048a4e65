import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file in a zip file, whose content is made while it is written. */
export type ZipEntry = {
  readonly name: string
  readonly content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>
}

type Written = { name: Buffer; crc: number; size: number; packed: number; at: number }

/** What the fields of a zip file were made for. Whatever is more is written as ZIP64 has it, in fields beside them. */
export type ZipLimits = {
  /** A size, or a place in the file. */
  readonly bytes: number
  readonly entries: number
}

// The highest of either stands for 'look beside'.
const usualLimits: ZipLimits = { bytes: 0xfffffffe, entries: 0xfffe }

/** Files packed into one, as they come: none is ever there whole. */
export async function* zipped(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  limits = usualLimits,
): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let at = 0
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, size: 0, packed: 0, at }
    const head = record(0x04034b50, commonFields(entry, limits, { isKnown: false }), entry.name)
    yield head
    for await (const piece of packed(entry, content)) {
      entry.packed += piece.length
      yield piece
    }
    const sums = sumsOf(entry, limits)
    yield sums
    at += head.length + entry.packed + sums.length
    written.push(entry)
  }
  yield directory(written, at, limits)
}

async function* packed(entry: Written, content: ZipEntry['content']): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: 3 })
  async function* counted() {
    for await (const piece of content) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
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

type Field = readonly [bytes: 2 | 4 | 8, value: number]

const version = 20
const versionOf64 = 45
// Sizes follow the content, and names are in UTF-8.
const flags = 0x0808
const deflateMethod = 8
// The first day there is in a zip file: when these were made is nobody's concern.
const firstDay = 0x0021
const besideInstead = { 2: 0xffff, 4: 0xffffffff } as const

const isLarge = ({ packed: packedSize, size }: Written, { bytes }: ZipLimits) =>
  packedSize > bytes || size > bytes

/** What follows a file's content. Its readers go by the directory, which says of which form this is. */
function sumsOf(entry: Written, limits: ZipLimits): Buffer {
  const width = isLarge(entry, limits) ? 8 : 4
  return record(0x08074b50, [
    [4, entry.crc],
    [width, entry.packed],
    [width, entry.size],
  ])
}

/** What stands before a file and, once it is known, in the directory. */
function commonFields(
  entry: Written,
  limits: ZipLimits,
  { isKnown, beside = 0 }: { isKnown: boolean; beside?: number },
): Field[] {
  const sizes: Field[] = isLarge(entry, limits)
    ? [
        [4, besideInstead[4]],
        [4, besideInstead[4]],
      ]
    : [
        [4, entry.packed],
        [4, entry.size],
      ]
  return [
    [2, beside > 0 ? versionOf64 : version],
    [2, flags],
    [2, deflateMethod],
    [2, 0],
    [2, firstDay],
    [4, isKnown ? entry.crc : 0],
    ...(isKnown
      ? sizes
      : ([
          [4, 0],
          [4, 0],
        ] as const)),
    [2, entry.name.length],
    [2, beside],
  ]
}

/** The end of a zip file, by which it is read: where each file in it begins. */
function directory(entries: readonly Written[], at: number, limits: ZipLimits): Buffer {
  const lines = entries.map((entry) => directoryLine(entry, limits))
  const size = lines.reduce((sum, line) => sum + line.length, 0)
  const count = entries.length
  const isFar = count > limits.entries || size > limits.bytes || at > limits.bytes
  const end = record(0x06054b50, [
    [2, 0],
    [2, 0],
    [2, isFar ? besideInstead[2] : count],
    [2, isFar ? besideInstead[2] : count],
    [4, isFar ? besideInstead[4] : size],
    [4, isFar ? besideInstead[4] : at],
    [2, 0],
  ])
  return Buffer.concat([...lines, ...(isFar ? farEnd(count, size, at) : []), end])
}

function directoryLine(entry: Written, limits: ZipLimits): Buffer {
  const isFar = entry.at > limits.bytes
  const beside = besideOf(entry, { isLarge: isLarge(entry, limits), isFar })
  return record(
    0x02014b50,
    [
      [2, beside.length > 0 ? versionOf64 : version],
      ...commonFields(entry, limits, { isKnown: true, beside: beside.length }),
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, isFar ? besideInstead[4] : entry.at],
    ],
    Buffer.concat([entry.name, beside]),
  )
}

/** Of a file what its line of the directory has no room for; nothing where it has. */
function besideOf(entry: Written, is: { isLarge: boolean; isFar: boolean }): Buffer {
  const values: Field[] = [
    ...(is.isLarge
      ? ([
          [8, entry.size],
          [8, entry.packed],
        ] as const)
      : []),
    ...(is.isFar ? ([[8, entry.at]] as const) : []),
  ]
  if (values.length === 0) return Buffer.alloc(0)
  return bytesOf([[2, 0x0001], [2, values.length * 8], ...values])
}

/** The end as ZIP64 has it, and where it begins. */
function farEnd(count: number, size: number, at: number): Buffer[] {
  const end = record(0x06064b50, [
    // So many bytes follow.
    [8, 44],
    [2, versionOf64],
    [2, versionOf64],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, at],
  ])
  const place = record(0x07064b50, [
    [4, 0],
    [8, at + size],
    [4, 1],
  ])
  return [end, place]
}

function record(signature: number, fields: readonly Field[], rest: Uint8Array = Buffer.alloc(0)): Buffer {
  return Buffer.concat([bytesOf([[4, signature], ...fields]), rest])
}

function bytesOf(fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [length]) => sum + length, 0))
  let at = 0
  for (const [length, value] of fields)
    at = length === 8 ? bytes.writeBigUInt64LE(BigInt(value), at) : bytes.writeUIntLE(value, at, length)
  return bytes
}
