import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerMark } from '#contract/answer-mark.ts'
import type { NewScan } from '#contract/events/event-scans.ts'
import { createDesk } from './desk.ts'
import { forgetOthers } from './forgetting.ts'
import { handInOthers } from './hand-in-others.ts'
import { isOutdated } from './list.ts'
import { send } from './queue.ts'
import { createMemoryStorage } from './memory-storage.ts'
import { doorOf } from './test-door.ts'
import type { LoggedScan } from './storage.ts'
import type { WaitingVisit } from '#door/visitors/waiting.ts'

const over = doorOf({ EventEndDate: '2026-01-02' })
const kits = new Map<string, string>()
beforeEach(() => {
  kits.clear()
  vi.stubGlobal('isSecureContext', false)
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kits.get(name) ?? null,
    removeItem: (name: string) => kits.delete(name),
  })
})
afterEach(() => void vi.unstubAllGlobals())

const scan: NewScan = {
  ScanId: 'scan-0001',
  Code: 'A1',
  ScannedAt: '2026-01-02T10:00:00.000Z',
  DeviceName: 'Gate',
  Direction: 'In',
  DecidedAs: 'Valid',
}

/** A device that was at a door, and is at another one now. */
async function deviceAt({ isWaiting = false, door = over, listedAt = Date.now() } = {}) {
  const storage = createMemoryStorage()
  const key = 'club/before'
  kits.set('door-kit before', 'kit.club.secret')
  await storage.keepDoor({ key, door, listedAt, codeKey: null })
  await storage.keepPart({ key, part: 'one', text: 'Ann Ash\t\tann' })
  await storage.keepScan({ ...scan, key, memberId: 'ann' } as unknown as LoggedScan)
  if (isWaiting) await storage.addWaiting({ key, kind: 'scan', scan })
  const desk = createDesk({ businessId: 'club', eventId: 'now' }, null, storage)
  const left = async () => ({
    parts: (await storage.listParts(key)).length,
    scans: (await storage.listScans(key)).length,
    waiting: (await storage.listWaiting(key)).length,
    isKnown: (await storage.readDoor(key)) !== undefined,
    hasKit: kits.size > 0,
  })
  return { desk, left }
}

const nothing = { parts: 0, scans: 0, waiting: 0, isKnown: false, hasKit: false }

test('nothing is left of a door whose event is over, once all was handed in', async () => {
  const { desk, left } = await deviceAt()
  await forgetOthers(desk)
  expect(await left()).toEqual(nothing)
})

test('an event that is still on stays', async () => {
  const { desk, left } = await deviceAt({ door: doorOf() })
  await forgetOthers(desk)
  expect(await left()).toMatchObject({ parts: 1, scans: 1, isKnown: true, hasKit: true })
})

test('of a door that is open for good nothing but its kit is left on the next day', async () => {
  const { desk, left } = await deviceAt({ door: doorOf(), listedAt: Date.now() - 25 * 3_600_000 })
  await forgetOthers(desk)
  expect(await left()).toEqual({ ...nothing, hasKit: true })
})

test('what waits stays until it is handed in, by any door of the device, and then goes', async () => {
  const { desk, left } = await deviceAt({ isWaiting: true })
  await forgetOthers(desk)
  expect(await left()).toEqual({ parts: 0, scans: 1, waiting: 1, isKnown: true, hasKit: true })

  const answered = vi.fn<(url: string) => Promise<Response>>(
    async () => new Response('<h1>Sign in to the Wi-Fi</h1>', { status: 404 }),
  )
  vi.stubGlobal('fetch', answered)
  await handInOthers(desk)
  expect(await left()).toMatchObject({ waiting: 1, isKnown: true })

  const { ScanId, ScannedAt } = scan
  const answer = { ScanId, ScannedAt, Result: 'Valid', Reason: null, Member: null, IsUndone: false }
  const Results = [{ ...answer, Direction: 'In', IsLetInTwice: false }]
  const headers = { [answerMark.name]: answerMark.value }
  answered.mockImplementation(async (url) =>
    url.endsWith('/door')
      ? Response.json({ ErrorCode: 'venue_closed', ErrorMessage: 'Closed.' }, { status: 409, headers })
      : Response.json({ Results }, { headers }),
  )
  await handInOthers(desk)
  expect(answered).toHaveBeenLastCalledWith(
    expect.stringContaining('/club/events/before/scans'),
    expect.objectContaining({
      headers: expect.objectContaining({ Authorization: 'Bearer kit.club.secret' }),
    }),
  )
  expect(await left()).toEqual(nothing)
})

