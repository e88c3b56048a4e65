import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Door, NewScan } from '#contract/events/event-scans.ts'
import { scanCode } from '#door/scanning/scanning.ts'
import { runDoor } from './connection.ts'
import { createDesk, type Desk } from './desk.ts'
import { createMemoryStorage } from './memory-storage.ts'

const Event = {
  id: 'night',
  EventName: 'Quiz',
  EventStartDate: '2026-01-01',
  EventEndDate: '2999-01-01',
  CheckInStartTime: '00:00',
  CheckInEndTime: '23:59',
  TimeZoneId: 'UTC',
  EventLocation: 'Hall',
  EventStatus: 'Published' as const,
}
const door: Door = { Event, Brand: 'Club', BusinessName: 'Club', ScannedBy: 'Gate', CanOverride: false }

beforeEach(() => {
  vi.stubGlobal('isSecureContext', false)
  vi.stubGlobal('window', new EventTarget())
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A server whose venue can close, as ours does it: the door is refused, and scans are taken all the same. */
function createServer() {
  const server = { isReached: true, refusal: null as number | null, scans: [] as NewScan[], asked: 0 }
  async function call({ path }: { path: string }, { body }: { body?: { Scans: NewScan[] } } = {}) {
    server.asked++
    if (!server.isReached) return { ok: false, status: 0, message: '' }
    if (path.endsWith('/scans')) {
      server.scans.push(...body!.Scans)
      const answerTo = ({ ScanId, ScannedAt }: NewScan) => ({ ScanId, ScannedAt, Result: 'Valid' })
      return { ok: true, data: { Results: body!.Scans.map(answerTo) } }
    }
    if (server.refusal !== null) return { ok: false, status: server.refusal, message: 'Closed.' }
    return path.endsWith('/door') ? { ok: true, data: door } : { ok: false, status: 404, message: '' }
  }
  return { server, call: call as unknown as Desk['call'] }
}

function startDoor() {
  const { server, call } = createServer()
  const place = { businessId: 'club', eventId: 'night' }
  const desk: Desk = { ...createDesk(place, 'kit', createMemoryStorage()), call }
  return { server, desk, stop: runDoor(desk) }
}

const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * 60_000)

test('a door whose venue closed while it had no connection hands in what it scanned, and is shut', async () => {
  const { server, desk, stop } = startDoor()
  await pass(0)
  server.isReached = false
  await scanCode(desk, 'A1')
  expect(desk.state).toMatchObject({ status: 'open', waiting: 1 })
  Object.assign(server, { isReached: true, refusal: 409 })
  await pass(1)
  expect(server.scans.map(({ Code }) => Code)).toEqual(['A1'])
  expect(desk.state).toMatchObject({ status: 'refused', message: 'Closed.', waiting: 0 })
  expect(await desk.storage.readDoor(desk.key)).toBeUndefined()
  stop()
})

test('it finds out by itself that it is open again, also where the connection was lost meanwhile', async () => {
  const { server, desk, stop } = startDoor()
  server.refusal = 409
  await pass(1)
  expect(desk.state).toMatchObject({ status: 'refused', message: 'Closed.' })
  server.isReached = false
  await pass(1)
  expect(desk.state).toMatchObject({ status: 'refused', message: 'Closed.', isOnline: false })
  Object.assign(server, { isReached: true, refusal: null })
  await pass(1)
  expect(desk.state).toMatchObject({ status: 'open', isOnline: true })
  stop()
})

test('a door that nobody may open is not tried again', async () => {
  const { server, desk, stop } = startDoor()
  server.refusal = 403
  await pass(1)
  expect(desk.state).toMatchObject({ status: 'refused', message: 'Closed.' })
  const { asked } = server
  await pass(60)
  expect(server.asked).toBe(asked)
  stop()
})
