import { z } from 'zod'
import { endOfDay, startOfDay } from '#contract/values/start-of-day.ts'

const date = z.iso.date().optional().catch(undefined)

/** How many rows come at a time, as the address has it. */
export const rowsSearch = { rows: z.coerce.number().int().min(1).max(500).catch(10) }

/** From which day to which. */
export const daysSearch = { from: date, to: date }

/** One of many by its id, or any. */
export const choice = z.string().optional().catch(undefined)

/** The days as a report takes them: from the start of the first to the end of the last, in a zone. */
export function reportDaysOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  zone: string,
) {
  return { startDate: from && startOfDay(from, zone), endDate: to && endOfDay(to, zone) }
}
