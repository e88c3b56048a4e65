import { z } from 'zod'
import { isTimeZone } from '#contract/events/event-times.ts'

/** A time zone by its name in the IANA's list. */
export const TimeZone = z
  .string('Choose a time zone, such as Australia/Sydney.')
  .max(100, 'Choose a time zone, such as Australia/Sydney.')
  .refine(isTimeZone, 'Choose a time zone, such as Australia/Sydney.')

// Those of the Australian Business Register.
const zonesOfStates: Readonly<Record<string, string>> = {
  NSW: 'Australia/Sydney',
  ACT: 'Australia/Sydney',
  VIC: 'Australia/Melbourne',
  QLD: 'Australia/Brisbane',
  SA: 'Australia/Adelaide',
  WA: 'Australia/Perth',
  TAS: 'Australia/Hobart',
  NT: 'Australia/Darwin',
}

/** The zone that a business of this state most likely goes by. */
export function usualTimeZone(state: string): string {
  return zonesOfStates[state.toUpperCase()] ?? 'Australia/Sydney'
}
