import sql, { empty, type Sql } from 'sql-template-tag'
import { addDays, dayOn, daysAhead, zonedTime } from '#contract/events/event-times.ts'
import type { EventListItem, eventsApi, EventSort } from '#contract/events/events.ts'
import { can, type Who } from '#platform/access'
import { type Call, afterKey, isToCount, type Kind, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import { rightNow } from '#platform/clock'
import type { Queries } from '#platform/database'
import { visibleTo } from '#server/members/record'
import { eventColumns } from './event-record.ts'

type ListCall = Call<typeof eventsApi.listEvents>

/** The events of the business that the filters leave, in the wished order. */
export async function listEvents(call: ListCall) {
  const { db, who, query } = call
  const now = rightNow()
  const events = sql`event e
    where e.business_id = ${db.businessId} and e.status <> 'Deleted' and e.kind = 'Event' ${wanted(query)}
      ${await withinTimeframe(db, query.timeframe, now)}
      ${can(who, 'Event.Manage') ? empty : await openOrSoon(db, now)}`
  if (isToCount(call)) return totalOfList(db, events)
  const { key, kind, isDescending } = orders[query.sortBy]
  const after = afterKey(call, kind, 'text')
  const direction = isDescending ? sql`desc` : sql`asc`
  const beyond = isDescending ? sql`<` : sql`>`
  const rows = await db.rows<EventListItem & { sortKey: string }>(sql`
    select ${eventColumns}, ${key} as "sortKey" from ${events}
      ${after ? sql`and (${key}, e.event_id) ${beyond} (${after[0]}, ${after[1]})` : empty}
    order by ${key} ${direction}, e.event_id ${direction}
    limit ${rowsToAsk(call)}`)
  const { Results, _links } = pageOf(call, rows, (row) => [row.sortKey, row.id])
  return { Results: await withCameIn(call, Results), _links }
}

/** How many published events are on today, each by its own clock. */
export async function countEventsToday(db: Queries): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from event e
    where e.business_id = ${db.businessId} and e.status = 'Published' and e.kind = 'Event'
      ${await withinTimeframe(db, 'today', rightNow())}`)
  return count
}

/** Tells of those that are on today how many have come in so far on this day. */
async function withCameIn({ db, who }: ListCall, events: readonly EventListItem[]): Promise<EventListItem[]> {
  const now = rightNow()
  const maySee = can(who, 'Event.Manage') || can(who, 'Event.Scan')
  const isOn = (event: EventListItem) => {
    const { date } = zonedTime(now, event.TimeZoneId)
    return (
      maySee &&
      event.EventStatus === 'Published' &&
      event.EventStartDate <= date &&
      date <= event.EventEndDate
    )
  }
  const on = await daysOn(db, events.filter(isOn), now)
  const counts = await countCameIn(db, who, on)
  const isCounted = new Set(on.map(({ id }) => id))
  return events.map((event) => ({
    ...event,
    CameIn: isCounted.has(event.id) ? (counts.get(event.id) ?? 0) : null,
  }))
}

type DayOf = { readonly id: string; readonly day: string }
type SessionRow = { id: string; Date: string; CheckInStartTime: string }

/** Which day is on at each, as its door has it: by its sessions, too. One question for all of a page. */
async function daysOn(db: Queries, events: readonly EventListItem[], now: Date): Promise<DayOf[]> {
  if (events.length === 0) return []
  const sessions = await db.rows<SessionRow>(sql`
    select event_id as id, day as "Date", check_in_start as "CheckInStartTime" from event_session
    where business_id = ${db.businessId} and event_id = any(${events.map(({ id }) => id)})`)
  const ofEvent = Map.groupBy(sessions, ({ id }) => id)
  return events.map((event) => ({ id: event.id, day: dayOn(event, now, ofEvent.get(event.id)) }))
}

/** How many members came to each on its day, or to the sessions of that: one question, too. */
async function countCameIn(db: Queries, who: Who, on: readonly DayOf[]): Promise<Map<string, number>> {
  if (on.length === 0) return new Map()
  const [ids, days] = [on.map(({ id }) => id), on.map(({ day }) => day)]
  const rows = await db.rows<{ id: string; count: number }>(sql`
    select s.event_id as id, count(*) as count
    from unnest(${ids}::text[], ${days}::text[]) as held (event_id, day)
    join event_scan s on s.business_id = ${db.businessId} and s.event_id = held.event_id
    ${who.venues === null ? empty : sql`join member m on m.business_id = s.business_id and m.member_id = s.member_id ${visibleTo(who)}`}
    where s.result = 'Valid' and s.undone_at is null and (s.occasion = held.day or exists (
      select from event_session e where e.business_id = s.business_id and e.event_id = s.event_id
        and e.session_id = s.occasion and e.day = held.day::date))
    group by 1`)
  return new Map(rows.map(({ id, count }) => [id, count]))
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
  const inZones = await daysInZones(db, now)
  return timeframe === 'today'
    ? sql`and e.start_date <= ${inZones(0)} and e.end_date >= ${inZones(0)}`
    : sql`and e.start_date >= ${inZones(1)} and e.end_date <= ${inZones(daysAhead)}`
}

/** The condition that an event `e` is one that those see who don't manage events; `readSeenEvent` asks the same of one. */
async function openOrSoon(db: Queries, now: Date): Promise<Sql> {
  const inZones = await daysInZones(db, now)
  return sql`and e.status = 'Published' and e.start_date <= ${inZones(daysAhead)} and e.end_date >= ${inZones(-1)}`
}

/** The day that it is where an event `e` is, so many days on. */
async function daysInZones(db: Queries, now: Date): Promise<(shift: number) => Sql> {
  const zones = await db.rows<{ zone: string }>(sql`
    select distinct time_zone as zone from event where business_id = ${db.businessId}`)
  return (shift) => {
    const days = zones.map(({ zone }) => [zone, addDays(zonedTime(now, zone).date, shift)])
    return sql`(${JSON.stringify(Object.fromEntries(days))}::jsonb ->> e.time_zone)::date`
  }
}
