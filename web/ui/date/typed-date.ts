import { parseDate } from '#contract/values/parse-date.ts'
import { dateOrder, formatDate } from '#ui/text/format.ts'

// What a field shows it reads again when it is left: in some languages nothing else could tell what that says.
const shown = new Map<string, string>()
const mostShown = 1_000

/** A date as a field shows it. */
export function dateInField(date: string): string {
  const text = formatDate(date)
  if (shown.size >= mostShown) shown.clear()
  shown.set(text, date)
  return text
}

/** The date that a field shows, or that somebody typed in the order in which they read dates; null if it is none. */
export function readTypedDate(text: string): string | null {
  return shown.get(text) ?? parseDate(dateOrder().startsWith('MM') ? dayFirst(text) : text)
}

/** 11/14/2026 and 'Nov 14, 2026' are 14/11/2026 and '14 Nov 2026'. */
function dayFirst(text: string): string {
  const [first = '', second = '', ...rest] = text.trim().split(/[\s/.,-]+/)
  return first.length === 4 && /^\d+$/.test(first) ? text : [second, first, ...rest].join(' ')
}
