import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Door, DoorNow } from '#contract/events/event-scans.ts'
import { runDoor } from '#door/desk/connection.ts'
import { change, createDesk, keep, type Desk } from '#door/desk/desk.ts'
import { createMemoryStorage } from '#door/desk/memory-storage.ts'
import { doorOf } from '#door/desk/test-door.ts'
import { scanCode } from '#door/scanning/scanning.ts'

beforeEach(() => {
  vi.stubGlobal('isSecureContext', false)
  vi.stubGlobal('window', new EventTarget())
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const sessions = ['lunch', 'dinner'].map((SessionId) => ({ SessionId }) as Door['Sessions'][number])
const now = { ServerTime: new Date().toISOString(), PeopleIn: 41, Capacity: 50 } as DoorNow

/** Opens the door as a page does that is loaded. */
async function open(
  storage = createMemoryStorage(),
  { isReached = true, sessionId = null as string | null } = {},
) {
  const call = async ({ path }: { path: string }) => {
    if (!isReached || path.endsWith('/scans')) return { ok: false, status: 0, message: '' }
    if (path.endsWith('/door')) return { ok: true, data: doorOf({}, { Sessions: sessions }) }
    return path.endsWith('/now') ? { ok: true, data: now } : { ok: false, status: 404, message: '' }
  }
  const place = { businessId: 'club', eventId: 'night' }
  const desk: Desk = {
    ...createDesk(place, 'kit', storage, sessionId),
    call: call as unknown as Desk['call'],
  }
  const stop = runDoor(desk)
  await vi.waitFor(() => expect(desk.state.status).toBe('open'))
  await vi.advanceTimersByTimeAsync(0)
  return { desk, stop, storage }
}

/** Sets it, as its switches do. */
async function set(desk: Desk, patch: Partial<Desk['state']>) {
  change(desk, patch)
  await keep(desk, {})
}

test('a door that is opened anew stands at the session and goes the way that it was set to', async () => {
  const before = await open()
  await set(before.desk, { direction: 'Out', sessionId: 'dinner', now: null })
  // The count of another session would be a wrong one.
  expect(await before.storage.readDoor(before.desk.key)).toMatchObject({ now: null })
  await vi.advanceTimersByTimeAsync(60_000)
  before.stop()
  for (const isReached of [false, true]) {
    const { desk, stop } = await open(before.storage, { isReached })
    expect(desk.state).toMatchObject({ direction: 'Out', sessionId: 'dinner', now: { PeopleIn: 41 } })
    if (!isReached)
      expect(await scanCode(desk, 'A1')).toMatchObject({ sessionId: 'dinner', Direction: 'Out' })
    stop()
  }
})

test('a door that is open for good lets people in again in the morning', async () => {
  const before = await open()
  change(before.desk, { direction: 'Out' })
  await keep(before.desk, { listedAt: Date.now() - 48 * 3_600_000 })
  before.stop()
  const { desk, stop } = await open(before.storage, { isReached: false })
  expect(desk.state.direction).toBe('In')
  stop()
})

test('a link of a session sets its door to it, whatever it was set to', async () => {
  const before = await open()
  await set(before.desk, { sessionId: 'lunch' })
  before.stop()
  const { desk, storage, stop } = await open(before.storage, { sessionId: 'dinner' })
  expect(desk.state.sessionId).toBe('dinner')
  expect(await storage.readDoor(desk.key)).toMatchObject({ sessionId: 'dinner' })
  stop()
})
