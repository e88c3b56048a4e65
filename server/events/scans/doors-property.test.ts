import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { api } from '#contract'
import { letsIn, type ScanAnswer } from '#contract/events/event-scans.ts'
import { inLong } from '#tests/long.ts'
import { harbourside, publishedEvent, scanOf, startDoors, sydneyDay } from '#tests/records/events.ts'
import { type Movement, replay } from './replay.ts'

const { hub, admin, door } = await startDoors()
afterAll(() => hub.close())

type Scan = ReturnType<typeof scanOf>
type Door = {
  /** What its clock is wrong by. */
  readonly skew: number
  readonly queue: Scan[]
  /** Whom it believes to be in, by itself. */
  readonly let: Set<number>
}

/** What a door does: somebody comes or leaves, its queue goes up, or the last scan is undone. */
const step = fc.record({
  door: fc.nat({ max: 2 }),
  who: fc.nat({ max: 2 }),
  act: fc.constantFrom('live', 'live', 'answer lost', 'offline', 'offline', 'upload', 'undo'),
  Direction: fc.constantFrom('In' as const, 'In' as const, 'Out' as const),
  /** Which session the door is set to, where there are any. */
  session: fc.nat({ max: 1 }),
  /** Whether it is done together with the next. */
  isAtOnce: fc.boolean(),
  /** How a queue is cut, and whether its answer is lost. */
  piece: fc.integer({ min: 1, max: 4 }),
  isLost: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** How an event is held. */
const rules = fc.record({
  Reentry: fc.constantFrom('once' as const, 'free' as const, 'checkout' as const),
  hasSessions: fc.boolean(),
})
type Rules = typeof rules extends fc.Arbitrary<infer T> ? T : never

const skews = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -600_000, max: 600_000 })))

