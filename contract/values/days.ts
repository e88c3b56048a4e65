import { z } from 'zod'

/** A day, as a call takes it. The database has no year 0, which the format alone would let through. */
export const day = (says?: Parameters<typeof z.iso.date>[0]) =>
  z.iso.date(says).check(({ value, issues }) => {
    if (value.startsWith('0000-')) issues.push({ code: 'invalid_format', format: 'date', input: value })
  })

// The last day that can be written, and the usual mark of life members: whoever has it keeps it.
const lastOfAll = '9999-12-31'

/** The day (YYYY-MM-DD) so many months later, as PostgreSQL counts them: of a month that is too short, its last. */
export function addMonths(date: string, count: number): string {
  const [year = 0, month = 1, ofMonth = 1] = date.split('-').map(Number)
  const months = year * 12 + (month - 1) + count
  return dateOf(Math.floor(months / 12), (months % 12) + 1, ofMonth)
}

/** A day, written. The 31st of a month without one is its last day. */
export function dateOf(year: number, month: number, ofMonth: number): string {
  if (year > 9999) return lastOfAll
  const parts = [String(year), pad(month), pad(Math.min(ofMonth, lastDay(year, month)))]
  return parts.join('-')
}

/** How many days a month has. */
export function lastDay(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
