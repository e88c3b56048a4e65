/** Dollars as '$1,234.50'. */
export { moneyText as formatMoney } from '#contract/values/decimals.ts'

const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
const time: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }

// In whose way dates are written: this alone, wherever the console shows one. Undefined is the browser's own.
let locale: string | undefined = 'en-AU'

/** From now on dates are written as people of this language and country do, or ('browser') as the browser's user does. */
export function setDateLocale(next: string): void {
  locale = next === 'browser' ? undefined : next
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format takes as long as drawing a row of a list: each is made once. */
function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, known)
  return known
}

/** A date (YYYY-MM-DD) or the day of an instant, in `zone` or else the viewer's, as '14 Nov 2026'. */
export function formatDate(value: string, zone?: string): string {
  // A date without a time is the same day everywhere.
  const timeZone = isDateOnly(value) ? 'UTC' : zone
  return formatOf({ ...day, timeZone }).format(new Date(value))
}

/** The days from one to another, as '14 Nov 2026 – 16 Nov 2026', or '14 Nov 2026' where they are one. */
export function formatDays(first: string, last: string): string {
  return first === last ? formatDate(first) : `${formatDate(first)} – ${formatDate(last)}`
}

/** A date (YYYY-MM-DD) as '14 November 2026'. */
export function formatLongDate(value: string): string {
  return formatOf({ dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value))
}

/** An instant, in `zone` or else the viewer's, as '14 Nov 2026, 6:30 pm AEDT'. */
export function formatDateTime(value: string, zone?: string): string {
  return instantFormat(zone).format(new Date(value))
}

/** The same in two pieces, the day and the time, for a line that may break between them. */
export function dateTimeParts(value: string, zone?: string): [day: string, time: string] {
  const parts = instantFormat(zone).formatToParts(new Date(value))
  const start = parts.findIndex(({ type }) => type === 'hour' || type === 'dayPeriod')
  const textOf = (some: typeof parts) => some.map((part) => part.value).join('')
  return [textOf(parts.slice(0, start)).trimEnd(), textOf(parts.slice(start))]
}

function instantFormat(zone: string | undefined): Intl.DateTimeFormat {
  return formatOf({ ...day, ...time, timeZone: zone })
}

/** The time of day of an instant, in `zone` or else the viewer's, as '6:30 pm'. */
export function formatTime(instant: number, zone?: string): string {
  return formatOf({ hour: 'numeric', minute: '2-digit', timeZone: zone }).format(instant)
}

/** The month of a date with its year, as 'November 2026'. */
export function formatMonth(date: string): string {
  return ofCalendar(date, { month: 'long', year: 'numeric' })
}

/** The name of a date's month, as 'November' or 'Nov'. */
export function monthName(date: string, length: 'long' | 'short'): string {
  return ofCalendar(date, { month: length })
}

/** The name of a date's weekday, as 'Sat'. */
export function weekdayName(date: string): string {
  return ofCalendar(date, { weekday: 'short' })
}

/** A calendar to pick from has the months that everybody has, also where people count others. */
function ofCalendar(date: string, part: Intl.DateTimeFormatOptions): string {
  return formatOf({ ...part, calendar: 'gregory', timeZone: 'UTC' }).format(new Date(date))
}

/** The day that a week begins with: 0 is Sunday, 1 Monday. */
export function firstWeekday(): Weekday {
  const spoken = new Intl.Locale(new Intl.DateTimeFormat(locale).resolvedOptions().locale)
  // Not every browser can be asked: of those whom one can choose to read dates as, Americans alone begin with Sunday.
  const first = spoken.getWeekInfo?.().firstDay ?? (spoken.maximize().region === 'US' ? 7 : 1)
  return (first % 7) as Weekday
}

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** The parts of a date in the order in which it is written, such as 'DD/MM/YYYY'. */
export function dateOrder(): string {
  const words: Readonly<Record<string, string>> = { day: 'DD', month: 'MM', year: 'YYYY' }
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0)
  return parts.flatMap(({ type }) => words[type] ?? []).join('/')
}

/** A stored value as people read it: dates and instants in words, anything else as it is. */
export function formatStored(text: string, zone?: string): string {
  if (isDateOnly(text)) return formatDate(text)
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? formatDateTime(text, zone) : text
}

const megabytes = unit('megabyte', 1)
const kilobytes = unit('kilobyte', 0)

/** The size of a file as '340 kB' or '1.2 MB'; what there is has a kilobyte at least. */
export function formatBytes(bytes: number): string {
  return bytes < 1e6 ? kilobytes.format(Math.ceil(bytes / 1e3)) : megabytes.format(bytes / 1e6)
}

function unit(name: string, decimals: number) {
  return new Intl.NumberFormat('en-AU', { style: 'unit', unit: name, maximumFractionDigits: decimals })
}

function isDateOnly(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value)
}

const counts = new Intl.NumberFormat('en-AU')

/** How many, as '1,234'. */
export function formatCount(count: number): string {
  return counts.format(count)
}
