import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import sql, { empty, type Sql } from 'sql-template-tag'
import type { Who } from '#platform/access'
import { oneByOne } from '#platform/concurrency'
import { type Database, noTenant, type Queries, type Transaction } from '#platform/database'
import { dayOfZone } from '#platform/days'
import { inLane, startJob, type Tasks, timeIsUp } from '#platform/jobs'
import { doubledKeys } from '#server/members/codes'
import { visibleTo } from '#server/members/record'
import { fewMeeting, filterCondition, sliceAfter } from '#server/members/search'
import { passHashes } from '#server/passes/issued'
import { type DoorEvent, findDoorEvent, isToBeHeld, unlessSuspended } from './door-event.ts'
import { doorKeyOf, hashingBy } from './door-key.ts'

const task = 'make_door_list'
// What a phone loses when its connection breaks: some two seconds' worth of a slow one.
const guestsOfPart = 1_000
// Those of whom few may come are looked at so many at once, and so many are counted beside a part.
const membersOfPart = 5_000
// Grows with what a line says: parts that were made before are made anew.
const form = 2

/** One list: of an event, for doors that see these venues. */
export type ListKey = { readonly eventId: string; readonly venues: string }
type Job = ListKey & { readonly businessId: string; readonly counted?: Counted | undefined }
/** How many of the members up to an id may come, by the rules of a state. */
type Counted = { readonly state: string; readonly to: string; readonly guests: number }

export function listKeyOf(eventId: string, { venues }: Pick<Who, 'venues'>): ListKey {
  return { eventId, venues: venues?.toSorted().join(',') ?? '' }
}

const isList = ({ businessId }: Queries, { eventId, venues }: ListKey): Sql =>
  sql`business_id = ${businessId} and event_id = ${eventId} and venues = ${venues}`

/** Has the list made, or looked at anew, for all of its doors. */
export async function startDoorList(tx: Transaction, list: ListKey): Promise<void> {
  const { businessId } = tx
  await tx.run(sql`
    insert into door_list (business_id, event_id, venues) values (${businessId}, ${list.eventId}, ${list.venues})
    on conflict (business_id, event_id, venues) do update set next_id = '', worked_at = now()`)
  await queue(tx, { businessId, ...list })
}

function queue(tx: Transaction, job: Job): Promise<void> {
  const key = [task, job.businessId, job.eventId, job.venues].join('/')
  return startJob(tx, task, job, { key })
}

/** The work behind the lists of doors. */
export function doorListTasks(database: Database): Tasks {
  return {
    // Somebody stands at the door.
    [task]: inLane('soon', (job: Job) => makeList(database, job)),
    forget_door_lists: inLane('maintenance', () => forgetLists(database)),
  }
}

export const doorListSchedule = ['*/10 * * * * forget_door_lists']

async function makeList(database: Database, job: Job): Promise<void> {
  const isTimeUp = timeIsUp()
  const db = database.forTenant(job.businessId)
  const event = await findDoorEvent(db, job.eventId)
  if (!event || !isToBeHeld(event)) return
  const making = await beginMaking(database, db, job, event)
  let { counted } = job
  do {
    counted = await expectGuests(db, making, counted)
    if (!(await database.transaction(job.businessId, (tx) => makePart(tx, making)))) return
  } while (!isTimeUp())
  await database.transaction(job.businessId, (tx) => queue(tx, { ...job, counted }))
}

/** What the parts of one pass through the members have in common. */
type Making = {
  readonly list: ListKey
  readonly state: string
  readonly mayCome: Sql
  /** Those who may come are few, and known by their ids: nobody else is looked at. */
  readonly isOfFew: boolean
  readonly line: Sql
}

