import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { NewScan } from '#contract/events/event-scans.ts'
import { connect } from '#door/desk/connection.ts'
import { createDesk, type Desk } from '#door/desk/desk.ts'
import { guestListOf, readGuests } from '#door/desk/guest-list.ts'
import { createMemoryStorage } from '#door/desk/memory-storage.ts'
import { send } from '#door/desk/queue.ts'
import { doorOf } from '#door/desk/test-door.ts'
import { scanCode } from './scanning.ts'

beforeAll(() => void vi.stubGlobal('isSecureContext', false))
afterAll(() => void vi.unstubAllGlobals())

type Body = NewScan | { Scans: NewScan[] }

/** A server that says of everybody that they are in already, and what it was told of each. */
function createServer() {
  const heard: NewScan[] = []
  const answerTo = ({ ScanId, ScannedAt, Direction }: NewScan) => ({
    ScanId,
    ScannedAt,
    Direction,
    Result: 'AlreadyIn',
    Reason: 'In since 18:05.',
    Member: null,
    IsUndone: false,
    IsLetInTwice: false,
  })
  const call = async ({ path }: { path: string }, { body }: { body?: Body } = {}) => {
    if (path.endsWith('/door')) return { ok: true, data: doorOf() }
    if (!path.endsWith('/scans')) return { ok: false, status: 404, message: '' }
    const scans = 'Scans' in body! ? body.Scans : [body!]
    heard.push(...scans)
    return { ok: true, data: { Results: scans.map(answerTo) } }
  }
  const heardOf = (scanId: string) =>
    heard.filter(({ ScanId }) => ScanId === scanId).map(({ DecidedAs }) => DecidedAs)
  return { call: call as unknown as Desk['call'], heardOf }
}

/** A desk with a list, and something that waits: whoever is on the list isn't kept waiting for the server. */
async function openBusyDesk() {
  const { call, heardOf } = createServer()
  const storage = createMemoryStorage()
  const desk: Desk = { ...createDesk({ businessId: 'club', eventId: 'night' }, 'kit', storage), call }
  await connect(desk)
  desk.guests = guestListOf([readGuests('Ann Ash\tGold\tann\nBob Bay\tGold\tbob')])
  const scan = { ScanId: 'scan-before', Code: 'A0', ScannedAt: new Date(0).toISOString(), DeviceName: '' }
  await storage.addWaiting({ key: desk.key, kind: 'scan', scan: { ...scan, Direction: 'In' } })
  desk.state = { ...desk.state, waiting: 1 }
  return { desk, call, heardOf }
}

test('what somebody is told while their scan is on its way is told the server, too', async () => {
  const { desk, call, heardOf } = await openBusyDesk()
  const underWay = Promise.withResolvers<void>()
  const decided = Promise.withResolvers<void>()
  const decide = desk.storage.decideWaiting.bind(desk.storage)
  vi.spyOn(desk.storage, 'decideWaiting').mockImplementationOnce(async (place, told) => {
    await underWay.promise
    const isWaiting = await decide(place, told)
    decided.resolve()
    return isWaiting
  })
  const held = async (...given: Parameters<Desk['call']>) => {
    underWay.resolve()
    await decided.promise
    return call(...given)
  }
  Object.assign(desk, { call: held })
  const { ScanId, ...said } = await scanCode(desk, '~ann')
  expect(said).toMatchObject({ Result: 'Valid', isWaiting: true })
  await send(desk)
  expect(heardOf(ScanId)).toEqual([undefined, 'Valid'])
  expect(await desk.storage.listWaiting(desk.key)).toEqual([])
  expect(desk.state).toMatchObject({ waiting: 0, scans: [{ isWaiting: false }, { isWaiting: false }] })
})

test('who is told anything is told what the server knows of, in whatever order device and server come to it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (order) => {
      const { desk, call, heardOf } = await openBusyDesk()
      const { storage } = desk
      const inTurn = (...given: Parameters<Desk['call']>) =>
        given[0].path.endsWith('/scans') ? order.schedule(call(...given)) : call(...given)
      Object.assign(desk, { call: inTurn })
      Object.assign(storage, {
        decideWaiting: order.scheduleFunction(storage.decideWaiting.bind(storage)),
        removeWaiting: order.scheduleFunction(storage.removeWaiting.bind(storage)),
        listWaiting: order.scheduleFunction(storage.listWaiting.bind(storage)),
        keepScan: order.scheduleFunction(storage.keepScan.bind(storage)),
      })
      const said = await order.waitFor(Promise.all([scanCode(desk, '~ann'), scanCode(desk, '~bob')]))
      await order.waitFor(send(desk))
      for (const { ScanId, Result, isWaiting } of said) {
        expect(heardOf(ScanId).at(-1)).toBe(isWaiting ? 'Valid' : undefined)
        expect(Result).toBe(isWaiting ? 'Valid' : 'AlreadyIn')
      }
      expect(await order.waitFor(storage.listWaiting(desk.key))).toEqual([])
      expect(desk.state.scans.map(({ isWaiting }) => isWaiting)).toEqual([false, false, false])
    }),
    { numRuns: 200 },
  )
})
