import { z } from 'zod'

const time = z.iso.datetime({ offset: true })
const day = z.iso.date()
// In UTC, whatever the offset was: the database has no year 0, and nothing here writes years of five digits.
const isWithinYears = (instant: string) => /^(?!0000)\d{4}-/.test(instant)

/** The moment that a text names, in UTC and within the years 1 and 9999; null if it names none. */
export function instantOf(text: string): string | null {
  // In an address a plus sign stands for a space, and few write it as %2B.
  const written = text.trim().replace(/ (?=\d\d:?\d\d$)/, '+')
  const instant = inUtc(written)
  return instant !== null && isWithinYears(instant) ? instant : null
}

function inUtc(written: string): string | null {
  if (day.safeParse(written).success) return `${written}T00:00:00Z`
  if (!time.safeParse(written).success) return null
  return written.endsWith('Z') ? written : new Date(written).toISOString()
}

/** A moment, as a call takes it: in UTC, with the offset of any other zone, or as a day, whose start in UTC it is then. */
export const Instant = z
  .string()
  .transform((text, context) => {
    const instant = instantOf(text)
    if (instant !== null) return instant
    context.addIssue({ code: 'invalid_format', format: 'datetime', input: text })
    return z.NEVER
  })
  .describe('A time in UTC or with an offset, or a date, which stands for its start in UTC.')
