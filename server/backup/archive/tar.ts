/** A file of an archive. */
export type Entry = { readonly name: string; readonly content: Buffer }

/** Says what is wrong with an archive. */
export class DamagedArchive extends Error {}

const block = 512
const longestName = 100
// Ours have a megabyte or so: a size that nobody wrote is not made room for.
const largestEntry = 64 * 2 ** 20

const paddingOf = (length: number) => Buffer.alloc((block - (length % block)) % block)

/** The entries as a tar archive (ustar), which every system's tools can read too. */
export async function* writeTar(entries: AsyncIterable<Entry>, at: Date): AsyncGenerator<Buffer> {
  for await (const { name, content } of entries) {
    yield headerOf(name, content.length, at)
    if (content.length > 0) yield content
    yield paddingOf(content.length)
  }
  yield Buffer.alloc(2 * block)
}

function headerOf(name: string, size: number, at: Date): Buffer {
  if (Buffer.byteLength(name) > longestName) throw new Error(`the name ${name} is too long for an archive`)
  const header = Buffer.alloc(block)
  const octal = (value: number, start: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, start, 'latin1')
  header.write(name, 0, 'utf8')
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(Math.floor(at.getTime() / 1000), 136, 12)
  header.write('0', 156, 'latin1')
  header.write('ustar\u000000', 257, 'latin1')
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

/** The sum that a header carries of itself: with blanks where it stands. */
function sumOf(header: Buffer): number {
  let sum = 8 * 32
  for (let index = 0; index < block; index++) if (index < 148 || index >= 156) sum += header[index]!
  return sum
}

/** The entries of a tar archive one by one; whatever isn't one, or ends too early, is a DamagedArchive. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const take = takingFrom(source)
  for (;;) {
    const header = await take(block)
    if (header.every((byte) => byte === 0)) {
      // An archive ends with two of them. What follows belongs to the compression.
      await take(block)
      return
    }
    if (Number.parseInt(text(header, 148, 8), 8) !== sumOf(header)) throw new DamagedArchive('no header')
    const size = Number.parseInt(text(header, 124, 12), 8)
    if (!(size >= 0 && size <= largestEntry)) throw new DamagedArchive('a size that none has')
    const content = await take(size)
    await take(paddingOf(size).length)
    yield { name: text(header, 0, longestName), content }
  }
}

const text = (header: Buffer, start: number, length: number) =>
  header
    .subarray(start, start + length)
    .toString('utf8')
    .replace(/[\0 ].*$/s, '')

/** Takes so many bytes at a time off a stream. */
export function takingFrom(source: AsyncIterable<Buffer>): (length: number) => Promise<Buffer> {
  const chunks = source[Symbol.asyncIterator]()
  let kept: Buffer[] = []
  let keptLength = 0
  return async (length) => {
    while (keptLength < length) {
      const { done, value } = await chunks.next()
      if (done) throw new DamagedArchive('it ends too early')
      kept.push(value)
      keptLength += value.length
    }
    const all = kept.length === 1 ? kept[0]! : Buffer.concat(kept)
    kept = [all.subarray(length)]
    keptLength -= length
    return all.subarray(0, length)
  }
}
