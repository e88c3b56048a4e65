import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { NewScan, ScanAnswer } from '#contract/events/event-scans.ts'
import { scanCode, undoScan } from '#door/scanning/scanning.ts'
import { connect } from './connection.ts'
import { createDesk, type Desk } from './desk.ts'
import { createMemoryStorage } from './memory-storage.ts'
import { doorOf } from './test-door.ts'
import { send } from './queue.ts'

const place = { businessId: 'club', eventId: 'night' }

beforeAll(() => void vi.stubGlobal('isSecureContext', false))
afterAll(() => void vi.unstubAllGlobals())

/** How the server is reached: as it should be, not at all, its answers lost, or it refuses. */
type Line = 'up' | 'down' | 'lost' | 403 | 404 | 429 | 500 | 503

type Body = (NewScan | { Scans: NewScan[] }) & { SentAt: string }
const scansOf = (body: Body) => ('Scans' in body ? body.Scans : [body])

/** A server that keeps each scan once, as ours does, and a line to it that can be cut. */
function createServer() {
  const scans: NewScan[] = []
  const undone: string[] = []
  const bodies: Body[] = []
  const server = {
    line: 'up' as Line,
    scans,
    undone,
    bodies,
    calls: 0,
    call: call as unknown as Desk['call'],
  }
  const answerTo = (scan: NewScan): ScanAnswer => ({
    ScanId: scan.ScanId,
    ScannedAt: scan.ScannedAt,
    Result: 'Valid',
    Reason: null,
    Member: null,
    IsUndone: undone.includes(scan.ScanId),
    Direction: scan.Direction,
    IsLetInTwice: false,
  })
  type Input = { params?: { scanId: string }; body?: Body }
  function answer(path: string, { params, body }: Input) {
    if (path.endsWith('/door')) return { ok: true, data: doorOf() }
    if (path.endsWith('/list') || path.endsWith('/now')) return { ok: false, status: 404, message: '' }
    if (path.endsWith('/undo')) {
      const id = params!.scanId
      if (!scans.some(({ ScanId }) => ScanId === id))
        return { ok: false, status: 404, message: 'The scan was not found.' }
      if (undone.includes(id)) return { ok: false, status: 409, message: '' }
      undone.push(id)
      return { ok: true, data: {} }
    }
    const given = scansOf(body!)
    if (given.some(({ Code }) => Code === 'unreadable'))
      return { ok: false, status: 400, message: 'That is no code of ours.' }
    bodies.push(body!)
    for (const scan of given) if (!scans.some(({ ScanId }) => ScanId === scan.ScanId)) scans.push(scan)
    return { ok: true, data: 'Scans' in body! ? { Results: given.map(answerTo) } : answerTo(given[0]!) }
  }
  async function call({ path }: { path: string }, input: Input = {}) {
    server.calls++
    if (server.line === 'down') return { ok: false, status: 0, message: '' }
    if (typeof server.line === 'number') return { ok: false, status: server.line, message: 'Refused.' }
    const heard = answer(path, input)
    return server.line === 'lost' ? { ok: false, status: 0, message: '' } : heard
  }
  return server
}

async function openDesk(line: Line = 'up', storage = createMemoryStorage()) {
  const server = createServer()
  const desk: Desk = { ...createDesk(place, 'kit', storage), call: server.call }
  await connect(desk)
  server.line = line
  return { server, desk }
}

const codes = (server: { scans: NewScan[] }) => server.scans.map(({ Code }) => Code)

test('a scan is the server’s to answer while there is a connection', async () => {
  const { server, desk } = await openDesk()
  expect(await scanCode(desk, ' A1 ')).toMatchObject({ Result: 'Valid', isWaiting: false })
  expect(codes(server)).toEqual(['A1'])
  expect(desk.state).toMatchObject({ waiting: 0, isOnline: true })
})