test('what waits of a door that is still open is handed in from another, and what is known there stays', async () => {
  const { desk, left } = await deviceAt({ isWaiting: true, door: doorOf() })
  const undone = { ...scan, key: 'club/before', memberId: 'ann', IsUndone: true } as unknown as LoggedScan
  await desk.storage.keepScan(undone)
  const headers = { [answerMark.name]: answerMark.value }
  const { ScanId, ScannedAt } = scan
  const answer = { ScanId, ScannedAt, Result: 'Valid', Reason: null, Member: null, IsUndone: false }
  const Results = [{ ...answer, Direction: 'In', IsLetInTwice: false }]
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.endsWith('/door') ? doorOf() : { Results }, { headers }),
  )
  await handInOthers(desk)
  expect(await left()).toEqual({ parts: 1, scans: 1, waiting: 0, isKnown: true, hasKit: true })
  const [kept] = await desk.storage.listScans('club/before')
  expect(kept).toMatchObject({ memberId: 'ann', IsUndone: true, isWaiting: false })
})

test('a door that is still open is not shut by who is signed in at another', async () => {
  const { desk, left } = await deviceAt({ isWaiting: true, door: doorOf() })
  const headers = { [answerMark.name]: answerMark.value }
  const refusal = { ErrorCode: 'forbidden', ErrorMessage: 'You may not scan here.' }
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 403, headers }))
  await handInOthers(desk)
  expect(await left()).toEqual({ parts: 1, scans: 1, waiting: 1, isKnown: true, hasKit: true })
})

test('what waits of an open door is handed in by nobody else, who may see fewer members', async () => {
  const { desk, left } = await deviceAt({ isWaiting: true, door: doorOf() })
  kits.clear()
  const headers = { [answerMark.name]: answerMark.value }
  const fetched = vi.fn<() => Promise<Response>>(async () =>
    Response.json(doorOf({}, { ScannedBy: 'Bo of the bistro' }), { headers }),
  )
  vi.stubGlobal('fetch', fetched)
  await handInOthers(desk)
  expect(fetched).toHaveBeenCalled()
  expect(await left()).toMatchObject({ parts: 1, scans: 1, waiting: 1, isKnown: true })
})

test('no door waits while what is of another is handed in', async () => {
  const { desk } = await deviceAt({ isWaiting: true, door: doorOf() })
  vi.stubGlobal('isSecureContext', true)
  const request = vi.fn<(name: string, work: () => Promise<void>) => Promise<void>>((_, work) => work())
  vi.stubGlobal('navigator', { locks: { request } })
  const headers = { [answerMark.name]: answerMark.value }
  vi.stubGlobal('fetch', async () => Response.json(doorOf(), { headers }))
  await desk.storage.addWaiting({ key: desk.key, kind: 'undo', scanId: scan.ScanId })
  await send(desk)
  await handInOthers(desk)
  const [here, there] = request.mock.calls.map(([name]) => name)
  expect(there).not.toBe(here)
})

const visit = { VisitId: 'visit-0001', key: 'club/before', refusal: null } as unknown as WaitingVisit

test('visitors are handed in like scans, and keep the kit until then', async () => {
  const { desk, left } = await deviceAt()
  await desk.storage.keepVisit({ ...visit, visit: { ...visit.visit, SignedAt: scan.ScannedAt } })
  await forgetOthers(desk)
  expect(await left()).toMatchObject({ parts: 0, isKnown: true, hasKit: true })
  const headers = { [answerMark.name]: answerMark.value }
  const signedIn = { VisitId: 'visit-0001', SignedInAt: scan.ScannedAt, Remark: null }
  const told: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    told.push(url)
    return Response.json(url.endsWith('/door') ? over : signedIn, { headers })
  })
  await handInOthers(desk)
  expect(told.at(-1)).toContain('/club/events/before/visitors')
  expect(await desk.storage.listVisits()).toEqual([])
  expect(await left()).toEqual(nothing)
})

test('a door that is gone takes nothing, and nothing is lost by it', async () => {
  const { desk, left } = await deviceAt()
  await desk.storage.addWaiting({ key: 'club/before', kind: 'undo', scanId: scan.ScanId })
  const headers = { [answerMark.name]: answerMark.value }
  const refusal = { ErrorCode: 'not_found', ErrorMessage: 'The scan was not found.' }
  const answered = vi.fn<() => Promise<Response>>(async () =>
    Response.json(refusal, { status: 404, headers }),
  )
  vi.stubGlobal('fetch', answered)
  await handInOthers(desk)
  expect(answered).toHaveBeenCalledOnce()
  expect(await left()).toMatchObject({ waiting: 1, hasKit: true })
})

test('the night of an entry is the evening’s, also for its list', () => {
  const OpenHours = Array.from({ length: 7 }, () => ({ From: '16:00', To: '03:00' }))
  const door = doorOf({ Kind: 'Entry', OpenHours })
  const kept = { door, listedAt: Date.parse('2026-03-06T20:00:00Z') }
  expect(isOutdated(kept, new Date('2026-03-07T02:00:00Z'))).toBe(false)
  expect(isOutdated(kept, new Date('2026-03-07T12:00:00Z'))).toBe(true)
})
