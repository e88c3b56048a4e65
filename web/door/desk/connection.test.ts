import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Door, DoorNow, NewScan } from '#contract/events/event-scans.ts'
import { scanCode } from '#door/scanning/scanning.ts'
import type { WaitingVisit } from '#door/visitors/waiting.ts'
import { deviceWords } from '#door/waiting-words.ts'
import { connect, runDoor } from './connection.ts'
import { createDesk, type Desk } from './desk.ts'
import { createMemoryStorage } from './memory-storage.ts'
import type { DoorStorage } from './storage.ts'
import { doorOf } from './test-door.ts'

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
  const server = {
    isReached: true,
    refusal: null as number | null,
    scans: [] as NewScan[],
    visitors: [] as unknown[],
    asked: 0,
    door: doorOf(),
    now: null as DoorNow | null,
  }
  type Body = NewScan | { Scans: NewScan[] }
  async function call({ path }: { path: string }, { body }: { body?: Body } = {}) {
    server.asked++
    if (!server.isReached) return { ok: false, status: 0, message: '' }
    if (path.endsWith('/scans')) {
      const given = 'Scans' in body! ? body.Scans : [body!]
      server.scans.push(...given)
      const answerTo = ({ ScanId, ScannedAt }: NewScan) => ({ ScanId, ScannedAt, Result: 'Valid' })
      return { ok: true, data: { Results: given.map(answerTo) } }
    }
    if (path.endsWith('/visitors') && server.refusal !== 401) {
      server.visitors.push(body)
      return { ok: true, data: {} }
    }
    if (server.refusal !== null) return { ok: false, status: server.refusal, message: 'Closed.' }
    if (path.endsWith('/desk')) return { ok: true, data: { Kinds: ['Guest'] } }
    if (path.endsWith('/now') && server.now) return { ok: true, data: server.now }
    return path.endsWith('/door') ? { ok: true, data: server.door } : { ok: false, status: 404, message: '' }
  }
  return { server, call: call as unknown as Desk['call'] }
}

function newDoor(storage = createMemoryStorage()) {
  const { server, call } = createServer()
  const place = { businessId: 'club', eventId: 'night' }
  const desk: Desk = { ...createDesk(place, 'kit', storage), call }
  return { server, desk }
}

