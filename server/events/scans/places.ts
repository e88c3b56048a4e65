import type { Transaction } from '#platform/database'
import { type Held, type Occasion, occasionsBeside, visitsNow } from '#server/events/doors'
import { countPeople, countVisitors, type VisitorsIn } from '#server/events/presence'
import { lockCapacity } from './scan-locks.ts'

/**
 * Whether as many are in at an occasion as may be, members and visitors together. Others who would take a place wait until
 * this transaction has: no two take the last one.
 */
export async function isFull(
  tx: Transaction,
  visitorsIn: VisitorsIn,
  event: Held & { readonly id: string },
  occasion: Occasion,
  at: Date,
): Promise<boolean> {
  const { id, session, capacity } = occasion
  if (capacity === null) return false
  await lockCapacity(tx, event.id, id)
  const { PeopleIn } = await countPeople(tx, event.id, occasionsBeside(event, occasion, at))
  if (PeopleIn >= capacity) return true
  const visits = visitsNow(event, at, session?.SessionId)
  return PeopleIn + (await countVisitors(tx, visitorsIn, event.id, visits)) >= capacity
}
