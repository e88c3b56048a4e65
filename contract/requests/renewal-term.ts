import { z } from 'zod'
import { addMonths, dateOf, lastDay } from '#contract/values/days.ts'

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
  if (term.Kind === 'Months') return addMonths(from, term.Months)
  const year = Number(from.slice(0, 4))
  const thisYear = dateOf(year, term.Month, term.Day)
  return thisYear > from ? thisYear : dateOf(year + 1, term.Month, term.Day)
}

/** The term of a membership that never lapses: it ends on the last day there is. */
export const endlessTerm: MembershipTerm = { Kind: 'Months', Months: 12 * 10_000, Month: 12, Day: 31 }

/**
 * What part of a year who joins today pays for, where a term ends on a day of the year: that of the months that are left,
 * of which one that has begun is one.
 */
export function proRata(term: MembershipTerm, today: string): number {
  if (term.Kind !== 'YearEnd') return 1
  const end = nextFinancialDate(term, null, today)
  const months = Array.from({ length: 12 }, (_, i) => i + 1)
  return (months.find((count) => addMonths(today, count) > end) ?? 12) / 12
}

/** The term in words: '12 months', 'until 30 June'. */
export function termInWords({ Kind, Months, Month, Day }: MembershipTerm): string {
  if (Kind === 'Months') return Months === 1 ? '1 month' : `${Months} months`
  const month = new Intl.DateTimeFormat('en-AU', { month: 'long', timeZone: 'UTC' })
  return `until ${Day} ${month.format(Date.UTC(2024, Month - 1, 1))}`
}
