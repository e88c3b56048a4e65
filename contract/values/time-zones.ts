import { z } from 'zod'
import { needed } from '#contract/words/needed.ts'

// Of other names, such as AET or NST, some are unknown to PostgreSQL, and others mean another zone there.
const zoneName =
  /^(UTC|(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)(\/[\w+-]+)+)$/i

/** True for a zone that there is, by its name in the IANA's list: a region and a place. */
export function isTimeZone(name: string): boolean {
  if (!zoneName.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat(undefined, { timeZone: name }))
  } catch {
    return false
  }
}

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