function startDoor(storage = createMemoryStorage()) {
  const { server, desk } = newDoor(storage)
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

test('a device whose clock is an hour wrong goes by the server’s, also without a connection and after a restart', async () => {
  const storage = createMemoryStorage()
  const { server, desk, stop } = startDoor(storage)
  const hourMs = 3_600_000
  server.door = doorOf({}, { ServerTime: new Date(Date.now() - hourMs).toISOString() })
  await pass(1)
  expect(desk.skewMs / 1_000).toBeCloseTo(-3_600, -1)
  stop()
  const next = startDoor(storage)
  next.server.isReached = false
  await pass(1)
  expect(next.desk.skewMs).toBe(desk.skewMs)
  const { ScannedAt } = await scanCode(next.desk, 'A1')
  expect(Date.parse(ScannedAt) - Date.now()).toBeLessThan(-hourMs + 60_000)
  next.stop()
})

const visit = (key: string) =>
  ({ VisitId: 'visit-1', key, visit: {}, refusal: null }) as unknown as WaitingVisit

test('a door whose venue closed hands in its visitors, too', async () => {
  const { server, desk } = newDoor()
  await desk.storage.keepVisit(visit(desk.key))
  server.refusal = 409
  await connect(desk)
  expect(server.visitors).toMatchObject([{ IsLate: true }])
  expect(await desk.storage.listVisits()).toEqual([])
  expect(desk.state).toMatchObject({ status: 'refused', visits: 0 })
})

test('the rules of the register are here as soon as the door was open', async () => {
  const { desk } = newDoor()
  await connect(desk)
  await vi.waitFor(async () =>
    expect(await desk.storage.readDesk(desk.key)).toMatchObject({ desk: { Kinds: ['Guest'] } }),
  )
})

test('with a kit that is spent no name is left, and what waits is', async () => {
  const { server, desk } = newDoor()
  await connect(desk)
  await scanCode(desk, 'A1')
  server.isReached = false
  await scanCode(desk, 'A2')
  await desk.storage.keepVisit(visit(desk.key))
  Object.assign(server, { isReached: true, refusal: 401 })
  await connect(desk)
  await connect(desk)
  expect(desk.state).toMatchObject({ status: 'refused', isKitSpent: true, scans: [], waiting: 1 })
  expect(await desk.storage.listScans(desk.key)).toEqual([])
  expect(await desk.storage.listWaiting(desk.key)).toHaveLength(1)
  expect(await desk.storage.listVisits()).toHaveLength(1)
})

const countOf = (PeopleIn: number, saidAt = Date.now()): DoorNow => ({
  ServerTime: new Date(saidAt).toISOString(),
  PeopleIn,
  VisitorsIn: 2,
  CameIn: PeopleIn,
  Capacity: 50,
  IsNearlyFull: false,
  Occasion: null,
})

test('a door that is opened anew without a connection knows how many were in, and how many may be', async () => {
  const storage = createMemoryStorage()
  const before = startDoor(storage)
  before.server.now = countOf(41)
  await pass(1)
  before.stop()

  const { server, desk, stop } = startDoor(storage)
  server.isReached = false
  await pass(0)
  expect(desk.state).toMatchObject({ status: 'open', isOnline: false })
  expect(desk.state.now).toMatchObject({ PeopleIn: 41, VisitorsIn: 2, Capacity: 50 })
  stop()
})

test('it does not show the count of the day before', async () => {
  const storage = createMemoryStorage()
  const before = startDoor(storage)
  before.server.now = countOf(41)
  await pass(1)
  before.stop()

  const kept = (await storage.readDoor(before.desk.key))!
  await storage.keepDoor({ ...kept, now: countOf(7, Date.now() - 12 * 3_600_000) })
  const { server, desk, stop } = startDoor(storage)
  server.isReached = false
  await pass(0)
  expect(desk.state.now).toBeNull()
  stop()
})

const refuses = () => Promise.reject(new Error('The device could not keep it.'))

test('a device that remembers nothing opens its door all the same, where there is a connection', async () => {
  const { desk, stop } = startDoor({ ...createMemoryStorage(), readDoor: refuses })
  await vi.waitFor(() => expect(desk.state).toMatchObject({ status: 'open', isOnline: true }))
  stop()
})

test('a device that keeps nothing scans all the same, and its page says so', async () => {
  const never = Object.fromEntries(Object.keys(createMemoryStorage()).map((name) => [name, refuses]))
  const { desk, server, stop } = startDoor(never as unknown as DoorStorage)
  await vi.waitFor(() => expect(desk.state).toMatchObject({ status: 'open', isForgetful: true }))
  await scanCode(desk, 'A1')
  expect(server.scans.map(({ Code }) => Code)).toEqual(['A1'])
  server.isReached = false
  await scanCode(desk, 'A2')
  expect(desk.state).toMatchObject({ isOnline: false, waiting: 1 })
  expect(deviceWords(desk.state, 'UTC')).toBe(
    '1 scan waits to be sent. This device keeps nothing: leave this page open.',
  )
  server.isReached = true
  await connect(desk)
  expect(server.scans.map(({ Code }) => Code)).toEqual(['A1', 'A2'])
  stop()
})

test('a device without room opens its door, and hands in what waits', async () => {
  const storage = createMemoryStorage()
  const before = startDoor(storage)
  await pass(0)
  before.server.isReached = false
  await scanCode(before.desk, 'A1')
  before.stop()
  const { server, desk, stop } = startDoor({ ...storage, keepDoor: refuses, keepScan: refuses })
  await pass(0)
  expect(desk.state).toMatchObject({ status: 'open', isOnline: true, waiting: 0 })
  expect(server.scans.map(({ Code }) => Code)).toEqual(['A1'])
  stop()
})

test('a device that can not be written to shows that its door is shut', async () => {
  const { server, desk } = newDoor({ ...createMemoryStorage(), forgetParts: refuses, listWaiting: refuses })
  server.refusal = 403
  await connect(desk)
  expect(desk.state).toMatchObject({ status: 'refused', message: 'Closed.' })
})

test('a door that was set to a session which is gone goes by the hour again', async () => {
  const { desk, server } = newDoor()
  const dinner = { SessionId: 'dinner' } as Door['Sessions'][number]
  server.door = doorOf({}, { Sessions: [dinner] })
  desk.state = { ...desk.state, sessionId: 'dinner' }
  await connect(desk)
  expect(desk.state.sessionId).toBe('dinner')
  server.door = doorOf()
  await connect(desk)
  expect(desk.state.sessionId).toBeNull()
})
