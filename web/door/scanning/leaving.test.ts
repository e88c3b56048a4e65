import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { NewScan } from '#contract/events/event-scans.ts'
import { importCodeKey } from '#contract/values/code-hash.ts'
import { connect } from '#door/desk/connection.ts'
import { createDesk, keep, relog, type Desk } from '#door/desk/desk.ts'
import { guestListOf, readGuests } from '#door/desk/guest-list.ts'
import { createMemoryStorage } from '#door/desk/memory-storage.ts'
import { doorOf } from '#door/desk/test-door.ts'
import { peopleIn } from '#door/screen/people-in.ts'
import { scanCode } from './scanning.ts'

beforeAll(() => void vi.stubGlobal('isSecureContext', false))
afterAll(() => void vi.unstubAllGlobals())

const member = {
  FirstName: 'Una',
  LastName: 'Unlisted',
  MemberLevelDescription: null,
  MembershipNumber: 'X9',
  BirthYear: null,
  PhotoId: null,
}

/** A door whose list has Ann alone, and a connection that can be lost. */
async function openDoor() {
  const line = { isUp: true }
  const refuse = ({ ScanId, ScannedAt, Direction }: NewScan) => ({
    ScanId,
    ScannedAt,
    Direction,
    Result: 'NotEligible',
    Reason: 'Unfinancial.',
    Member: member,
    IsUndone: false,
    IsLetInTwice: false,
  })
  const call = async ({ path }: { path: string }, { body }: { body?: NewScan } = {}) => {
    if (!line.isUp) return { ok: false, status: 0, message: '' }
    if (path.endsWith('/door')) return { ok: true, data: doorOf() }
    if (!path.endsWith('/scans')) return { ok: false, status: 404, message: '' }
    return { ok: true, data: refuse(body!) }
  }
  const place = { businessId: 'club', eventId: 'night' }
  const desk: Desk = {
    ...createDesk(place, 'kit', createMemoryStorage()),
    call: call as unknown as Desk['call'],
  }
  await connect(desk)
  await keep(desk, { codeKey: await importCodeKey(btoa('the key of this list')) })
  desk.guests = guestListOf([readGuests('Ann Ash\tGold\tann')])
  return { desk, line }
}

test('a door that let somebody in with a reason lets them out without a connection, once', async () => {
  const { desk, line } = await openDoor()
  const refused = await scanCode(desk, 'X9')
  expect(refused).toMatchObject({ Result: 'NotEligible', isWaiting: false })
  await relog(desk, { ...refused, Result: 'Valid' })
  line.isUp = false
  desk.state = { ...desk.state, direction: 'Out' }
  expect(await scanCode(desk, 'x 9')).toMatchObject({ Result: 'CheckedOut', isWaiting: true })
  expect(peopleIn(5, desk.state.scans)).toBe(4)
  expect(await scanCode(desk, 'X9')).toMatchObject({ Result: 'NotIn' })
  expect(peopleIn(5, desk.state.scans)).toBe(4)
})

test('whom another door let in is let out as well', async () => {
  const { desk, line } = await openDoor()
  line.isUp = false
  desk.state = { ...desk.state, direction: 'Out' }
  expect(await scanCode(desk, 'Y7')).toMatchObject({ Result: 'CheckedOut', Member: null })
})
