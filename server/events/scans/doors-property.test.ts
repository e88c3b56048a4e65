import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract'
import { letsIn, type NewScan, type ScanAnswer } from '#contract/events/event-scans.ts'
import { zonedTime } from '#contract/events/event-times.ts'
import { inLong } from '#tests/long.ts'
import {
  before,
  greenWhileAnotherWaits,
  rules,
  step,
  type Before,
  type Rules,
  type Step,
} from '#tests/records/door-steps.ts'
import { harbourside, publishedEvent, scanOf, startDoors, sydneyDay } from '#tests/records/events.ts'
import { type Movement, replay } from './replay.ts'

const { hub, admin, door } = await startDoors()
afterAll(() => hub.close())

type Scan = z.input<typeof NewScan>
type Door = {
  /** What its clock is wrong by. */
  readonly skew: number
  readonly queue: Scan[]
  /** Whom it believes to be in, by itself. */
  readonly let: Set<number>
}

/** The doors of an event, as devices behave, and what people were told at them. */
async function doorsOf(numbers: readonly string[], held: Rules) {
  const { eventId, sessionsOn } = await eventOf(held)
  const params = { ...harbourside, eventId }
  const doors: Door[] = held.skews.map((skew) => ({ skew, queue: [], let: new Set() }))
  const letIn = new Map<string, number>()
  const undone = new Set<string>()
  const mayBeTwice = new Set<number>()
  let reasons = 0
  let last: { scanId: string; at: Door; who: number } | null = null
  const clock = ({ skew }: Door, ago = 0) => new Date(Date.now() - ago + skew).toISOString()
  const doorOf = (n: number) => doors[n % doors.length]!

  const scanAt = ({ door: n, who, Direction, session }: Omit<Before, 'ago'>, ago = 0) => {
    const { date } = zonedTime(new Date(Date.now() - ago), 'Australia/Sydney')
    const SessionId = sessionsOn(date)[session]
    const where = { Direction, ...(SessionId && { SessionId }) }
    const made = { ScannedAt: clock(doorOf(n), ago), DeviceName: `Door ${n}` }
    return scanOf(numbers[who % held.people]!, { ...made, ...where })
  }
  const tell = (at: Door, who: number, scanId: string, result: ScanAnswer['Result']) => {
    if (letsIn(result)) letIn.set(scanId, who)
    if (letsIn(result)) at.let.add(who)
    last = { scanId, at, who }
  }
  const decide = (at: Door, who: number, direction: Step['Direction'], scan: Scan) => {
    const DecidedAs = decidedAs(at.let.has(who), direction, held.Reentry)
    if (letsIn(DecidedAs)) mayBeTwice.add(who)
    at.queue.push({ ...scan, DecidedAs })
    tell(at, who, scan.ScanId, DecidedAs)
    if (DecidedAs === 'CheckedOut') at.let.delete(who)
  }
  const upload = async (at: Door, piece: number, isLost: boolean) => {
    const Scans = at.queue.slice(0, piece)
    if (Scans.length === 0) return
    const { status, body } = await door(api.recordScans, { params, body: { Scans, SentAt: clock(at) } })
    expect(status).toBe(200)
    const { Results } = body as { Results: ScanAnswer[] }
    for (const [i, scan] of Scans.entries()) {
      // Others may have been added, handed in or decided meanwhile.
      if (!at.queue.includes(scan)) continue
      const isUntold = scan.DecidedAs === undefined
      if (isLost && !isUntold) continue
      at.queue.splice(at.queue.indexOf(scan), 1)
      if (!isUntold) continue
      const who = numbers.indexOf(scan.Code)
      if (isLost) decide(at, who, scan.Direction ?? 'In', scan)
      else tell(at, who, scan.ScanId, Results[i]!.Result)
    }
  }
  /** Lets in whom there was no place for. They may have come in by another door meanwhile. */
  const admit = async (scanId: string) => {
    reasons++
    const body = { Reason: 'The band’s driver' }
    const answer = await door(api.admitScan, { params: { ...params, scanId }, body })
    expect([200, 409]).toContain(answer.status)
    return answer.status === 200 ? answer.body.Result : 'Full'
  }
  return {
    eventId,
    letIn,
    undone,
    mayBeTwice,
    reasons: () => reasons,
    /** What happened at the doors before, in the order of time. */
    recall(past: readonly Before[]) {
      for (const each of past.toSorted((one, other) => other.ago - one.ago)) {
        const who = each.who % held.people
        decide(doorOf(each.door), who, each.Direction, scanAt(each, each.ago * held.hoursOffline * 3_600_000))
      }
    },
    async act(each: Step) {
      const { act, Direction } = each
      const [at, who] = [doorOf(each.door), each.who % held.people]
      if (act === 'upload') return upload(at, each.piece, each.isLost)
      if (act === 'undo') return undo()
      const scan = scanAt(each)
      if (act === 'in line') return void at.queue.push(scanAt(each, each.waited))
      if (act === 'offline') return decide(at, who, Direction, scan)
      const { status, body } = await door(api.recordScans, { params, body: { ...scan, SentAt: clock(at) } })
      expect(status).toBe(200)
      if (act === 'answer lost') return decide(at, who, Direction, scan)
      const { Result } = body as ScanAnswer
      const isAdmitted = Result === 'Full' && each.hasReason
      tell(at, who, scan.ScanId, isAdmitted ? await admit(scan.ScanId) : Result)
    },
    async handInAll() {
      for (const at of doors) while (at.queue.length > 0) await upload(at, 100, false)
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
    // A check-out that is taken back had let somebody come again.
    mayBeTwice.add(who)
  }
}

/** An event of these days; each session of it lasts all day. */
async function eventOf({ Reentry, hasSessions, Capacity }: Rules) {
  const days = [-1, 0, 1].map((shift) => sydneyDay(shift))
  const times = { CheckInStartTime: '00:00', CheckInEndTime: '23:59' }
  const Sessions = ['Upstairs', 'Downstairs'].flatMap((Name) =>
    days.map((Date) => ({ Name, Date, ...times })),
  )
  const eventId = await publishedEvent(hub, {
    EventStartDate: days[0]!,
    EventEndDate: days[2]!,
    Reentry,
    Capacity,
    ...(hasSessions && { Sessions }),
  })
  const { body } = await admin(api.getEvent, { params: { ...harbourside, eventId } })
  const sessionsOn = (day: string) =>
    body.Sessions.filter((session) => session.Date === day).map(({ SessionId }) => SessionId)
  return { eventId, sessionsOn }
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

/** Carries them out. Nobody is let in beyond the capacity by a door that has a connection, unless with a reason. */
async function carryOut(steps: readonly Step[], doors: Awaited<ReturnType<typeof doorsOf>>, held: Rules) {
  for (const group of together(steps)) {
    const [inBefore, reasonsBefore] = [await inAt(doors.eventId), doors.reasons()]
    await Promise.all(group.map((each) => doors.act(each)))
    const isLive = group.every(({ act }) => act === 'live' || act === 'answer lost')
    if (held.Capacity === null || !isLive) continue
    for (const [occasion, people] of await inAt(doors.eventId)) {
      const most = Math.max(held.Capacity, inBefore.get(occasion) ?? 0)
      expect(people, occasion).toBeLessThanOrEqual(most + doors.reasons() - reasonsBefore)
    }
  }
}

/** How many are in, by occasion. */
async function inAt(eventId: string): Promise<Map<string, number>> {
  const { rows } = await hub.owner.query<{ occasion: string; people: number }>(
    `select occasion, count(*)::int as people from event_scan
     where event_id = $1 and result = 'Valid' and undone_at is null and not is_out group by occasion`,
    [eventId],
  )
  return new Map(rows.map(({ occasion, people }) => [occasion, people]))
}

// Enough to find what breaks by chance in a week of runs; in the long form, in a night.
const numRuns = inLong(400, 15)

test('whatever doors, clocks and connections do: nobody counts twice, and nobody who was let in is missing', async () => {
  const { rows } = await hub.owner.query<{ id: string; number: string }>(
    `select member_id as id, membership_number as number from member
     where business_id = 'harbourside' and status = 'Active' and deleted_at is null limit 6`,
  )
  const numbers = rows.map(({ number }) => number)
  const past = fc.array(before, { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(rules, past, fc.array(step, { maxLength: 25 }), async (held, happened, steps) => {
      const doors = await doorsOf(numbers, held)
      doors.recall(happened)
      await carryOut(steps, doors, held)
      await doors.handInAll()
      const { eventId, letIn, undone } = doors
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
      // Of doors that ask before they tell, one is green.
      const twice = kept.rows.filter(({ isTwice }) => isTwice).map(({ memberId }) => memberId)
      for (const id of twice) expect(doors.mayBeTwice).toContain(rows.findIndex((row) => row.id === id))
      await expectReplayed(eventId, held)
    }),
    { numRuns, endOnFailure: true, examples: [greenWhileAnotherWaits] },
  )
})

type Kept = { id: string; memberId: string; occasion: string; result: string; isTwice: boolean }

/** In whatever order they came, each member's scans of an occasion stand as if they had come in the order of time. */
async function expectReplayed(eventId: string, { Reentry }: Rules) {
  const { rows } = await hub.owner.query<Movement & { place: string; result: string; isOut: boolean }>(
    `select scan_id as "scanId", (extract(epoch from scanned_at) * 1000)::float8 as at, direction, told_as as "toldAs", result, is_out as "isOut",
       member_id || ' ' || occasion as place
     from event_scan where event_id = $1 and undone_at is null and result <> 'Full'`,
    [eventId],
  )
  for (const [place, scans] of Map.groupBy(rows, (row) => row.place)) {
    const replayed = replay(scans, { Reentry, TimeZoneId: 'Australia/Sydney' }, new Date())
    const wanted = new Map(replayed.map(({ scanId, result, isOut }) => [scanId, `${result} ${isOut}`]))
    expect(new Map(scans.map((row) => [row.scanId, `${row.result} ${row.isOut}`])), place).toEqual(wanted)
  }
}