async function beginMaking(
  { vault }: Database,
  db: Queries,
  list: ListKey,
  event: DoorEvent,
): Promise<Making> {
  const levels = await db.rows<{ key: string; value: string }>(sql`
    select key, value from option_list_item where business_id = ${db.businessId} and list = 'MemberLevel' order by key`)
  const key = doorKeyOf(vault, db.businessId, event.id)
  const doubled = await doubledKeys(db)
  const others = createHash('sha256').update(JSON.stringify([levels, doubled]))
  const today = await dayOfZone(db, event.TimeZoneId)
  // The day is none of it: whom it lets in is told by what each part says of its members. The revision comes first: by that
  // word a list is known to be of another one.
  const state = `${event.revision} ${form} ${others.update(key).digest('base64url').slice(0, 16)}`
  const day = sql`${today}::date`
  const who = { venues: list.venues === '' ? null : list.venues.split(',') }
  const few = await fewMeeting(db, who, event.filter, day)
  const mayCome = sql`
    m.business_id = ${db.businessId} and m.deleted_at is null ${few ? sql`and m.member_id = any(${few})` : empty}
    ${visibleTo(who)} ${filterCondition(event.filter, day)} ${unlessSuspended(event)}
    and coalesce(m.membership_number, m.card_number, m.badge_number) is not null`
  // What is expected was counted, or is of a list that was whole; parts alone may be of one that was left half way.
  await db.run(sql`
    update door_list set state = case when next_id = '' then ${state} else state end,
      expected = case when state = ${state} then expected end
    where ${isList(db, list)} and next_id is not null`)
  const hash = hashingBy(key, doubled)
  // Written by the database: of a hundred thousand members that is many times faster than here.
  const line = sql`
    concat_ws(e'\t', translate(m.first_name || ' ' || m.last_name, e'\t\n', '  '),
      coalesce((select translate(level.value, e'\t\n', '  ') from option_list_item level
        where level.business_id = m.business_id and level.list = 'MemberLevel' and level.key = m.member_level), ''),
      m.member_id, ${hash(sql`m.membership_number`)}, ${hash(sql`m.card_number`)}, ${hash(sql`m.badge_number`)},
      ${passHashes(hash)}, ${detailsOfGuest})`
  return { list, state, mayCome, isOfFew: few !== null, line }
}

/**
 * Counts on, where it isn't known how many there will be: one slice beside each part, so that neither the parts nor other jobs
 * wait for it. Until all are counted nothing is told, and a door has its first part before that is begun.
 */
