import { z } from 'zod'
import { MembershipTerm, termInWords } from '#contract/requests/renewal-term.ts'

/** How long a membership of a type lasts, and what comes after. */
export const TypeTerm = z.object({
  /** Null for as long as the form says. */
  Term: MembershipTerm.nullable(),
  /** So many days after the financial date it lapses. */
  GraceDays: z
    .int('Enter a whole number of days.')
    .min(0, 'The days of grace can not be negative.')
    .max(366, 'The days of grace can be 366 at the most.'),
  /** As of honorary and life members. */
  NeverLapses: z.boolean(),
  /** Who joins in the middle of a term that ends on a day of the year pays for the months that are left. */
  IsProRata: z.boolean(),
})
export type TypeTerm = z.infer<typeof TypeTerm>

/** What a type has that nobody has said anything of. */
export const usualTypeTerm: TypeTerm = { Term: null, GraceDays: 0, NeverLapses: false, IsProRata: false }

/** It in one line: '12 months, 14 days of grace'. */
export function typeTermInWords({ Term, GraceDays, NeverLapses, IsProRata }: TypeTerm): string {
  if (NeverLapses) return 'Never lapses'
  const grace = GraceDays === 1 ? '1 day of grace' : `${GraceDays} days of grace`
  const parts = [
    Term === null ? 'As the form says' : capital(termInWords(Term)),
    GraceDays > 0 && grace,
    Term?.Kind === 'YearEnd' && IsProRata && 'fee by the months left',
  ]
  return parts.filter(Boolean).join(', ')
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
