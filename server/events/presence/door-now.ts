import { isNearlyFull } from '#contract/events/door-rules.ts'
import type { DoorNow, eventScansApi } from '#contract/events/event-scans.ts'
import { dayInWords } from '#contract/events/event-times.ts'
import type { Call } from '#platform/call'
import { rightNow } from '#platform/clock'
import { occasionNow, occasionsBeside, requireOpenDoor, visitsNow } from '#server/events/doors'
import { readEvent } from '#server/events/record'
import { countPeople } from './people.ts'
import { countVisitors, type VisitorsIn } from './visitors.ts'

/** How many are in at what is on, and how many may be. */
export async function getDoorNow(
  { db, who, params, query }: Call<typeof eventScansApi.getDoorNow>,
  visitorsIn: VisitorsIn,
): Promise<DoorNow> {
  const event = await readEvent(db, params.eventId)
  await requireOpenDoor(db, who, event)
  const now = rightNow()
  const occasion = occasionNow(event, now, query.sessionId)
  const counted = occasion ? occasionsBeside(event, occasion, now) : { own: [], former: [], follows: [] }
  const people = await countPeople(db, event.id, counted)
  const VisitorsIn = await countVisitors(
    db,
    visitorsIn,
    event.id,
    visitsNow(event, now, occasion?.session?.SessionId),
  )
  const Capacity = occasion ? occasion.capacity : event.Capacity
  return {
    ServerTime: now.toISOString(),
    ...people,
    VisitorsIn,
    Capacity,
    IsNearlyFull: isNearlyFull(people.PeopleIn + VisitorsIn, Capacity),
    Occasion: occasion && {
      SessionId: occasion.session?.SessionId ?? null,
      Name: occasion.session?.Name ?? dayInWords(occasion.id),
      Capacity,
    },
  }
}
