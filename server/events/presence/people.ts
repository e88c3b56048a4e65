import sql, { type Sql } from 'sql-template-tag'
import type { Queries } from '#platform/database'
import { countsAt, isInBy, type OccasionsOn } from '#server/events/doors'

/** How many have come to an occasion, and how many are in, with those who have been since the night. */
type People = { readonly CameIn: number; readonly PeopleIn: number }

/** Read from an index alone: doors ask it all night. */
export function countPeople(db: Queries, eventId: string, occasions: OccasionsOn): Promise<People> {
  return db.one<People>(peopleCounted(db.businessId, eventId, occasions))
}

/** The query for that. */
export function peopleCounted(businessId: string, eventId: string, occasions: OccasionsOn): Sql {
  return sql`
    select count(*) filter (where s.occasion = any(${occasions.own})) as "CameIn",
      count(*) filter (where ${isInBy(occasions)}) as "PeopleIn"
    from event_scan s
    where s.business_id = ${businessId} and s.event_id = ${eventId} and ${countsAt(occasions)}`
}
