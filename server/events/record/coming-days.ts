import sql from 'sql-template-tag'
import { spanOfEvent } from '#contract/events/event-instants.ts'
import { addDays, type EventTimes, zonedTime } from '#contract/events/event-times.ts'
import { rightNow } from '#platform/clock'
import type { Queries } from '#platform/database'
import { endsByItself } from './complete-events.ts'
import { eventColumns } from './event-record.ts'

/** When people are let in on one day of an event. */
export type EventDay = ReturnType<typeof spanOfEvent>

// More than any business has in three days.
const mostThatEnd = 300

/** The next days of published events that every member may come to, so many at the most: each that isn't over. */
export async function comingDays(db: Queries, most: number, now = rightNow()): Promise<EventDay[]> {
  // Where it is still yesterday, what is on then isn't over yet.
  const from = addDays(zonedTime(now, 'UTC').date, -1)
  // And where it is tomorrow already, what ends then may be: so many that are over must not hide those to come.
  const until = addDays(from, 2)
  const isMeant = sql`e.business_id = ${db.businessId} and ${endsByItself} and e.member_filter = ''`
  const events = await db.rows<EventTimes>(sql`
    (select ${eventColumns} from event e where ${isMeant} and e.end_date between ${from} and ${until}
      order by e.end_date desc, e.event_id limit ${mostThatEnd})
    union all
    (select ${eventColumns} from event e where ${isMeant} and e.end_date > ${until}
      order by e.start_date, e.event_id limit ${most})`)
  return events
    .flatMap((event) => daysOf(event, from, most))
    .filter(({ to }) => to > now)
    .toSorted((one, other) => one.from.getTime() - other.from.getTime())
    .slice(0, most)
}

/** Its days from one on, but for more than are asked for: a long one has no end in sight. */
function daysOf(event: EventTimes, from: string, most: number): EventDay[] {
  const days: EventDay[] = []
  const first = event.EventStartDate > from ? event.EventStartDate : from
  // One more than are asked for: the first may be over.
  for (let day = first; day <= event.EventEndDate && days.length <= most + 1; day = addDays(day, 1))
    days.push(spanOfEvent({ ...event, EventStartDate: day, EventEndDate: day }))
  return days
}
