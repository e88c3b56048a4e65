import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { harbourside, itsPart, publishedEvent, scanOf, startDoors, sydneyDay } from '#tests/records/events.ts'

let doors: Awaited<ReturnType<typeof startDoors>>
beforeAll(async () => {
  doors = await startDoors()
})
afterAll(() => doors.hub.close())

const lastVisit = async (memberId: string) =>
  (await doors.admin(api.getLastVisit, { params: { ...harbourside, memberId } })).body.LastVisit

test('the last visit of a member is the latest that counts', async () => {
  const { member, unfinancial } = doors
  await doors.hub.owner.query(`delete from event_scan where member_id = any($1)`, [
    [member.id, unfinancial.id],
  ])
  expect(await lastVisit(member.id)).toBeNull()
  const [first, second] = [
    await publishedEvent(doors.hub),
    await publishedEvent(doors.hub, { EventName: 'Later' }),
  ]
  await doors.scan(first, scanOf(member.number))
  const later = (await doors.scan(second, scanOf(member.number))).body
  expect(await lastVisit(member.id)).toMatchObject({
    EventId: second,
    EventName: 'Later',
    TimeZoneId: 'Australia/Sydney',
  })
  await doors.admin(api.undoScan, { params: { ...harbourside, eventId: second, scanId: later.ScanId } })
  expect((await lastVisit(member.id))?.EventId).toBe(first)
  expect(await lastVisit(unfinancial.id)).toBeNull()
})

const busy = (eventId: string, from: string, to: string) =>
  doors.admin(api.getBusyHours, { params: { ...harbourside, eventId }, query: { from, to } })

test('busy hours are counted by the clocks of the event, with what has fallen away', async () => {
  const eventId = await publishedEvent(doors.hub)
  const { owner } = doors.hub
  // 16 November 2026 is a Monday; Sydney is eleven hours ahead, and ten until 4 October.
  for (const [at, result] of [
    ['2026-11-16T08:10:00Z', 'Valid'],
    ['2026-11-16T08:50:00Z', 'Valid'],
    ['2026-11-16T08:55:00Z', 'NotEligible'],
    ['2026-11-16T13:05:00Z', 'Valid'],
    ['2026-09-28T08:10:00Z', 'Valid'],
  ])
    await owner.query(
      `insert into event_scan (business_id, event_id, scan_id, member_id, code, result, scanned_at, device_name, actor_id, actor_name,
         event_part)
       select 'harbourside', $1, gen_random_uuid(), member_id, 'x', $2, $3, '', '', '', ${itsPart} from member m
       where business_id = 'harbourside' and not exists (select from event_scan s where s.event_id = $1 and s.member_id = m.member_id)
       limit 1`,
      [eventId, result, at],
    )
  await owner.query(
    `insert into event_scan_sum (business_id, event_id, venue_no, result, quarter, scans)
     values ('harbourside', $1, '1', 'Valid', '2026-11-09T08:15:00Z', 5)`,
    [eventId],
  )
  const { body } = await busy(eventId, '2026-09-01', '2026-11-30')
  expect(body).toEqual({
    Total: 9,
    Hours: [
      { Weekday: 0, Hour: 18, Count: 1 },
      { Weekday: 0, Hour: 19, Count: 7 },
      { Weekday: 1, Hour: 0, Count: 1 },
    ],
  })
  expect((await busy(eventId, '2026-11-16', '2026-11-16')).body.Total).toBe(2)
})

test.each([
  [sydneyDay(), sydneyDay(-1), 'The first day is after the last.'],
  ['2024-01-01', '2026-01-01', 'A span can have two years at the most.'],
])('a span from %s to %s is refused', async (from, to, sentence) => {
  const { status, error } = await busy(await publishedEvent(doors.hub), from, to)
  expect([status, error.ErrorMessage]).toEqual([400, sentence])
})
