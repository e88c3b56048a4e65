import { useState } from 'react'
import { addDays, zonedTime } from '#contract/events/event-times.ts'
import { useBusiness } from './business.ts'

/** Today in the business, or so many days from it, as YYYY-MM-DD. */
export function useBusinessDay(shift = 0): string {
  const { TimeZone } = useBusiness()
  const [now] = useState(() => new Date())
  return addDays(zonedTime(now, TimeZone).date, shift)
}