/** The doors of an event, as devices behave, and what people were told at them. */
async function doorsOf(numbers: readonly string[], clocks: readonly number[], held: Rules) {
  const { eventId, sessions } = await eventOf(held)
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
  const decide = (at: Door, who: number, direction: Step['Direction'], scan: Scan) => {
    const DecidedAs = decidedAs(at.let.has(who), direction, held.Reentry)
    at.queue.push({ ...scan, DecidedAs })
    tell(at, who, scan.ScanId, DecidedAs)
    if (DecidedAs === 'CheckedOut') at.let.delete(who)
  }
  const upload = async (at: Door, piece: number, isLost: boolean) => {
    const Scans = at.queue.slice(0, piece)
    if (Scans.length === 0) return
    const { status } = await door(api.recordScans, { params, body: { Scans, SentAt: clock(at) } })
    expect(status).toBe(200)
    if (isLost) return
    // Others may have been added, or handed in, meanwhile.
    for (const scan of Scans) if (at.queue.includes(scan)) at.queue.splice(at.queue.indexOf(scan), 1)
  }
  return {
    eventId,
    letIn,
    undone,
    async act({ door: n, who, act, piece, isLost, Direction, session }: Step) {
      const at = doors[n]!
      if (act === 'upload') return upload(at, piece, isLost)
      if (act === 'undo') return undo()
      const SessionId = sessions[session]
      const where = { Direction, ...(SessionId && { SessionId }) }
      const scan = scanOf(numbers[who]!, { ScannedAt: clock(at), DeviceName: `Door ${n}`, ...where })
      if (act === 'offline') return decide(at, who, Direction, scan)
      const { status, body } = await door(api.recordScans, { params, body: { ...scan, SentAt: clock(at) } })
      expect(status).toBe(200)
      if (act === 'answer lost') decide(at, who, Direction, scan)
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

/** An event of these days; each session of it lasts all day. */
async function eventOf({ Reentry, hasSessions }: Rules) {
  const days = [-1, 0, 1].map((shift) => sydneyDay(shift))
  const times = { CheckInStartTime: '00:00', CheckInEndTime: '23:59' }
  const Sessions = ['Upstairs', 'Downstairs'].flatMap((Name) =>
    days.map((Date) => ({ Name, Date, ...times })),
  )
  const eventId = await publishedEvent(hub, {
    EventStartDate: days[0]!,
    EventEndDate: days[2]!,
    Reentry,
    ...(hasSessions && { Sessions }),
  })
  const { body } = await admin(api.getEvent, { params: { ...harbourside, eventId } })
  const today = body.Sessions.filter((session) => session.Date === days[1])
  return { eventId, sessions: today.map(({ SessionId }) => SessionId) }
}

/** What a door without a connection tells somebody. */
function decidedAs(isIn: boolean, direction: 'In' | 'Out', reentry: Rules['Reentry']) {
  if (direction === 'Out') return 'CheckedOut' as const
  if (!isIn) return 'Valid' as const
  return reentry === 'free' ? ('Reentry' as const) : ('AlreadyIn' as const)
}

/** Those that are done together, in their order. */
function together(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = [[]]
  for (const each of steps) {
    groups.at(-1)!.push(each)
    if (!each.isAtOnce) groups.push([])
  }
  return groups
}

// Enough to find what breaks by chance in a week of runs; in the long form, in a night.
const numRuns = inLong(400, 15)

test('whatever doors, clocks and connections do: nobody counts twice, and nobody who was let in is missing', async () => {
  const { rows } = await hub.owner.query<{ id: string; number: string }>(
    `select member_id as id, membership_number as number from member
     where business_id = 'harbourside' and status = 'Active' and deleted_at is null limit 3`,
  )
  const numbers = rows.map(({ number }) => number)
  await fc.assert(
    fc.asyncProperty(skews, rules, fc.array(step, { maxLength: 25 }), async (clocks, held, steps) => {
      const { eventId, letIn, undone, ...all } = await doorsOf(numbers, clocks, held)
      for (const group of together(steps)) await Promise.all(group.map((each) => all.act(each)))
      await all.handInAll()
      const kept = await hub.owner.query<Kept>(
        `select scan_id as id, member_id as "memberId", occasion, result, is_let_in_twice as "isTwice" from event_scan
         where event_id = $1 and undone_at is null and (result in ('Valid', 'Reentry') or is_let_in_twice)`,
        [eventId],
      )
      const counted = kept.rows.filter(({ result }) => result === 'Valid')
      const places = counted.map(({ memberId, occasion }) => `${memberId} ${occasion}`)
      expect(new Set(places).size).toBe(places.length)
      const inside = new Set(counted.map(({ memberId }) => memberId))
      const told = [...letIn].filter(([scanId]) => !undone.has(scanId))
      for (const [, who] of told) expect(inside).toContain(rows[who]!.id)
      // Whoever was let in more than once is seen to have been: each time is there.
      for (const [scanId] of told) expect(kept.rows.map(({ id }) => id)).toContain(scanId)
      await expectReplayed(eventId, held)
    }),
    { numRuns, endOnFailure: true },
  )
})

type Kept = { id: string; memberId: string; occasion: string; result: string; isTwice: boolean }

/** In whatever order they came, each member's scans of an occasion stand as if they had come in the order of time. */
async function expectReplayed(eventId: string, { Reentry }: Rules) {
  const { rows } = await hub.owner.query<Movement & { place: string; result: string; isOut: boolean }>(
    `select scan_id as "scanId", (extract(epoch from scanned_at) * 1000)::float8 as at, direction, told_as as "toldAs", result, is_out as "isOut",
       member_id || ' ' || occasion as place
     from event_scan where event_id = $1 and undone_at is null`,
    [eventId],
  )
  for (const [place, scans] of Map.groupBy(rows, (row) => row.place)) {
    const replayed = replay(scans, { Reentry, TimeZoneId: 'Australia/Sydney' }, new Date())
    const wanted = new Map(replayed.map(({ scanId, result, isOut }) => [scanId, `${result} ${isOut}`]))
    expect(new Map(scans.map((row) => [row.scanId, `${row.result} ${row.isOut}`])), place).toEqual(wanted)
  }
}
