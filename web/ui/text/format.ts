/** Dollars as '$1,234.50'. */
export { moneyText as formatMoney } from '#contract/values/decimals.ts'

const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
const time: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }

/** A date (YYYY-MM-DD) or the day of an instant, in `zone` or else the viewer's, as '14 Nov 2026'. */
export function formatDate(value: string, zone?: string): string {
  // A date without a time is the same day everywhere.
  const timeZone = isDateOnly(value) ? 'UTC' : zone
  return new Intl.DateTimeFormat('en-AU', { ...day, timeZone }).format(new Date(value))
}

const longDay = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' })

/** A date (YYYY-MM-DD) as '14 November 2026'. */
export function formatLongDate(value: string): string {
  return longDay.format(new Date(value))
}

/** An instant, in `zone` or else the viewer's, as '14 Nov 2026, 6:30 pm AEDT'. */
export function formatDateTime(value: string, zone?: string): string {
  return new Intl.DateTimeFormat('en-AU', { ...day, ...time, timeZone: zone }).format(new Date(value))
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
