import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { api } from '#contract'
import { letsIn, type ScanAnswer } from '#contract/events/event-scans.ts'
import { harbourside, publishedEvent, scanOf, startDoors, sydneyDay } from '#tests/events.ts'

const { hub, door } = await startDoors()
afterAll(() => hub.close())

type Scan = ReturnType<typeof scanOf>
type Door = {
  /** What its clock is wrong by. */
  readonly skew: number
  readonly queue: Scan[]
  /** Whom it believes to be in, by itself. */
  readonly let: Set<number>
}

/** What a door does: somebody scans, its queue goes up, or the last scan is undone. */
const step = fc.record({
  door: fc.nat({ max: 2 }),
  who: fc.nat({ max: 2 }),
  act: fc.constantFrom('live', 'live', 'answer lost', 'offline', 'offline', 'upload', 'undo'),
  /** How a queue is cut, and whether its answer is lost. */
  piece: fc.integer({ min: 1, max: 4 }),
  isLost: fc.boolean(),
})
const skews = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -600_000, max: 600_000 })))

/** The doors of an event, as devices behave, and what people were told at them. */
async function doorsOf(numbers: readonly string[], clocks: readonly number[]) {
  const eventId = await publishedEvent(hub, { EventStartDate: sydneyDay(-1), EventEndDate: sydneyDay(1) })
  const params = { ...harbourside, eventId }
  const doors: Door[] = clocks.map((skew) => ({ skew, queue: [], let: new Set() }))
  const letIn = new Map<string, number>()
  const undone = new Set<string>()
  const clock = ({ skew }: Door) => new Date(Date.now() + skew).toISOString()
  let last: { scanId: string; at: Door; who: number } | null = null

  const tell = (at: Door, who: number, scanId: string, result: ScanAnswer['Result']) => {
    if (letsIn(result)) letIn.set(scanId, who)
    if (letsIn(result)) at.let.add(who)
    last = { scanId, at, who }
  }
  const decide = (at: Door, who: number, scan: Scan) => {
    const DecidedAs = at.let.has(who) ? ('AlreadyIn' as const) : ('Valid' as const)
    at.queue.push({ ...scan, DecidedAs })
    tell(at, who, scan.ScanId, DecidedAs)
  }
  const upload = async (at: Door, piece: number, isLost: boolean) => {
    const Scans = at.queue.slice(0, piece)
    if (Scans.length === 0) return
    const { status } = await door(api.recordScans, { params, body: { Scans, SentAt: clock(at) } })
    expect(status).toBe(200)
    if (!isLost) at.queue.splice(0, piece)
  }
  return {
    eventId,
    letIn,
    undone,
    async act({ door: n, who, act, piece, isLost }: typeof step extends fc.Arbitrary<infer T> ? T : never) {
      const at = doors[n]!
      if (act === 'upload') return upload(at, piece, isLost)
      if (act === 'undo') return undo()
      const scan = scanOf(numbers[who]!, { ScannedAt: clock(at), DeviceName: `Door ${n}` })
      if (act === 'offline') return decide(at, who, scan)
      const { status, body } = await door(api.recordScans, { params, body: { ...scan, SentAt: clock(at) } })
      expect(status).toBe(200)
      if (act === 'answer lost') decide(at, who, scan)
      else tell(at, who, scan.ScanId, (body as ScanAnswer).Result)
    },
    async handInAll() {
      for (const at of doors) await upload(at, 100, false)
    },
  }

  async function undo() {
    if (!last) return
    const { scanId, at, who } = last
    await upload(at, 100, false)
    const { status } = await door(api.undoScan, { params: { ...params, scanId } })
    expect([200, 409]).toContain(status)
    undone.add(scanId)
    at.let.delete(who)
  }
}

test('whatever doors, clocks and connections do: nobody counts twice, and nobody who was let in is missing', async () => {
  const { rows } = await hub.owner.query<{ id: string; number: string }>(
    `select member_id as id, membership_number as number from member
     where business_id = 'harbourside' and status = 'Active' and deleted_at is null limit 3`,
  )
  const numbers = rows.map(({ number }) => number)
  await fc.assert(
    fc.asyncProperty(skews, fc.array(step, { maxLength: 25 }), async (clocks, steps) => {
      const { eventId, letIn, undone, ...all } = await doorsOf(numbers, clocks)
      for (const each of steps) await all.act(each)
      await all.handInAll()
      const kept = await hub.owner.query<Kept>(
        `select scan_id as id, member_id as "memberId", occasion, is_let_in_twice as "isTwice" from event_scan
         where event_id = $1 and undone_at is null and (result = 'Valid' or is_let_in_twice)`,
        [eventId],
      )
      const counted = kept.rows.filter(({ isTwice }) => !isTwice)
      const places = counted.map(({ memberId, occasion }) => `${memberId} ${occasion}`)
      expect(new Set(places).size).toBe(places.length)
      const inside = new Set(counted.map(({ memberId }) => memberId))
      const told = [...letIn].filter(([scanId]) => !undone.has(scanId))
      for (const [, who] of told) expect(inside).toContain(rows[who]!.id)
      // Whoever was let in more than once is seen to have been: each time is there.
      for (const [scanId] of told) expect(kept.rows.map(({ id }) => id)).toContain(scanId)
    }),
    { numRuns: 15, endOnFailure: true },
  )
})

type Kept = { id: string; memberId: string; occasion: string; isTwice: boolean }
