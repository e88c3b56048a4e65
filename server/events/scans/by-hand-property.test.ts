import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { api } from '#contract'
import type { ScanAnswer } from '#contract/events/event-scans.ts'
import { addDays, zonedTime } from '#contract/events/event-times.ts'
import { inLong } from '#tests/long.ts'
import { harbourside, publishedEvent, scanOf, startDoors, zoneAt } from '#tests/records/events.ts'

const { hub, admin, door } = await startDoors()
afterAll(() => hub.close())

const { rows: members } = await hub.owner.query<{ id: string; number: string }>(
  `select member_id as id, membership_number as number from member
   where business_id = 'harbourside' and status = 'Active' and deleted_at is null limit 3`,
)

/** The hour that it is on the second of three days, and the day that who is let in then has come for. */
const hours = [
  { hour: 2, meant: -1 },
  { hour: 7, meant: 0 },
  { hour: 16, meant: 0 },
]
const rules = fc.record({
  at: fc.constantFrom(...hours),
  Reentry: fc.constantFrom('once' as const, 'free' as const, 'checkout' as const),
})
/** Between check-ins people are let in by hand, leave by a door that has a connection or by one that hasn't. */
const step = fc.record({
  act: fc.constantFrom('let in', 'let in', 'leaves', 'leaves offline', 'upload'),
  who: fc.nat({ max: 2 }),
})

async function openEvent({
  at,
  Reentry,
}: {
  at: (typeof hours)[number]
  Reentry: 'once' | 'free' | 'checkout'
}) {
  const TimeZoneId = zoneAt(at.hour)
  const today = zonedTime(new Date(), TimeZoneId).date
  const eventId = await publishedEvent(hub, {
    TimeZoneId,
    EventStartDate: addDays(today, -1),
    EventEndDate: addDays(today, 1),
    CheckInStartTime: '18:00',
    CheckInEndTime: '23:00',
    Reentry,
  })
  const params = { ...harbourside, eventId }
  const queue: ReturnType<typeof scanOf>[] = []
  /** Who is in, by what happened in its order. */
  const isIn = new Map<string, boolean>()
  const scan = async (number: string, Direction: 'In' | 'Out') => {
    const { body } = await door(api.recordScans, { params, body: scanOf(number, { Direction }) })
    return body as ScanAnswer
  }
  const acts = {
    async 'let in'({ id, number }: (typeof members)[number]) {
      const { ScanId, Result } = await scan(number, 'In')
      expect(Result).toBe('OutsideCheckIn')
      const because = { params: { ...params, scanId: ScanId }, body: { Reason: 'Sets up the stage' } }
      const { status } = await admin(api.overrideScan, because)
      expect([200, 409]).toContain(status)
      // Whom nobody is known to have seen leave is in already.
      if (status === 200) isIn.set(id, true)
    },
    async leaves({ id, number }: (typeof members)[number]) {
      const { Result } = await scan(number, 'Out')
      expect(['CheckedOut', 'NotIn']).toContain(Result)
      if (isIn.has(id)) isIn.set(id, false)
    },
    async 'leaves offline'({ id, number }: (typeof members)[number]) {
      queue.push(scanOf(number, { Direction: 'Out', DecidedAs: 'CheckedOut' }))
      if (isIn.has(id)) isIn.set(id, false)
    },
    async upload() {
      const Scans = queue.splice(0)
      if (Scans.length === 0) return
      const body = { Scans, SentAt: new Date().toISOString() }
      expect((await door(api.recordScans, { params, body })).status).toBe(200)
    },
  }
  return { eventId, params, acts, isIn, meant: addDays(today, at.meant) }
}

/** Lets the clocks go on, of this machine and of the database: what happens next has happened after what was before. */
async function nextMoment() {
  const before = Date.now()
  while (Date.now() < before + 5) await new Promise((resolve) => setImmediate(resolve))
}

const numRuns = inLong(150, 10)

test('whoever is let in by hand counts once, for the day that is meant, and is out once they have left by any door', async () => {
  await fc.assert(
    fc.asyncProperty(rules, fc.array(step, { maxLength: 15 }), async (held, steps) => {
      const { eventId, params, acts, isIn, meant } = await openEvent(held)
      for (const { act, who } of steps) {
        await acts[act](members[who]!)
        await nextMoment()
      }
      await acts.upload()
      const { rows } = await hub.owner.query<{ id: string; occasion: string; isOut: boolean }>(
        `select member_id as id, occasion, is_out as "isOut" from event_scan
         where event_id = $1 and result = 'Valid' and undone_at is null`,
        [eventId],
      )
      const counted = rows.map(({ id, occasion, isOut }) => `${id} ${occasion} ${!isOut}`)
      const wanted = [...isIn].map(([id, isThere]) => `${id} ${meant} ${isThere}`)
      expect(new Set(counted)).toEqual(new Set(wanted))
      expect(counted).toHaveLength(wanted.length)
      const { body } = await door(api.getDoorNow, { params })
      const inside = [...isIn.values()].filter(Boolean).length
      expect(body).toMatchObject({ PeopleIn: inside, CameIn: isIn.size })
      expect((await door(api.listWhoIsIn, { params })).body.Results).toHaveLength(inside)
    }),
    { numRuns, endOnFailure: true },
  )
})
