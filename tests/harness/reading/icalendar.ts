/** A calendar file as its reader has it: what is said of the calendar, and of each entry, by name. */
type Calendar = { about: Record<string, string>; entries: Record<string, string>[] }

/** Reads a calendar file by RFC 5545, strictly, with nothing of what writes one. */
export function readCalendarFile(content: string): Calendar {
  if (!content.endsWith('\r\n')) throw new Error('the last line does not end')
  const lines = content.slice(0, -2).split('\r\n')
  for (const line of lines) {
    if (Buffer.byteLength(line) > 75) throw new Error(`more than 75 bytes: ${line}`)
    if (/\p{Cc}|\uFFFD/u.test(line)) throw new Error(`a letter that may not be there: ${line}`)
  }
  const unfolded = lines.join('\r\n').replaceAll('\r\n ', '').split('\r\n')
  const calendar: Calendar = { about: {}, entries: [] }
  const open: string[] = []
  for (const line of unfolded) {
    const { name, value } = propertyOf(line)
    if (name === 'BEGIN') {
      open.push(value)
      if (value === 'VEVENT') calendar.entries.push({})
    } else if (name === 'END') {
      if (open.pop() !== value) throw new Error(`${value} ends where it didn't begin`)
    } else (open.at(-1) === 'VEVENT' ? calendar.entries.at(-1)! : calendar.about)[name] = value
  }
  if (open.length > 0) throw new Error(`${open.join()} doesn't end`)
  return calendar
}

function propertyOf(line: string): { name: string; value: string } {
  const { name, value } = /^(?<name>[A-Z-]+(?:;[A-Z-]+=[^:;]+)*):(?<value>.*)$/.exec(line)!.groups!
  const isText = ['SUMMARY', 'LOCATION', 'DESCRIPTION', 'NAME', 'X-WR-CALNAME'].includes(name!)
  if (isText && /(?<!\\)(?:\\\\)*[;,]/.test(value!)) throw new Error(`not escaped: ${line}`)
  const text = value!.replaceAll(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter))
  return { name: name!, value: isText ? text : value! }
}
