import { afterAll, expect, test } from 'vitest'
import { api } from '#contract'
import {
  eventFields,
  harbourside,
  publishedEvent,
  scanOf,
  startDoors,
  sydneyDay,
} from '#tests/records/events.ts'

const { hub, admin, member, scan } = await startDoors()
afterAll(() => hub.close())

test('an event can’t be moved away from the sessions that it keeps', async () => {
  const Sessions = [{ Name: 'Dinner', Date: sydneyDay(), CheckInStartTime: '00:00', CheckInEndTime: '23:59' }]
  const eventId = await publishedEvent(hub, { Sessions })
  const params = { ...harbourside, eventId }
  const later = eventFields({ EventStartDate: sydneyDay(1), EventEndDate: sydneyDay(2) })
  expect(await admin(api.updateEvent, { params, body: later })).toMatchObject({
    status: 400,
    error: { ErrorMessage: 'A session is on one of the days of its event.' },
  })
  expect((await admin(api.updateEvent, { params, body: { ...later, Sessions: [] } })).status).toBe(200)
})

test('who came to a session that is no more is counted on that day', async () => {
  const eventId = await publishedEvent(hub)
  await scan(eventId, scanOf(member.number))
  await hub.owner.query(`update event_scan set occasion = 'gone' where event_id = $1`, [eventId])
  const { body } = await admin(api.getAttendanceKpi, { params: { ...harbourside, eventId } })
  expect(body.Days).toEqual([{ Date: sydneyDay(), SessionId: null, Name: null, CameIn: 1 }])
})

test.each([
  ['1999-12-31', 400],
  ['2000-01-01', 200],
  ['2200-12-31', 200],
  ['2201-01-01', 400],
])('an event on %s is answered with %i', async (date, wanted) => {
  const body = eventFields({ EventStartDate: date, EventEndDate: date })
  const { status, error } = await admin(api.createEvent, { params: harbourside, body })
  expect(status).toBe(wanted)
  if (wanted === 400)
    expect(JSON.stringify(error)).toContain('An event is between 1 Jan 2000 and 31 Dec 2200. Check the year.')
})
