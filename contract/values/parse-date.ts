const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The date someone typed the Australian way (14/11/2026, 14-11-26, 14 Nov 2026) or as 2026-11-14; null if it is none. */
export function parseDate(text: string): string | null {
  const parts = text
    .trim()
    .toLowerCase()
    .split(/[\s/.,-]+/)
  if (parts.length !== 3) return null
  const [year, month, day] = parts[0]?.length === 4 ? parts : parts.toReversed()
  return toDate(fullYear(year ?? ''), monthNumber(month ?? ''), wholeNumber(day ?? ''))
}

/** Two digits mean the last century where they would else lie more than ten years ahead: birthdays do, bookings don't. */
function fullYear(text: string): number {
  const year = wholeNumber(text)
  if (text.length === 4) return year
  if (text.length !== 2) return Number.NaN
  const recent = 2000 + year
  return recent > new Date().getFullYear() + 10 ? recent - 100 : recent
}

function monthNumber(text: string): number {
  const index = text.length >= 3 ? MONTHS.indexOf(text.slice(0, 3)) : -1
  return index === -1 ? wholeNumber(text) : index + 1
}

function wholeNumber(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

function toDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  // The 31st of June rolls over into July, and is then no date.
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : null
}