test('who waits for the answer goes alone, and what the device decided says so with the clock it was sent by', async () => {
  const { server, desk } = await openDesk()
  await scanCode(desk, 'A1')
  expect(server.bodies).toEqual([expect.objectContaining({ Code: 'A1', SentAt: expect.any(String) })])
  expect(server.bodies[0]).not.toHaveProperty('DecidedAs')
  server.line = 'down'
  await scanCode(desk, 'A2')
  server.line = 'up'
  await send(desk)
  expect(server.bodies[1]).toEqual({
    SentAt: expect.any(String),
    Scans: [expect.objectContaining({ Code: 'A2', DecidedAs: 'NotEligible' })],
  })
})

test('who is scanned while another is under way is the server’s to answer as well, each by itself', async () => {
  const { server, desk } = await openDesk()
  const said = await Promise.all(['A1', 'A2', 'A3'].map((code) => scanCode(desk, code)))
  for (const answer of said) expect(answer).toMatchObject({ Result: 'Valid', isWaiting: false })
  expect(server.bodies).toEqual(['A1', 'A2', 'A3'].map((Code) => expect.objectContaining({ Code })))
})

test('a code that is scanned twice is two scans', async () => {
  const { server, desk } = await openDesk()
  await scanCode(desk, 'A1')
  server.line = 'down'
  await scanCode(desk, 'A1')
  server.line = 'up'
  await send(desk)
  expect(codes(server)).toEqual(['A1', 'A1'])
})

test('without one it waits, outlives the page, and is handed in in its order', async () => {
  const storage = createMemoryStorage()
  const { desk } = await openDesk('down', storage)
  for (const code of ['A1', 'A2', 'A3']) expect(await scanCode(desk, code)).toMatchObject({ isWaiting: true })
  expect(desk.state).toMatchObject({ waiting: 3, isOnline: false })

  const next = await openDesk('up', storage)
  expect(codes(next.server)).toEqual(['A1', 'A2', 'A3'])
  expect(next.desk.state.waiting).toBe(0)
  expect(await storage.listWaiting(desk.key)).toEqual([])
  expect((await storage.listScans(desk.key)).map(({ isWaiting }) => isWaiting)).toEqual([false, false, false])
})

test('an answer that was lost makes no second scan', async () => {
  const { server, desk } = await openDesk('lost')
  await scanCode(desk, 'A1')
  expect(codes(server)).toEqual(['A1'])
  expect(desk.state.waiting).toBe(1)
  server.line = 'up'
  await send(desk)
  expect(codes(server)).toEqual(['A1'])
  expect(desk.state).toMatchObject({ waiting: 0, isOnline: true })
  expect(desk.state.scans).toMatchObject([{ isWaiting: false }])
})

test('an undo whose answer was lost is settled, and one of a scan not handed in yet follows it', async () => {
  const { server, desk } = await openDesk('down')
  const scan = await scanCode(desk, 'A1')
  await undoScan(desk, scan)
  server.line = 'lost'
  await send(desk)
  await send(desk)
  server.line = 'up'
  await send(desk)
  expect(server.undone).toEqual([scan.ScanId])
  expect(desk.state).toMatchObject({ waiting: 0, scans: [{ IsUndone: true }] })
})

test('an undo outlives a door that isn’t there', async () => {
  const { server, desk } = await openDesk()
  const scan = await scanCode(desk, 'A1')
  server.line = 404
  await undoScan(desk, scan)
  expect(desk.state).toMatchObject({ waiting: 1, status: 'refused' })
  server.line = 'up'
  await connect(desk)
  expect([server.undone, desk.state.waiting]).toEqual([[scan.ScanId], 0])
})

