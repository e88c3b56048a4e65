type Named = { readonly EventName: string; readonly EventStartDate: string }

// What some system or other takes for something else in a name, and what can't be seen or turns the rest around.
const unsafe = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
const mostBytes = 150

/** What files and printed pages about an event are called: 'Gold Dinner 2026-11-20 attendance'. */
export function eventTitle({ EventName, EventStartDate }: Named, what = ''): string {
  const plain = EventName.replaceAll(unsafe, ' ').replaceAll(/\s+/g, ' ')
  const name = cut(plain).replaceAll(/^[. ]+|[. ]+$/g, '')
  return [name || 'Event', EventStartDate, what].filter(Boolean).join(' ')
}

/** The name of a file about an event: 'Gold Dinner 2026-11-20 attendance.csv'. */
export function eventFileName(event: Named, ending: string, what = ''): string {
  return `${eventTitle(event, what)}.${ending}`
}

// Names may have 255 bytes; some letters take four.
function cut(name: string): string {
  const encoder = new TextEncoder()
  let [kept, bytes] = ['', 0]
  for (const letter of name) {
    bytes += encoder.encode(letter).length
    if (bytes > mostBytes) break
    kept += letter
  }
  return kept
}
