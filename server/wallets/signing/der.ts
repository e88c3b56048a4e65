/** DER, the binary form of certificates: as much of it as making one takes. Each function gives one element. */

function element(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

// Short lengths are one byte; longer ones say first how many bytes they take.
function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest >>= 8) bytes.unshift(rest & 0xff)
  return Buffer.from([0x80 | bytes.length, ...bytes])
}

export const sequence = (...items: Buffer[]) => element(0x30, ...items)
export const set = (...items: Buffer[]) => element(0x31, ...items)
export const boolean = (value: boolean) => element(0x01, Buffer.from([value ? 0xff : 0]))
export const octets = (content: Buffer) => element(0x04, content)
export const nothing = () => element(0x05)
export const text = (value: string) => element(0x0c, Buffer.from(value, 'utf8'))

/** A whole number of zero or more, from its bytes, the largest first. */
export function integer(bytes: Buffer): Buffer {
  // A first bit that is set would make it negative.
  return element(0x02, bytes[0]! & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

/** Bits, of which the last byte leaves `unused` out. */
export const bits = (content: Buffer, unused = 0) => element(0x03, Buffer.from([unused]), content)

/** What is marked by a number of its own; `isWhole` if it wraps an element. */
export const tagged = (number: number, content: Buffer, isWhole = true) =>
  element((isWhole ? 0xa0 : 0x80) | number, content)

/** The name of a kind of thing, such as '2.5.4.3'. */
export function oid(name: string): Buffer {
  const [first = 0, second = 0, ...rest] = name.split('.').map(Number)
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(inSevens)]))
}

// Seven bits a byte; every byte but the last has its first bit set.
function inSevens(number: number): number[] {
  const bytes = [number & 0x7f]
  for (let rest = number >> 7; rest > 0; rest >>= 7) bytes.unshift(0x80 | (rest & 0x7f))
  return bytes
}

/** A moment: certificates write the year with two digits until 2049. */
export function moment(at: Date): Buffer {
  const digits = `${at.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`
  return at.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(digits.slice(2)))
    : element(0x18, Buffer.from(digits))
}
