import { z } from 'zod'
import { isTimeZone } from '#contract/events/event-times.ts'
import { needed } from '#contract/words/needed.ts'

const choose = 'Choose a time zone, such as Australia/Sydney.'

/** A time zone by its name in the IANA's list. */
export const TimeZone = z.string(needed(choose)).max(100).refine(isTimeZone, choose)

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
