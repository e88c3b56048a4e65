import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { ScanAnswer } from '#contract/events/event-scans.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'
import { harbourside, publishedEvent, scanOf, scansOf, sydneyDay } from '#tests/records/events.ts'

let hub: TestHub
let door: Caller
let financial: string[]
let unfinancial: string
beforeAll(async () => {
  hub = await startTestHub()
  door = hub.as(people.door)
  const { rows } = await hub.owner.query<{ number: string; isFinancial: boolean }>(
    `select membership_number as number, date_financial > current_date as "isFinancial" from member
     where business_id = 'harbourside' order by membership_number`,
  )
  financial = rows.filter((row) => row.isFinancial).map((row) => row.number)
  unfinancial = rows.find((row) => !row.isFinancial)!.number
})
afterAll(() => hub.close())

type Scan = ReturnType<typeof scanOf>
const scan = async (eventId: string, body: Scan) => {
  const answer = await door(api.recordScans, { params: { ...harbourside, eventId }, body })
  return { ...answer, body: answer.body as ScanAnswer }
}
const resultsOf = (eventId: string) => scansOf(hub, eventId)

describe('doors that scan at the same time', () => {
  test('let a member in once, and none of them waits in vain', async () => {
    const eventId = await publishedEvent(hub)
    const members = financial.slice(0, 15)
    for (const member of members) {
      // Each was made before the one that is handed in before it, and so makes those duplicates.
      const scans = Array.from({ length: 12 }, (_, i) =>
        scan(eventId, scanOf(member, { ScannedAt: new Date(Date.now() - i * 1000).toISOString() })),
      )
      const answers = await Promise.all(scans)
      expect(answers.map((answer) => answer.status)).toEqual(Array(12).fill(200))
      expect(answers.filter(({ body }) => body.Result === 'Valid').length).toBeGreaterThan(0)
    }
    const counted = (await resultsOf(eventId)).filter((row) => row.result === 'Valid')
    expect(counted).toHaveLength(members.length)
  })

  test('and send the same scan twice at once: it is one', async () => {
    const eventId = await publishedEvent(hub)
    const body = scanOf(financial[0]!)
    const answers = await Promise.all([1, 2, 3].map(() => scan(eventId, body)))
    expect(answers.map((answer) => answer.body.Result)).toEqual(['Valid', 'Valid', 'Valid'])
    expect(await resultsOf(eventId)).toHaveLength(1)
  })
})

describe('queues of doors without a connection', () => {
  const hour = 3_600_000
  // Of the hour before this one, so that all are of one day.
  const minute = (n: number) =>
    new Date((Math.floor(Date.now() / hour) - 1) * hour + n * 60_000).toISOString()
  // An hour ago it may have been yesterday.
  const sinceYesterday = (MemberFilterQuery = '') =>
    publishedEvent(hub, { EventStartDate: sydneyDay(-1), MemberFilterQuery })
  const upload = async (eventId: string, Scans: Scan[]) => {
    const answer = await door(api.recordScans, { params: { ...harbourside, eventId }, body: { Scans } })
    return (answer.body as { Results: ScanAnswer[] }).Results
  }

  test('the earlier of two scans counts, whichever comes in first', async () => {
    const eventId = await sinceYesterday()
    const early = scanOf(financial[0]!, { ScannedAt: minute(1), DecidedAs: 'Valid' })
    const late = scanOf(financial[0]!, { ScannedAt: minute(5), DecidedAs: 'Valid' })
    expect((await upload(eventId, [late]))[0]?.Result).toBe('Valid')
    expect((await upload(eventId, [early]))[0]?.Result).toBe('Valid')
    expect((await resultsOf(eventId)).map(({ id, result }) => [id, result])).toEqual([
      [early.ScanId, 'Valid'],
      [late.ScanId, 'AlreadyIn'],
    ])
    expect((await resultsOf(eventId))[1]?.reason).toMatch(/^In since \d\d:\d\d/)
  })

  test('more scans than a call takes are a 400', async () => {
    const eventId = await publishedEvent(hub)
    const answer = await door(api.recordScans, {
      params: { ...harbourside, eventId },
      body: { Scans: Array.from({ length: 101 }, () => scanOf('1')) },
    })
    expect(answer.status).toBe(400)
  })

  test('merge to the same, in whatever order and pieces they come, repeats and all', async () => {
    const codes = [...financial.slice(0, 3), unfinancial, 'NOBODY']
    const queue = fc.array(fc.tuple(fc.nat({ max: codes.length - 1 }), fc.nat({ max: 40 })), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(queue, { minLength: 1, maxLength: 3 }),
        fc.infiniteStream(fc.nat()),
        async (queues, dice) => {
          const doors = queues.map((scans) =>
            decidedAlone(
              scans
                .toSorted((a, b) => a[1] - b[1])
                .map(([who, at]) => scanOf(codes[who]!, { ScannedAt: minute(at) })),
            ),
          )
          const all = doors.flat()
          const merged = await mergeInPieces(doors, dice)
          const atOnce = await sinceYesterday('Financial=true')
          // By themselves, in the order of time.
          for (const each of all.toSorted(byTime)) await upload(atOnce, [each])
          expect(await resultsOf(merged)).toEqual(await resultsOf(atOnce))
          expect(await resultsOf(merged)).toHaveLength(all.length)
        },
      ),
      { numRuns: inLong(60, 6), endOnFailure: true },
    )
  })

  /** Each door sends its queue in order; pieces of several doors mix, and some are sent twice. */
  async function mergeInPieces(doors: Scan[][], dice: fc.Stream<number>) {
    const eventId = await sinceYesterday('Financial=true')
    const left = doors.map((scans) => [...scans]).filter((scans) => scans.length > 0)
    while (left.length > 0) {
      const at = dice.next().value! % left.length
      const piece = left[at]!.splice(0, 1 + (dice.next().value! % 3))
      await upload(eventId, piece)
      if (dice.next().value! % 3 === 0) await upload(eventId, piece)
      if (left[at]!.length === 0) left.splice(at, 1)
    }
    return eventId
  }

  /** What a door tells people by itself, with a list that is out of date: each comes in once. */
  const decidedAlone = (scans: Scan[]) =>
    scans.map((each, place) => {
      const isAgain = scans.slice(0, place).some(({ Code }) => Code === each.Code)
      return { ...each, DecidedAs: isAgain ? ('AlreadyIn' as const) : ('Valid' as const) }
    })

  const byTime = (one: Scan, other: Scan) =>
    one.ScannedAt === other.ScannedAt
      ? one.ScanId.localeCompare(other.ScanId)
      : one.ScannedAt.localeCompare(other.ScannedAt)
})
