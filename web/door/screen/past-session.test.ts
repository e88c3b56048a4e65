import { expect, test } from 'vitest'
import type { Door } from '#contract/events/event-scans.ts'
import { sessionTitle } from '#contract/events/session-days.ts'
import { change, createDesk, keep } from '#door/desk/desk.ts'
import { createMemoryStorage } from '#door/desk/memory-storage.ts'
import { doorOf } from '#door/desk/test-door.ts'
import { leavePastSession, sessionsToCome } from './past-session.ts'

const evening = { CheckInStartTime: '18:00', CheckInEndTime: '22:00' }
const sessions = ['2026-11-13', '2026-11-14', '2026-11-15'].map(
  (Date) => ({ SessionId: Date, Name: 'Dinner', Date, ...evening }) as Door['Sessions'][number],
)
const days = { EventStartDate: '2026-11-13', EventEndDate: '2026-11-15', ...evening }

/** A door that is set to the session of the 14th, at that time by the server's clock. */
async function deskAt(time: string, Sessions = sessions) {
  const storage = createMemoryStorage()
  const place = { businessId: 'club', eventId: 'night' }
  const desk = { ...createDesk(place, 'kit', storage), call: async () => ({ ok: false, status: 0 }) as never }
  desk.skewMs = Date.parse(time) - Date.now()
  await keep(desk, { door: doorOf(days, { Sessions }) })
  change(desk, { sessionId: '2026-11-14' })
  return { desk, storage }
}

test.each([
  ['2026-11-14T12:00:00Z', false],
  ['2026-11-14T19:00:00Z', false],
  // The night is the evening's.
  ['2026-11-15T01:00:00Z', false],
  ['2026-11-15T18:00:30Z', true],
  ['2026-11-16T12:00:00Z', true],
])('at %s a door lets go of the session of the 14th: %s', async (time, isPast) => {
  const { desk, storage } = await deskAt(time)
  expect(await leavePastSession(desk)).toBe(isPast)
  const sessionId = isPast ? null : '2026-11-14'
  expect(desk.state.sessionId).toBe(sessionId)
  if (isPast) expect(await storage.readDoor(desk.key)).toMatchObject({ sessionId, now: null })
  expect(await leavePastSession(desk)).toBe(false)
})

test('it can be set to none of a day that is over, and tells days of one name apart', async () => {
  const { desk } = await deskAt('2026-11-14T19:00:00Z')
  const titles = () => sessionsToCome(desk).map((session) => sessionTitle(session, sessions))
  expect(titles()).toEqual(['Dinner, 14 Nov 2026', 'Dinner, 15 Nov 2026'])
})

test('sessions of one day need no day', () => {
  const [one] = sessions
  expect(sessionTitle(one!, [one!, { ...one!, Name: 'Lunch' }])).toBe('Dinner')
})
