import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { codeHash, importCodeKey } from '#contract/values/code-hash.ts'
import { connect } from './connection.ts'
import { createDesk, guestOf, type Desk } from './desk.ts'
import { createMemoryStorage } from './memory-storage.ts'

const place = { businessId: 'club', eventId: 'night' }
const Key = btoa('thirty-two letters are a key too')
const hash = await codeHash(await importCodeKey(Key), 'A1')
const day = new Date().toISOString().slice(0, 10)
const Event = { EventStatus: 'Published', EventStartDate: day, EventEndDate: '2999-01-01', TimeZoneId: 'UTC' }
const text = `Ann Ash\tGold\tann\t${hash}`
const list = {
  CheckedDate: '2026-01-01T00:00:00Z',
  IsUnderWay: false,
  ExpectedGuests: 1,
  Parts: [{ Part: 'one', Guests: 1, Bytes: text.length }],
}
let hasKey = true

/** A door whose server answers as it would. */
function deskOf(): Desk {
  const answers: Record<string, object> = {
    door: { Event },
    list,
    key: { Key },
    now: {},
  }
  const call = async ({ path }: { path: string }) => {
    const name = path.split('/').at(-1)!
    if (name === 'key' && !hasKey) return { ok: false, status: 404 }
    return { ok: true, data: answers[name] }
  }
  return {
    ...createDesk(place, null, createMemoryStorage()),
    call: call as unknown as Desk['call'],
    fetchPart: async () => ({ ok: true, data: text }),
  }
}

beforeEach(() => {
  hasKey = true
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', { locks: { request: (_: string, work: () => unknown) => work() } })
})
afterEach(() => void vi.unstubAllGlobals())

test('finds guests by codes hashed with a key that nobody can read off the device', async () => {
  const desk = deskOf()
  await connect(desk)
  await desk.refreshing
  expect(await guestOf(desk, 'a1')).toMatchObject({ name: 'Ann Ash', id: 'ann' })
  expect(await guestOf(desk, '~ann')).toMatchObject({ name: 'Ann Ash' })
  expect(await guestOf(desk, 'A2')).toBeNull()
  const { codeKey } = (await desk.storage.readDoor(desk.key))!
  expect(codeKey?.extractable).toBe(false)
  const parts = await desk.storage.listParts(desk.key)
  expect(parts).toHaveLength(1)
  expect(JSON.stringify(parts)).not.toContain('A1')
})

test('keeps no list without its key', async () => {
  hasKey = false
  const desk = deskOf()
  await connect(desk)
  await desk.refreshing
  expect(desk.guests).toBeNull()
  expect(await desk.storage.readDoor(desk.key)).toMatchObject({ listedAt: null, codeKey: null })
  expect(await desk.storage.listParts(desk.key)).toEqual([])
})

test('without a secure connection has the list for names alone', async () => {
  vi.stubGlobal('isSecureContext', false)
  const desk = deskOf()
  await connect(desk)
  await desk.refreshing
  expect(await guestOf(desk, 'A1')).toBeNull()
  expect(desk.guests?.byName('ann').found).toBe(1)
})
