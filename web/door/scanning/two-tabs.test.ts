import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { NewScan, ScanAnswer } from '#contract/events/event-scans.ts'
import { connect } from '#door/desk/connection.ts'
import { createDesk, type Desk } from '#door/desk/desk.ts'
import { createMemoryStorage } from '#door/desk/memory-storage.ts'
import { send } from '#door/desk/queue.ts'
import { doorOf } from '#door/desk/test-door.ts'
import { scanCode, undoScan } from './scanning.ts'

beforeAll(() => void vi.stubGlobal('isSecureContext', false))
afterAll(() => void vi.unstubAllGlobals())

const answerTo = ({ ScanId, ScannedAt, Direction }: NewScan): ScanAnswer => ({
  ScanId,
  ScannedAt,
  Direction,
  Result: 'Full',
  Reason: 'As many are in as may be.',
  Member: null,
  IsUndone: false,
  IsLetInTwice: false,
})

/** Two tabs of one device, each with a line of its own. */
async function openTabs() {
  const storage = createMemoryStorage()
  const lines = { one: true, other: true }
  const sent: NewScan[] = []
  const open = async (name: keyof typeof lines) => {
    type Body = NewScan | { Scans: NewScan[] }
    const call = async ({ path }: { path: string }, { body }: { body?: Body } = {}) => {
      if (!lines[name]) return { ok: false, status: 0, message: '' }
      if (path.endsWith('/door')) return { ok: true, data: doorOf() }
      if (!path.endsWith('/scans')) return { ok: false, status: 404, message: '' }
      const scans = 'Scans' in body! ? body.Scans : [body!]
      sent.push(...scans)
      return { ok: true, data: { Results: scans.map(answerTo) } }
    }
    const desk: Desk = {
      ...createDesk({ businessId: 'club', eventId: 'night' }, 'kit', storage),
      call: call as unknown as Desk['call'],
    }
    await connect(desk)
    return desk
  }
  return { lines, sent, one: await open('one'), other: await open('other') }
}

test('what another tab hands in meanwhile is answered by the server, not by the tab that scanned it', async () => {
  const { lines, sent, one, other } = await openTabs()
  lines.one = false
  const keep = one.storage.addWaiting.bind(one.storage)
  // The other tab hands it in between its being kept and this one's finding that it has no connection.
  vi.spyOn(one.storage, 'addWaiting').mockImplementationOnce(async (waiting) => {
    const place = await keep(waiting)
    await send(other)
    return place
  })
  const logged = await scanCode(one, 'A1')
  expect(logged).toMatchObject({ Result: 'Full', isWaiting: false })
  expect(sent.map(({ Code }) => Code)).toEqual(['A1'])
  expect(await one.storage.listWaiting(one.key)).toEqual([])
})

test('each tab knows whom the other has let in', async () => {
  const { lines, one, other } = await openTabs()
  lines.one = lines.other = false
  const first = await scanCode(one, 'A1')
  await scanCode(other, 'A2')
  expect(other.state.scans.map(({ ScanId }) => ScanId)).toContain(first.ScanId)
})

test('each tab knows what the other has undone', async () => {
  const { lines, one, other } = await openTabs()
  lines.one = lines.other = false
  const first = await scanCode(one, 'A1')
  await scanCode(other, 'A2')
  await undoScan(one, first)
  await scanCode(other, 'A3')
  expect(other.state.scans.find(({ ScanId }) => ScanId === first.ScanId)).toMatchObject({ IsUndone: true })
})
