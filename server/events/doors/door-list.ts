import sql from 'sql-template-tag'
import type { DoorList, doorListApi } from '#contract/events/doors/door-list.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Queries, SingleQueries } from '#platform/database'
import type { Download } from '#platform/formats'
import { notFound } from '#platform/refusals'
import { type DoorEvent, readOpenEvent } from './door-event.ts'
import { listKeyOf, type ListKey, startDoorList } from './make-door-list.ts'

type Row = Pick<DoorList, 'CheckedDate' | 'IsUnderWay' | 'ExpectedGuests'> & { isDue: boolean }

// Doors ask every few minutes: what is younger than this is looked at anew for none of them.
const freshSeconds = 60

/** The parts of the list, as it was made for all doors of the event; asked for the first time it is begun. */
export async function getDoorList({
  db,
  who,
  params,
}: Call<typeof doorListApi.getDoorList>): Promise<DoorList> {
  const event = await readOpenEvent(db, who, params.eventId)
  const list = listKeyOf(event.id, who)
  const kept = await readList(db, list, event)
  if (!kept || kept.isDue) await db.transaction((tx) => startDoorList(tx, list))
  const { isDue: _, ...now } = (kept?.isDue === false ? kept : await readList(db, list, event))!
  const Parts = await db.rows<DoorList['Parts'][number]>(sql`
    select part as "Part", guests as "Guests", octet_length(content) as "Bytes" from door_list_part
    where ${partsOf(db, list)} and guests > 0 order by from_id`)
  return { ...now, Parts }
}

/**
 * What the list is known by as it was made last, which is the same while nobody in it has changed; null until it was made. It
 * is looked at anew where it is due, as for those who ask for its parts.
 */
export async function listMark(
  db: SingleQueries,
  who: Pick<Who, 'venues'>,
  event: DoorEvent,
): Promise<string | null> {
  const list = listKeyOf(event.id, who)
  const kept = await readList(db, list, event)
  if (!kept || kept.isDue) await db.transaction((tx) => startDoorList(tx, list))
  if (!kept?.CheckedDate) return null
  const parts = await db.rows<{ part: string }>(sql`
    select part from door_list_part where ${partsOf(db, list)} and guests > 0 order by from_id`)
  return parts.map(({ part }) => part).join(' ')
}

const partsOf = (db: Queries, { eventId, venues }: ListKey) =>
  sql`business_id = ${db.businessId} and event_id = ${eventId} and venues = ${venues}`

/** What is kept of the list; due to be looked at anew, if it is old, of another revision, or nobody works on it any more. */
function readList(db: Queries, list: ListKey, { revision }: DoorEvent): Promise<Row | null> {
  return db.maybe<Row>(sql`
    select checked_at as "CheckedDate", next_id is not null as "IsUnderWay",
      coalesce(expected, 0) as "ExpectedGuests",
      case when next_id is null
        then checked_at < now() - make_interval(secs => ${freshSeconds}) or split_part(state, ' ', 1) <> ${String(revision)}
        else worked_at < now() - make_interval(secs => ${freshSeconds}) end as "isDue"
    from door_list where ${partsOf(db, list)}`)
}

/** One part, by its name. */
export async function getDoorListPart({
  db,
  who,
  params,
}: Call<typeof doorListApi.getDoorListPart>): Promise<Download> {
  const event = await readOpenEvent(db, who, params.eventId)
  const kept = await db.maybe<{ content: Buffer }>(sql`
    select content from door_list_part where ${partsOf(db, listKeyOf(event.id, who))} and part = ${params.part} limit 1`)
  if (!kept) throw notFound('The part')
  return { type: 'text/plain; charset=utf-8', content: kept.content, encoding: 'gzip' }
}
