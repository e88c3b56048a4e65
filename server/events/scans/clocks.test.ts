import { afterAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { ScanAnswer } from '#contract/events/event-scans.ts'
import { harbourside, publishedEvent, scanOf, startDoors, sydneyDay } from '#tests/records/events.ts'

const { hub, admin, door, member, unfinancial, scan, countOf, resultsOf } = await startDoors()
afterAll(() => hub.close())

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
/** A minute ago may have been yesterday. */
const sinceYesterday = () => publishedEvent(hub, { EventStartDate: sydneyDay(-1) })
const upload = async (eventId: string, Scans: ReturnType<typeof scanOf>[], SentAt = inSeconds(0)) => {
  const params = { ...harbourside, eventId }
  const { body } = await door(api.recordScans, { params, body: { Scans, SentAt } })
  return (body as { Results: ScanAnswer[] }).Results
}
const lateScan = (Code: string, seconds: number, DecidedAs: ScanAnswer['Result'] = 'Valid') =>
  scanOf(Code, { ScannedAt: inSeconds(seconds), DecidedAs })

describe('of live scans the first counts, whatever the clocks say', () => {
  test('at three doors whose clocks are 30 seconds apart', async () => {
    const eventId = await publishedEvent(hub)
    const results: string[] = []
    for (const clock of [0, -30, -60]) {
      const body = scanOf(member.number, { ScannedAt: inSeconds(clock), SentAt: inSeconds(clock) })
      results.push((await scan(eventId, body)).body.Result)
    }
    expect(results).toEqual(['Valid', 'AlreadyIn', 'AlreadyIn'])
    expect((await resultsOf(eventId)).map(({ result }) => result)).toEqual(results)
  })

  test('at doors that scan at the same moment: one is green', async () => {
    const eventId = await publishedEvent(hub)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        scan(eventId, scanOf(member.number, { ScannedAt: inSeconds(-i / 10) })),
      ),
    )
    expect(answers.filter(({ body }) => body.Result === 'Valid')).toHaveLength(1)
    expect(answers.filter(({ body }) => body.IsLetInTwice)).toEqual([])
    expect(await countOf(eventId)).toBe(1)
  })

  test('and is dated by the server', async () => {
    const eventId = await publishedEvent(hub)
    const before = Date.now()
    const { body } = await scan(eventId, scanOf(member.number, { ScannedAt: inSeconds(-600) }))
    expect(Date.parse(body.ScannedAt)).toBeGreaterThanOrEqual(before)
    const { rows } = await hub.owner.query(
      `select device_time < scanned_at - interval '9 minutes' as "isKept" from event_scan where event_id = $1`,
      [eventId],
    )
    expect(rows).toEqual([{ isKept: true }])
  })
})

describe('late uploads', () => {
  test('are ordered by device time less what the clock is wrong by', async () => {
    const eventId = await sinceYesterday()
    // Five minutes slow: made 10 s ago by the server's clock.
    const slow = lateScan(member.number, -310)
    const right = lateScan(member.number, -60)
    await upload(eventId, [slow], inSeconds(-300))
    await upload(eventId, [right])
    const rows = await resultsOf(eventId)
    expect(rows.map(({ id, result }) => [id, result])).toEqual([
      [right.ScanId, 'Valid'],
      [slow.ScanId, 'AlreadyIn'],
    ])
  })

  test('of a clock beyond all measure are taken', async () => {
    const eventId = await publishedEvent(hub)
    const body = scanOf(member.number, { ScannedAt: '0001-01-01T00:00:00Z', DecidedAs: 'Valid' })
    const [answer] = await upload(eventId, [body], '9999-12-31T00:00:00Z')
    expect(answer?.Result).toBe('OutsideCheckIn')
    const left = scanOf(member.number, { ScannedAt: '0500-01-01T00:00:00Z', Direction: 'Out' })
    expect((await upload(eventId, [left]))[0]?.Result).toBe('NotIn')
    const [ahead] = await upload(eventId, [lateScan(member.number, 1e9)])
    expect(Date.parse(ahead!.ScannedAt)).toBeLessThanOrEqual(Date.now())
  })

  test('of two doors that let a member in count once, and show that it was twice', async () => {
    const eventId = await sinceYesterday()
    await scan(eventId, scanOf(member.number))
    const [answer] = await upload(eventId, [lateScan(member.number, -60)])
    // It was the first.
    expect(answer).toMatchObject({ Result: 'Valid', IsLetInTwice: false })
    const [again] = await upload(eventId, [lateScan(member.number, -30)])
    expect(again).toMatchObject({ Result: 'AlreadyIn', IsLetInTwice: true })
    expect(await countOf(eventId)).toBe(1)
    const params = { ...harbourside, eventId }
    const { body: list } = await admin(api.listAttendance, { params })
    expect(list.Results).toEqual([expect.objectContaining({ ScanId: answer!.ScanId, IsLetInTwice: true })])
    expect((await admin(api.getAttendanceKpi, { params })).body.LetInTwice).toBe(1)
    const { body: csv } = await admin(api.exportAttendance, { params })
    expect(String(csv)).toMatch(/Let in Twice\r\n.*,Yes\r\n/)
  })

  test('of somebody whom the door turned away count nobody', async () => {
    const eventId = await sinceYesterday()
    const [answer] = await upload(eventId, [lateScan(member.number, -60, 'NotEligible')])
    expect(answer).toMatchObject({
      Result: 'NotEligible',
      Reason: 'The door turned them away while it had no connection.',
    })
    expect(await countOf(eventId)).toBe(0)
  })
})

