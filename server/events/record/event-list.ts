import sql, { empty, type Sql } from 'sql-template-tag'
import { addDays, zonedTime } from '#contract/events/event-times.ts'
import type { EventListItem, eventsApi, EventSort } from '#contract/events/events.ts'
import { type Call, afterKey, type Kind, pageOf, rowsToAsk } from '#platform/call'
import type { Queries } from '#platform/database'
import { eventColumns } from './event-record.ts'

type ListCall = Call<typeof eventsApi.listEvents>

/** The events of the business that the filters leave, in the wished order. */
export async function listEvents(call: ListCall) {
  const { db, query } = call
  const { key, kind, isDescending } = orders[query.sortBy]
  const after = afterKey(call, kind, 'text')
  const direction = isDescending ? sql`desc` : sql`asc`
  const beyond = isDescending ? sql`<` : sql`>`
  const rows = await db.rows<EventListItem & { sortKey: string }>(sql`
    select ${eventColumns}, ${key} as "sortKey" from event e
    where e.business_id = ${db.businessId} and e.status <> 'Deleted' ${wanted(query)}
      ${await withinTimeframe(db, query.timeframe, new Date())}
      ${after ? sql`and (${key}, e.event_id) ${beyond} (${after[0]}, ${after[1]})` : empty}
    order by ${key} ${direction}, e.event_id ${direction}
    limit ${rowsToAsk(call)}`)
  return pageOf(call, rows, (row) => [row.sortKey, row.id])
}

type Order = { readonly key: Sql; readonly kind: Kind; readonly isDescending: boolean }

const orders: Readonly<Record<EventSort, Order>> = {
  NameAsc: { key: sql`e.sort_name`, kind: 'text', isDescending: false },
  NameDesc: { key: sql`e.sort_name`, kind: 'text', isDescending: true },
  EventDateNewestFirst: { key: sql`e.start_date`, kind: 'time', isDescending: true },
  EventDateOldestFirst: { key: sql`e.start_date`, kind: 'time', isDescending: false },
  LastModifiedNewestFirst: { key: sql`e.updated_at`, kind: 'time', isDescending: true },
  LastModifiedOldestFirst: { key: sql`e.updated_at`, kind: 'time', isDescending: false },
}

function wanted({ q, status, startDateFrom, startDateTo, endDateFrom, endDateTo }: ListCall['query']): Sql {
  const text = q?.trim()
  return sql`
    ${text ? sql`and position(plain(${text}) in plain(e.name || ' ' || e.location)) > 0` : empty}
    ${status ? sql`and e.status = ${status}` : empty}
    ${startDateFrom ? sql`and e.start_date >= ${startDateFrom}` : empty}
    ${startDateTo ? sql`and e.start_date <= ${startDateTo}` : empty}
    ${endDateFrom ? sql`and e.end_date >= ${endDateFrom}` : empty}
    ${endDateTo ? sql`and e.end_date <= ${endDateTo}` : empty}`
}

// A week ahead, tomorrow included.
const daysAhead = 7

/**
 * The condition that an event `e` is on today, or starts tomorrow or later and ends within a week, by the day it is
 * where the event is. The days are looked up here rather than by the database, whose zones might be other ones.
 */
export async function withinTimeframe(
  db: Queries,
  timeframe: 'today' | 'upcoming' | undefined,
  now: Date,
): Promise<Sql> {
  if (!timeframe) return empty
  const zones = await db.rows<{ zone: string }>(sql`
    select distinct time_zone as zone from event where business_id = ${db.businessId}`)
  const inZones = (shift: number) => {
    const days = zones.map(({ zone }) => [zone, addDays(zonedTime(now, zone).date, shift)])
    return sql`(${JSON.stringify(Object.fromEntries(days))}::jsonb ->> e.time_zone)::date`
  }
  return timeframe === 'today'
    ? sql`and e.start_date <= ${inZones(0)} and e.end_date >= ${inZones(0)}`
    : sql`and e.start_date >= ${inZones(1)} and e.end_date <= ${inZones(daysAhead)}`
}
