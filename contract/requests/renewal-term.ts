import { z } from 'zod'

/** How long a membership lasts: so many months, or up to the same day of every year. */
export const MembershipTerm = z
  .object({
    Kind: z.enum(['Months', 'YearEnd']),
    Months: z
      .int('Enter a whole number of months.')
      .min(1, 'At least 1 month.')
      .max(120, 'At most 120 months.'),
    Month: z.int().min(1).max(12),
    Day: z
      .int('Enter a day of the month, 1 to 31.')
      .min(1, 'Enter a day of the month, 1 to 31.')
      .max(31, 'Enter a day of the month, 1 to 31.'),
  })
  .refine(({ Month, Day }) => Day <= lastDay(2024, Month), {
    message: 'This month has fewer days.',
    path: ['Day'],
  })
export type MembershipTerm = z.infer<typeof MembershipTerm>

/**
 * The financial date after one more term. Who renews early loses nothing: the term starts where the last one ends.
 * Dates are YYYY-MM-DD.
 */
export function nextFinancialDate(term: MembershipTerm, financial: string | null, today: string): string {
  const from = financial !== null && financial > today ? financial : today
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number)
  if (term.Kind === 'Months') {
    const months = year * 12 + (month - 1) + term.Months
    return dateOf(Math.floor(months / 12), (months % 12) + 1, day)
  }
  const thisYear = dateOf(year, term.Month, term.Day)
  return thisYear > from ? thisYear : dateOf(year + 1, term.Month, term.Day)
}

/** The term in words: '12 months', 'until 30 June'. */
export function termInWords({ Kind, Months, Month, Day }: MembershipTerm): string {
  if (Kind === 'Months') return Months === 1 ? '1 month' : `${Months} months`
  const month = new Intl.DateTimeFormat('en-AU', { month: 'long', timeZone: 'UTC' })
  return `until ${Day} ${month.format(Date.UTC(2024, Month - 1, 1))}`
}

// The last day that can be written, and the usual mark of life members: whoever has it keeps it.
const lastOfAll = '9999-12-31'

// The 31st of a month without one is its last day.
function dateOf(year: number, month: number, day: number): string {
  if (year > 9999) return lastOfAll
  const parts = [String(year), pad(month), pad(Math.min(day, lastDay(year, month)))]
  return parts.join('-')
}

function lastDay(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