test('one that the server can’t read is set aside, and holds up nobody', async () => {
  const { server, desk } = await openDesk('down')
  for (const code of ['A1', 'unreadable', 'A3']) await scanCode(desk, code)
  server.line = 'up'
  await send(desk)
  expect(codes(server)).toEqual(['A1', 'A3'])
  expect(desk.state.waiting).toBe(0)
  const aside = desk.state.scans.filter(({ Result }) => Result === 'UnknownCard')
  expect(aside).toMatchObject([{ Reason: 'That is no code of ours.', isWaiting: false }])
})

test('more than a call takes go in several', async () => {
  const { server, desk } = await openDesk('down')
  for (let i = 0; i < 205; i++)
    await desk.storage.addWaiting({
      key: desk.key,
      kind: 'scan',
      scan: {
        ScanId: `scan-${i}`,
        Code: `A${i}`,
        ScannedAt: new Date(i).toISOString(),
        DeviceName: '',
        Direction: 'In',
      },
    })
  server.line = 'up'
  const before = server.calls
  await send(desk)
  expect(server.calls - before).toBe(3)
  expect(codes(server)).toEqual(Array.from({ length: 205 }, (_, i) => `A${i}`))
})

test('whoever asks while it is handed in waits for the same', async () => {
  const { server, desk } = await openDesk('down')
  await scanCode(desk, 'A1')
  server.line = 'up'
  const before = server.calls
  const [one, other] = [send(desk), send(desk)]
  expect(one).toBe(other)
  await one
  expect(server.calls - before).toBe(1)
  expect(desk.sending).toBeNull()
})

test('a door that is shut keeps what waits, and no list', async () => {
  const { server, desk } = await openDesk('down')
  await scanCode(desk, 'A1')
  server.line = 403
  await send(desk)
  expect(desk.state).toMatchObject({ status: 'refused', message: 'Refused.' })
  expect(await desk.storage.readDoor(desk.key)).toBeUndefined()
  expect(await desk.storage.listWaiting(desk.key)).toHaveLength(1)
})

test.each([500, 503, 429] as const)('a server that says %i is one that isn’t there', async (status) => {
  const { desk } = await openDesk(status)
  expect(await scanCode(desk, 'A1')).toMatchObject({ isWaiting: true })
  await connect(desk)
  expect(desk.state).toMatchObject({ status: 'open', isOnline: false, waiting: 1 })
})

test('a device that was never here can’t open the door without a connection', async () => {
  const server = { ...createServer(), line: 'down' as Line }
  const call = (async () => ({ ok: false, status: 0, message: '' })) as unknown as Desk['call']
  const desk: Desk = { ...createDesk(place, 'kit', createMemoryStorage()), call }
  await connect(desk)
  expect(desk.state.status).toBe('refused')
  expect(server.scans).toEqual([])
})

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('scan', 'undo') },
  { weight: 3, arbitrary: fc.constantFrom<Line>('up', 'down', 'lost', 500) },
)

test('whatever happens to the line, each scan and undo arrives once, in its order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { server, desk } = await openDesk()
      const made: string[] = []
      const undone = new Set<string>()
      for (const each of steps) {
        const last = desk.state.scans.find(({ IsUndone }) => !IsUndone)
        if (each === 'scan') made.push((await scanCode(desk, `A${made.length}`)).ScanId)
        else if (each !== 'undo') server.line = each
        else if (last) {
          undone.add(last.ScanId)
          await undoScan(desk, last)
        }
      }
      server.line = 'up'
      await connect(desk)
      expect(server.scans.map(({ ScanId }) => ScanId)).toEqual(made)
      expect(server.undone.toSorted()).toEqual([...undone].toSorted())
      expect(desk.state.waiting).toBe(0)
      expect(await desk.storage.listWaiting(desk.key)).toEqual([])
      for (const scan of desk.state.scans)
        expect(scan).toMatchObject({ isWaiting: false, IsUndone: undone.has(scan.ScanId) })
    }),
    // What was undone while it was being handed in stayed as one that waits.
    { numRuns: 60, examples: [[['lost', 'scan', 'up', 'scan', 'undo']]] },
  )
})
