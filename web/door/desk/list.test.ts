import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DoorList } from '#contract/events/doors/door-list.ts'
import { connect } from './connection.ts'
import { createDesk, type Desk } from './desk.ts'
import { createMemoryStorage } from './memory-storage.ts'

const place = { businessId: 'club', eventId: 'night' }
const open = {
  EventStatus: 'Published',
  EventStartDate: '2026-01-01',
  EventEndDate: '2999-01-01',
  TimeZoneId: 'UTC',
}

beforeAll(() => void vi.stubGlobal('isSecureContext', false))
afterAll(() => void vi.unstubAllGlobals())

/** A server with a list in parts, and a line to it that breaks after so many of them. */
function createServer(count: number) {
  const server = {
    event: { ...open },
    isUnderWay: false,
    texts: new Map(Array.from({ length: count }, (_, i) => [`part-${i}`, `Guest ${i}\tGold\tid-${i}`])),
    breaksAfter: Infinity,
    fetched: [] as string[],
  }
  const list = (): DoorList => ({
    CheckedDate: server.isUnderWay ? null : '2026-01-01T08:00:00Z',
    IsUnderWay: server.isUnderWay,
    ExpectedGuests: count,
    Parts: [...server.texts].map(([Part, text]) => ({ Part, Guests: 1, Bytes: text.length })),
  })
  const call = async ({ path }: { path: string }) => {
    if (path.endsWith('/door')) return { ok: true, data: { Event: server.event } }
    if (server.breaksAfter <= 0) return { ok: false, status: 0, message: '' }
    return { ok: true, data: list() }
  }
  const fetchPart: Desk['fetchPart'] = async (part) => {
    if (server.breaksAfter-- <= 0) return { ok: false, status: 0, message: '', code: null, errors: {} }
    server.fetched.push(part)
    const data = server.texts.get(part)
    return data === undefined
      ? { ok: false, status: 404, message: '', code: null, errors: {} }
      : { ok: true, data }
  }
  return { server, call: call as unknown as Desk['call'], fetchPart }
}

function deskAt({ call, fetchPart }: ReturnType<typeof createServer>, storage = createMemoryStorage()): Desk {
  return { ...createDesk(place, 'kit', storage), call, fetchPart, listPauseMs: 0 }
}

async function refresh(desk: Desk) {
  await connect(desk)
  await desk.refreshing
}

test('goes on where it was when the line broke, with what it has to be found meanwhile', async () => {
  const line = createServer(10)
  const { server } = line
  const desk = deskAt(line)
  server.breaksAfter = 4
  await refresh(desk)
  expect(desk.state).toMatchObject({ listedAt: null, listing: { done: 4, total: 10 } })
  expect(desk.guests?.find('id-0')?.name).toBe('Guest 0')
  server.breaksAfter = Infinity
  await refresh(desk)
  expect(desk.state).toMatchObject({ listing: null, listed: 10 })
  expect(server.fetched.toSorted()).toEqual([...server.texts.keys()].toSorted())
})

test('fetches what has changed and nothing else, and forgets what is gone', async () => {
  const line = createServer(10)
  const { server } = line
  const desk = deskAt(line)
  await refresh(desk)
  server.fetched.length = 0
  server.texts.delete('part-3')
  server.texts.set('part-3-newer', 'Guest 3 Renamed\tGold\tid-3')
  await refresh(desk)
  expect(server.fetched).toEqual(['part-3-newer'])
  expect(desk.guests?.find('id-3')?.name).toBe('Guest 3 Renamed')
  expect((await desk.storage.listParts(desk.key)).map(({ part }) => part)).not.toContain('part-3')
})

test('fetches the parts of a list while it is made, and waits for the rest', async () => {
  const line = createServer(4)
  const { server } = line
  server.isUnderWay = true
  const desk = deskAt(line)
  const told: unknown[] = []
  desk.listeners.add(() => {
    told.push(desk.state.listing?.done)
    if (desk.state.listing?.done === 4) server.isUnderWay = false
  })
  await refresh(desk)
  expect(told).toContain(2)
  expect(desk.state).toMatchObject({ listing: null, listed: 4, listedAt: Date.parse('2026-01-01T08:00:00Z') })
})

test('is gone from the device once the event is over', async () => {
  const line = createServer(3)
  const { server } = line
  const desk = deskAt(line)
  await refresh(desk)
  expect(await desk.storage.listParts(desk.key)).toHaveLength(3)
  server.event = { ...open, EventStatus: 'Completed' }
  await refresh(desk)
  expect(await desk.storage.listParts(desk.key)).toEqual([])
  expect(await desk.storage.readDoor(desk.key)).toMatchObject({ listedAt: null, codeKey: null })
  expect(desk.guests).toBeNull()
})
