import sql from 'sql-template-tag'
import { addDays, type EventTimes, isOver, zonedTime } from '#contract/events/event-times.ts'
import { recordByTheClock } from '#platform/call'
import { rightNow } from '#platform/clock'
import { oneByOne } from '#platform/concurrency'
import { type Database, eachBusiness } from '#platform/database'
import { inLane, type Tasks } from '#platform/jobs'
import { eventColumns, eventRecord, lockEvent } from './event-record.ts'
import { setStatus } from './event-steps.ts'

const hourMs = 3_600_000
// After the midnight that ends the last day: a long night is over by then, and doors have handed in what they scanned.
const hoursAfter = 6
// Of a business at a time: what was left published for years is completed within days, and nobody waits for it.
const mostAtOnce = 100

/** An event `e` that ends by itself. The front door of a venue has no end: it stays published until somebody switches it off. */
export const endsByItself = sql`e.status = 'Published' and e.kind = 'Event'`

const action = { name: 'completeEvent', title: 'Complete an event that is over' }

/** Completes the events that are over, by the clocks of each, some hours after their last day. */
export async function completeEvents(database: Database, now = rightNow()): Promise<void> {
  const at = new Date(now.getTime() - hoursAfter * hourMs)
  await eachBusiness(database, async (businessId) => {
    const events = await database.forTenant(businessId).rows<EventTimes & { id: string }>(sql`
      select ${eventColumns} from event e
      where e.business_id = ${businessId} and ${endsByItself} and e.end_date < ${lastDayAnywhere(at)}
      order by e.end_date limit ${mostAtOnce}`)
    const over = events.filter((event) => isOver(event, at))
    await oneByOne(over, ({ id }) => completeEvent(database, businessId, id, at))
  })
}

// The day where it begins first: what isn't over there is over nowhere.
const lastDayAnywhere = (at: Date) => addDays(zonedTime(at, 'UTC').date, 1)

async function completeEvent(database: Database, businessId: string, id: string, at: Date): Promise<void> {
  await database.transaction(businessId, async (tx) => {
    const event = await lockEvent(tx, id)
    // Asked again under the lock: somebody may have given it other days, or closed it.
    if (event.EventStatus !== 'Published' || !isOver(event, at)) return
    await setStatus(tx, id, 'Completed', 'the clock')
    await recordByTheClock(tx, action, {
      record: eventRecord(event),
      before: { Status: event.EventStatus },
      after: { Status: 'Completed' },
    })
  })
}

/** What the clock does with events. */
export function eventTasks(database: Database): Tasks {
  return { complete_events: inLane('maintenance', () => completeEvents(database)) }
}

export const eventSchedule: readonly string[] = ['21 * * * * complete_events']
