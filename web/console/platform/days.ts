import { use, useState } from 'react'
import { addDays, zonedTime } from '#contract/events/event-times.ts'
import { BusinessContext, useBusiness } from './business.ts'

/** Today in the business, or so many days from it, as YYYY-MM-DD. */
export function useBusinessDay(shift = 0): string {
  const { TimeZone } = useBusiness()
  const [now] = useState(() => new Date())
  return addDays(zonedTime(now, TimeZone).date, shift)
}

/** Today in the business, or, where a page is about none, where its reader is. */
export function useToday(): string {
  const zone = use(BusinessContext)?.TimeZone
  const [now] = useState(() => new Date())
  return zonedTime(now, zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone).date
}