describe('scans that waited in line for the server’s word', () => {
  test('come after what another door has told meanwhile: one is green', async () => {
    const eventId = await sinceYesterday()
    expect((await scan(eventId, scanOf(member.number))).body.Result).toBe('Valid')
    const waited = scanOf(member.number, { ScannedAt: inSeconds(-5) })
    const [answer] = await upload(eventId, [waited])
    expect(answer).toMatchObject({ Result: 'AlreadyIn', IsLetInTwice: false })
    const rows = await resultsOf(eventId)
    expect(rows.map(({ id, result }) => [id === waited.ScanId, result])).toEqual([
      [false, 'Valid'],
      [true, 'AlreadyIn'],
    ])
  })

  test('tell what stands: who came in by one has been let in', async () => {
    const eventId = await sinceYesterday()
    expect((await upload(eventId, [scanOf(member.number, { ScannedAt: inSeconds(-5) })]))[0]?.Result).toBe(
      'Valid',
    )
    const [earlier] = await upload(eventId, [lateScan(member.number, -60)])
    expect(earlier).toMatchObject({ Result: 'Valid', IsLetInTwice: false })
    expect((await resultsOf(eventId)).map(({ result }) => result)).toEqual(['Valid', 'AlreadyIn'])
    const params = { ...harbourside, eventId }
    expect((await admin(api.getAttendanceKpi, { params })).body.LetInTwice).toBe(1)
  })

  test('and whoever is let in by one is in, also after a check-out that found nobody', async () => {
    const eventId = await sinceYesterday()
    const out = scanOf(member.number, { Direction: 'Out' })
    expect((await scan(eventId, out)).body.Result).toBe('NotIn')
    const waited = scanOf(member.number, { ScannedAt: inSeconds(-5) })
    expect((await upload(eventId, [waited]))[0]?.Result).toBe('Valid')
    const { body: now } = await door(api.getDoorNow, { params: { ...harbourside, eventId } })
    expect(now.PeopleIn).toBe(1)
  })

  test('but who leaves waits for none: a check-out that comes late was before they came back', async () => {
    const eventId = await publishedEvent(hub, { EventStartDate: sydneyDay(-1), Reentry: 'free' })
    await upload(eventId, [lateScan(member.number, -120)])
    await upload(eventId, [lateScan(member.number, -30, 'Reentry')])
    await upload(eventId, [scanOf(member.number, { Direction: 'Out', ScannedAt: inSeconds(-60) })])
    const { body: now } = await door(api.getDoorNow, { params: { ...harbourside, eventId } })
    expect(now.PeopleIn).toBe(1)
  })
})

describe('a scan whose answer was lost', () => {
  test('is what the device told meanwhile', async () => {
    const eventId = await sinceYesterday()
    await scan(eventId, scanOf(member.number))
    const lost = scanOf(member.number)
    expect((await scan(eventId, lost)).body).toMatchObject({ Result: 'AlreadyIn', IsLetInTwice: false })
    const [told] = await upload(eventId, [{ ...lost, DecidedAs: 'Valid' }])
    expect(told).toMatchObject({ Result: 'AlreadyIn', IsLetInTwice: true })

    const turnedAway = scanOf(unfinancial.number)
    expect((await scan(eventId, turnedAway)).body.Result).toBe('Valid')
    const [refused] = await upload(eventId, [{ ...turnedAway, DecidedAs: 'NotEligible' }])
    expect(refused?.Result).toBe('NotEligible')
    expect(await countOf(eventId)).toBe(1)
  })
})

test('why a scan was undone is kept, and told in the file', async () => {
  const eventId = await publishedEvent(hub)
  const { body } = await scan(eventId, scanOf(member.number))
  const params = { ...harbourside, eventId }
  const undone = await door(api.undoScan, {
    params: { ...params, scanId: body.ScanId },
    body: { Reason: 'The wrong card' },
  })
  expect(undone.body.IsUndone).toBe(true)
  const { body: csv } = await admin(api.exportAttendance, { params, query: { includeInvalidScans: 'true' } })
  expect(String(csv)).toContain('Drew Door,The wrong card,In,Welcome')
})

test('a call that was seconds on its way says nothing of the clock', async () => {
  const eventId = await sinceYesterday()
  const late = lateScan(member.number, -60)
  const [answer] = await upload(eventId, [late], inSeconds(-4))
  expect(answer!.ScannedAt).toBe(late.ScannedAt)
})