async function expectGuests(
  db: Queries,
  { list, state, mayCome, isOfFew }: Making,
  before: Counted | undefined,
): Promise<Counted | undefined> {
  const isUnknown = sql`${isList(db, list)} and state = ${state} and next_id > '' and expected is null`
  // Who counts is at work: nobody begins the list anew meanwhile.
  if (!(await db.run(sql`update door_list set worked_at = now() where ${isUnknown}`))) return undefined
  // Few are counted at once, also where they had been many.
  const sofar = before?.state === state && !isOfFew ? before : { to: '', guests: 0 }
  const { within, end } = isOfFew
    ? { within: sql`true`, end: null }
    : await sliceAfter(db, sofar.to, membersOfPart)
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::integer as count from member m where ${mayCome} and ${within}`)
  const guests = sofar.guests + count
  if (end !== null) return { state, to: end, guests }
  await db.run(sql`update door_list set expected = ${guests} where ${isUnknown}`)
  return undefined
}

// As `readDetails` of the contract reads it. A phone that is lost tells no number by which a card could be written.
const detailsOfGuest = sql`
  '=' || concat_ws('|', coalesce(right(m.membership_number, least(3, length(m.membership_number) / 2)), ''),
    translate(coalesce(m.home_address ->> 'Suburb', ''), e'\t\n|', '   '), extract(year from m.birth_date)::int)`

/** Makes the next part, where it isn't the same as before; false if that was the last. */
async function makePart(tx: Transaction, making: Making): Promise<boolean> {
  const { list, mayCome } = making
  const place = await tx.maybe<{ from: string }>(sql`
    update door_list set worked_at = now() where ${isList(tx, list)} and next_id is not null
    returning next_id as from`)
  if (!place) return false
  const next = await tx.maybe<{ id: string }>(sql`
    select from_id as id from door_list_part where ${isList(tx, list)} and from_id > ${place.from}
    order by from_id limit 1`)
  const range = sql`m.member_id >= ${place.from} ${next ? sql`and m.member_id < ${next.id}` : empty}`
  const crowd = making.isOfFew ? null : await crowdedAt(tx, range)
  // Parts keep their bounds, so that a member more changes one of them; one that has grown to twice its size is cut in two.
  const within = sql`${mayCome} and ${range} ${crowd ? sql`and m.member_id < ${crowd.id}` : empty}`
  const some = await tx.rows<{ id: string }>(sql`
    select m.member_id as id from member m where ${within} order by m.member_id limit ${2 * guestsOfPart + 1}`)
  const cut = some.length > 2 * guestsOfPart ? some[guestsOfPart] : undefined
  await keepPart(tx, making, place.from, cut ? sql`${within} and m.member_id < ${cut.id}` : within)
  const nextId = cut?.id ?? crowd?.id ?? next?.id ?? null
  await tx.run(sql`
    update door_list set next_id = ${nextId}::text
      ${nextId === null ? sql`, checked_at = now(), expected = ${guestsOf(tx, list)}` : empty}
    where ${isList(tx, list)}`)
  return nextId !== null
}

const guestsOf = (db: Queries, list: ListKey): Sql =>
  sql`(select coalesce(sum(guests), 0)::integer from door_list_part where ${isList(db, list)})`

/** Where a range is cut that has twice as many members as are looked at at once. */
async function crowdedAt(tx: Transaction, range: Sql): Promise<{ id: string } | null> {
  const at = (place: number) =>
    tx.maybe<{ id: string }>(sql`
      select m.member_id as id from member m where m.business_id = ${tx.businessId} and ${range}
      order by m.member_id offset ${place} limit 1`)
  return (await at(2 * membersOfPart)) && at(membersOfPart)
}

async function keepPart(
  tx: Transaction,
  { list, state: ofList, line }: Making,
  from: string,
  within: Sql,
): Promise<void> {
  const isPart = sql`${isList(tx, list)} and from_id = ${from}`
  // By what the lines say and not by when it was said: a change may have been begun before the last look, and a pass change
  // its owner without a change of either.
  const { ofMembers } = await tx.one<{ ofMembers: string }>(sql`
    select concat_ws(' ', count(*), sum(hashtextextended(concat_ws(e'\t', m.member_id, m.first_name, m.last_name,
      m.member_level, m.membership_number, m.card_number, m.badge_number, ${detailsOfGuest}, ${passHashes((code) => code)}), 0))) as "ofMembers"
    from member m where ${within}`)
  const state = `${ofList} ${ofMembers}`
  const kept = await tx.maybe<{ state: string }>(sql`select state from door_list_part where ${isPart}`)
  if (kept?.state === state) return
  const rows = await tx.rows<{ line: string }>(sql`
    select ${line} as line from member m where ${within} order by m.member_id`)
  const text = rows.map((row) => row.line).join('\n')
  const part = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  const content = await promisify(gzip)(text)
  await tx.run(sql`
    insert into door_list_part (business_id, event_id, venues, from_id, part, state, guests, content)
    values (${tx.businessId}, ${list.eventId}, ${list.venues}, ${from}, ${part}, ${state}, ${rows.length}, ${content})
    on conflict (business_id, event_id, venues, from_id)
    do update set part = excluded.part, state = excluded.state, guests = excluded.guests, content = excluded.content`)
}

/** Throws the lists away of events that are over. */
async function forgetLists(database: Database): Promise<void> {
  const lists = await database.forTenant(noTenant).rows<Job>(sql`
    select business_id as "businessId", event_id as "eventId", venues from door_list`)
  await oneByOne(lists, async ({ businessId, ...list }) => {
    const db = database.forTenant(businessId)
    const event = await findDoorEvent(db, list.eventId)
    if (!event || !isToBeHeld(event)) await db.run(sql`delete from door_list where ${isList(db, list)}`)
  })
}
