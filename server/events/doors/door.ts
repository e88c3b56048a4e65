import { createHash, randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Door, DoorSnapshot, eventScansApi } from '#contract/events/event-scans.ts'
import { can } from '#platform/access'
import type { Call } from '#platform/call'
import { rightNow } from '#platform/clock'
import { dayIn } from '#platform/days'
import type { Vault } from '#platform/secrets'
import { readEvent } from '#server/events/record'
import { doubledKeys } from '#server/members/codes'
import { visibleTo } from '#server/members/record'
import { filterCondition } from '#server/members/search'
import { passHashes } from '#server/passes/issued'
import { requireOpenDoor } from './closed-door.ts'
import { readOpenEvent, unlessSuspended } from './door-event.ts'
import { doorKeyOf, hashingBy } from './door-key.ts'
import { listMark } from './door-list.ts'

/** The event, as its door needs it. */
export async function getDoor(
  { db, who, params }: Call<typeof eventScansApi.getDoor>,
  brand: string,
): Promise<Door> {
  const event = await readEvent(db, params.eventId)
  await requireOpenDoor(db, who, event)
  const { name } = await db.one<{ name: string }>(sql`
    select display_name as name from business where business_id = ${db.businessId}`)
  return {
    Event: event,
    Brand: brand,
    BusinessName: name,
    ScannedBy: who.name,
    CanOverride: can(who, 'Event.Manage'),
    BusinessId: db.businessId,
    Reentry: event.Reentry,
    Capacity: event.Capacity,
    Sessions: event.Sessions,
    ServerTime: rightNow().toISOString(),
  }
}

/** The key of the event's list. It travels by itself, so that a list that was kept somewhere lacks it. */
export async function getDoorKey(
  { db, who, params }: Call<typeof eventScansApi.getDoorKey>,
  vault: Vault | null,
): Promise<{ Key: string }> {
  const { id } = await readOpenEvent(db, who, params.eventId)
  return { Key: doorKeyOf(vault, db.businessId, id).toString('base64') }
}

/** Those who may come, for a door to decide by while it has no connection. */
export async function getDoorSnapshot(
  { db, who, params, query }: Call<typeof eventScansApi.getDoorSnapshot>,
  vault: Vault | null,
): Promise<DoorSnapshot> {
  const event = await readOpenEvent(db, who, params.eventId)
  const doorKey = doorKeyOf(vault, db.businessId, event.id)
  const doubled = await doubledKeys(db)
  // By the list that is made for all doors, and not by a look at all members; until there is one, whoever asks gets all.
  const mark = await listMark(db, who, event)
  const Version = createHash('sha256')
    .update(`${event.revision} ${mark ?? randomUUID()} ${doubled.join(' ')} `)
    .update(doorKey)
    .digest('base64url')
    .slice(0, 16)
  if (Version === query.version) return { Version, Levels: [], Guests: null }

  const mayCome = sql`
    m.business_id = ${db.businessId} and m.deleted_at is null ${visibleTo(who)} ${filterCondition(event.filter, dayIn(event.TimeZoneId))} ${unlessSuspended(event)}
    and coalesce(m.membership_number, m.card_number, m.badge_number) is not null`
  const levels = await db.rows<{ key: string; value: string }>(sql`
    select key, value from option_list_item where business_id = ${db.businessId} and list = 'MemberLevel'
    order by position, key`)
  const hash = hashingBy(doorKey, doubled)
  // Written by the database: of a hundred thousand members that is many times faster than here.
  const rows = await db.rows<{ line: string }>(sql`
    select concat_ws(e'\t', translate(m.first_name || ' ' || m.last_name, e'\t', ' '),
      coalesce((array_position(${levels.map((level) => level.key)}::text[], m.member_level) - 1)::text, ''),
      m.member_id, ${hash(sql`m.membership_number`)}, ${hash(sql`m.card_number`)}, ${hash(sql`m.badge_number`)},
      ${passHashes(hash)}) as line
    from member m where ${mayCome} order by m.sort_name, m.member_id`)
  return { Version, Levels: levels.map(({ value }) => value), Guests: rows.map(({ line }) => line) }
}
