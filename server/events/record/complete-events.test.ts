import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { harbourside, makeEvent, publishedEvent, scanOf } from '#tests/records/events.ts'
import { completeEvents } from './complete-events.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const eventOf = async (eventId: string) =>
  (await hub.as(people.admin)(api.getEvent, { params: { ...harbourside, eventId } })).body

/** Has been published for long, in this zone, until the end of 4 October 2026. */
async function endedEvent(zone: string, make = publishedEvent): Promise<string> {
  const eventId = await make(hub, { EventName: zone })
  await hub.owner.query(
    `update event set start_date = '2026-10-03', end_date = '2026-10-04', time_zone = $2, updated_at = '2026-09-01',
       published_at = case when status = 'Published' then '2026-09-01'::timestamptz end
     where event_id = $1`,
    [eventId, zone],
  )
  return eventId
}

const statusesAt = async (now: string, ids: readonly string[]) => {
  await completeEvents(hub.database, new Date(now))
  return Promise.all(ids.map(async (id) => (await eventOf(id)).EventStatus))
}

test('an event is completed some hours after its last day, by its own clocks', async () => {
  const zones = ['Pacific/Kiritimati', 'Australia/Sydney', 'Pacific/Honolulu']
  const ids = []
  for (const zone of zones) ids.push(await endedEvent(zone))
  const [isOn, isDone] = ['Published', 'Completed']
  expect(await statusesAt('2026-10-04T15:59:00Z', ids)).toEqual([isOn, isOn, isOn])
  expect(await statusesAt('2026-10-04T16:00:00Z', ids)).toEqual([isDone, isOn, isOn])
  // Since this night clocks there are eleven hours ahead.
  expect(await statusesAt('2026-10-04T19:00:00Z', ids)).toEqual([isDone, isDone, isOn])
  expect(await statusesAt('2026-10-05T16:00:00Z', ids)).toEqual([isDone, isDone, isDone])
})

test('the trail says that Hub did it, and nobody has changed the event', async () => {
  const eventId = await endedEvent('Australia/Sydney')
  await completeEvents(hub.database)
  await completeEvents(hub.database)
  const { body } = await hub.as(people.admin)(api.listAudit, {
    params: harbourside,
    query: { action: 'completeEvent' },
  })
  const ours = body.Results.filter(({ RecordId }) => RecordId === eventId)
  expect(ours).toEqual([
    expect.objectContaining({
      ActorName: 'Hub',
      Before: { Status: 'Published' },
      After: { Status: 'Completed' },
    }),
  ])
  expect((await eventOf(eventId)).Meta.DateUpdated).toBe('2026-09-01T00:00:00Z')
})

test('drafts stay, and what is on', async () => {
  const [draft, today] = [await endedEvent('Australia/Sydney', makeEvent), await publishedEvent(hub)]
  await completeEvents(hub.database)
  expect((await eventOf(draft)).EventStatus).toBe('Draft')
  expect((await eventOf(today)).EventStatus).toBe('Published')
})

test('what was scanned in time counts also if it is handed in after that', async () => {
  const eventId = await endedEvent('Australia/Sydney')
  await completeEvents(hub.database)
  const { rows } = await hub.owner.query<{ number: string }>(
    `select membership_number as number from member where business_id = 'harbourside'
       and date_financial > current_date and status = 'Active' limit 1`,
  )
  const { body } = await hub.as(people.door)(api.recordScans, {
    params: { ...harbourside, eventId },
    body: { Scans: [scanOf(rows[0]!.number, { ScannedAt: '2026-10-04T08:00:00Z' })] },
  })
  expect(body).toMatchObject({ Results: [{ Result: 'Valid' }] })
})

test('those who watch it are told', async () => {
  const eventId = await endedEvent('Australia/Sydney')
  const told: string[] = []
  hub.platform.notices.on('attendance_changed', (subject) => told.push(subject))
  await completeEvents(hub.database)
  // News of the scan before may come only now.
  await expect.poll(() => told).toContain(JSON.stringify(['harbourside', eventId]))
})
