import { afterAll, expect, test } from 'vitest'
import { api } from '#contract'
import {
  harbourside,
  itsPart,
  publishedEvent,
  scanOf,
  scansOf,
  startDoors,
  sydneyDay,
} from '#tests/records/events.ts'
import { mergeMembers, undoMerge } from '#tests/records/merges.ts'

const { hub, admin, unfinancial, scan } = await startDoors()
afterAll(() => hub.close())

// Of one venue: where a survivor's venue gives no points of a kind that the other has, they can't be merged.
const { rows: members } = await hub.owner.query<{ id: string; number: string }>(
  `select member_id as id, membership_number as number from member
   where business_id = 'harbourside' and venue_no = '1' and deleted_at is null and status = 'Active'
     and date_financial > current_date order by member_id limit 2`,
)
const [survivor, other] = members as [(typeof members)[0], (typeof members)[0]]
const override = (eventId: string, scanId: string) =>
  admin(api.overrideScan, { params: { ...harbourside, eventId, scanId }, body: { Reason: 'Knows the band' } })
const setFilter = (eventId: string, filter: string) =>
  hub.owner.query(`update event set member_filter = $2, revision = revision + 1 where event_id = $1`, [
    eventId,
    filter,
  ])
/** Writes down that somebody came in, as a door does. */
const comesIn = (eventId: string, memberId: string) =>
  hub.owner.query(
    `insert into event_scan (business_id, event_id, scan_id, member_id, code, result, told_as, occasion, scanned_at,
       device_time, device_name, actor_id, actor_name, event_part)
     values ('harbourside', $1, gen_random_uuid(), $2, 'x', 'Valid', 'Valid', $3, now(), now(), 'Door', 'x', 'x', ${itsPart})`,
    [eventId, memberId, sydneyDay()],
  )

test.each([
  ['once', 'already_in'],
  ['checkout', 'Reentry'],
] as const)('lets in again who has left, unless that is once only (%s: %s)', async (Reentry, wanted) => {
  const eventId = await publishedEvent(hub, { Reentry })
  await scan(eventId, scanOf(unfinancial.number))
  await scan(eventId, scanOf(unfinancial.number, { Direction: 'Out' }))
  await setFilter(eventId, 'Financial=true')
  const { body } = await scan(eventId, scanOf(unfinancial.number))
  expect(body.Result).toBe('NotEligible')
  const answer = await override(eventId, body.ScanId)
  expect(answer.status === 200 ? answer.body.Result : answer.error.ErrorCode).toBe(wanted)
})

test('who is let in at a door at the same moment is in already', async () => {
  const eventId = await publishedEvent(hub, { MemberFilterQuery: 'Financial=true' })
  const { body } = await scan(eventId, scanOf(unfinancial.number))
  await hub.owner.query('begin')
  await comesIn(eventId, unfinancial.id)
  const answer = override(eventId, body.ScanId)
  await expect
    .poll(async () => {
      const { rowCount } = await hub.owner.query(
        `select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`,
      )
      return rowCount
    })
    .toBe(1)
  await hub.owner.query('commit')
  expect(await answer).toMatchObject({ status: 409, error: { ErrorCode: 'already_in' } })
})

test('what was overridden stays so when its door repeats what it told them', async () => {
  const eventId = await publishedEvent(hub, { MemberFilterQuery: 'Financial=true' })
  const refused = scanOf(unfinancial.number)
  await scan(eventId, refused)
  await override(eventId, refused.ScanId)
  const { body } = await scan(eventId, { ...refused, DecidedAs: 'NotEligible' })
  expect(body.Result).toBe('Valid')
  expect(await scansOf(hub, eventId)).toEqual([expect.objectContaining({ result: 'Valid' })])
})

test('the record of a merged member lets nobody in, and the merge can be undone', async () => {
  const eventId = await publishedEvent(hub)
  await scan(eventId, scanOf(other.number))
  await mergeMembers(hub, survivor.id, other.id)
  const { body } = await scan(eventId, scanOf(other.number))
  const refused = await override(eventId, body.ScanId)
  expect([body.Result, refused.error.ErrorCode]).toEqual(['CardNotActive', 'member_merged'])
  // As the former version let them in.
  await comesIn(eventId, other.id)
  expect((await undoMerge(hub, survivor.id)).status).toBe(200)
  const { rows } = await hub.owner.query(
    `select member_id as id from event_scan where event_id = $1 and result = 'Valid' order by scanned_at`,
    [eventId],
  )
  expect(rows).toEqual([{ id: survivor.id }, { id: other.id }])
})

test('a check-out at the door of another session finds where they are in', async () => {
  const hours = { Date: sydneyDay(), CheckInStartTime: '00:00', CheckInEndTime: '23:59' }
  const Sessions = ['Dinner', 'Lunch'].map((Name) => ({ ...hours, Name }))
  const eventId = await publishedEvent(hub, { Sessions })
  const params = { ...harbourside, eventId }
  const { body } = await admin(api.getEvent, { params })
  const [dinner, lunch] = body.Sessions.map(({ SessionId }) => SessionId)
  const resultAt = async (SessionId: string | undefined, Direction: 'In' | 'Out') =>
    (await scan(eventId, scanOf(survivor.number, { SessionId, Direction }))).body.Result
  expect(await resultAt(lunch, 'In')).toBe('Valid')
  expect(await resultAt(dinner, 'Out')).toBe('CheckedOut')
  expect(await resultAt(dinner, 'Out')).toBe('NotIn')
})

test('a second check-out at an entry is none of an earlier day', async () => {
  const { body: entry } = await admin(api.switchEntryOn, {
    params: harbourside,
    body: { VenueNo: '1', OpenHours: null },
  })
  await scan(entry.id, scanOf(survivor.number))
  await hub.owner.query(
    `update event_scan set occasion = $2, scanned_at = scanned_at - interval '5 days' where event_id = $1`,
    [entry.id, sydneyDay(-5)],
  )
  await scan(entry.id, scanOf(survivor.number))
  const out = async () =>
    (await scan(entry.id, scanOf(survivor.number, { Direction: 'Out' as const }))).body.Result
  expect([await out(), await out()]).toEqual(['CheckedOut', 'NotIn'])
})

test('who was let in all the same leaves by a door without a connection', async () => {
  const eventId = await publishedEvent(hub, { MemberFilterQuery: 'Financial=true' })
  const refused = scanOf(unfinancial.number)
  await scan(eventId, refused)
  await override(eventId, refused.ScanId)
  const { body } = await scan(
    eventId,
    scanOf(unfinancial.number, { Direction: 'Out', DecidedAs: 'CheckedOut' }),
  )
  expect(body.Result).toBe('CheckedOut')
  const { body: now } = await admin(api.getDoorNow, { params: { ...harbourside, eventId } })
  expect(now).toMatchObject({ PeopleIn: 0, CameIn: 1 })
})
