/** A line of a calendar file: its name with what is said of it, and its value. */
export type Property = readonly [name: string, value: string]

/** A calendar file (RFC 5545) of these properties, with entries of kind VEVENT. */
export function icalendar(about: readonly Property[], entries: readonly (readonly Property[])[]): Uint8Array {
  const properties = [
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Hub//Events//EN'],
    ['CALSCALE', 'GREGORIAN'],
    ...about,
    ...entries.flatMap((entry) => [['BEGIN', 'VEVENT'], ...entry, ['END', 'VEVENT']]),
    ['END', 'VCALENDAR'],
  ]
  return Buffer.from(properties.map(([name, value]) => `${folded(`${name}:${value}`)}\r\n`).join(''))
}

/** A text as the value of a property. */
export function textValue(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')
}

/** An instant as a value, in UTC: 20261114T073000Z. */
export function instantValue(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

/** A day as a value: 20261114. */
export function dayValue(date: string): string {
  return date.replaceAll('-', '')
}

const mostBytes = 75

/** No line is longer than 75 bytes; the rest of one goes on after a blank. No letter is cut in two. */
function folded(line: string): string {
  const pieces: string[] = []
  let [piece, bytes] = ['', 0]
  for (const letter of line) {
    const more = Buffer.byteLength(letter)
    if (bytes + more > mostBytes) {
      pieces.push(piece)
      ;[piece, bytes] = ['', 1]
    }
    piece += letter
    bytes += more
  }
  return [...pieces, piece].join('\r\n ')
}
