import { afterAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { harbourside, publishedEvent, scanOf, startDoors } from '#tests/records/events.ts'

const { hub, admin, door, member, unfinancial, scan, countOf, resultsOf } = await startDoors()
afterAll(() => hub.close())

describe('undo', () => {
  test('takes the last one back, once, on record', async () => {
    const eventId = await publishedEvent(hub)
    const { body } = await scan(eventId, scanOf(member.number))
    const params = { ...harbourside, eventId, scanId: body.ScanId }
    const undone = await door(api.undoScan, { params })
    expect(undone.body).toMatchObject({ ScanId: body.ScanId, IsUndone: true })
    expect(await countOf(eventId)).toBe(0)
    const again = await door(api.undoScan, { params })
    expect(again.status).toBe(409)
    expect(again.error.ErrorMessage).toBe('This scan has been undone already.')
    const { rows } = await hub.owner.query(`select undone_by from event_scan where scan_id = $1`, [
      body.ScanId,
    ])
    expect(rows).toEqual([{ undone_by: 'Drew Door' }])
    expect((await scan(eventId, scanOf(member.number))).body.Result).toBe('Valid')
  })

  test('of one of two scans of a card leaves the other counting', async () => {
    const eventId = await publishedEvent(hub)
    const first = await scan(eventId, scanOf(member.number))
    await scan(eventId, scanOf(member.number))
    await door(api.undoScan, { params: { ...harbourside, eventId, scanId: first.body.ScanId } })
    expect((await resultsOf(eventId)).map((row) => row.result)).toEqual(['Valid', 'Valid'])
    expect(await countOf(eventId)).toBe(1)
  })

  test('of a scan of another event is not found', async () => {
    const eventId = await publishedEvent(hub)
    const { body } = await scan(eventId, scanOf(member.number))
    const other = { ...harbourside, eventId: await publishedEvent(hub), scanId: body.ScanId }
    expect((await door(api.undoScan, { params: other })).status).toBe(404)
  })
})

describe('an override', () => {
  const override = (eventId: string, scanId: string, by = admin, Reason = 'Guest of the president') =>
    by(api.overrideScan, { params: { ...harbourside, eventId, scanId }, body: { Reason } })

  test('by an Admin, with a reason, lets a refused member in', async () => {
    const eventId = await publishedEvent(hub, { MemberFilterQuery: 'Financial=true' })
    const { body } = await scan(eventId, scanOf(unfinancial.number))
    expect((await override(eventId, body.ScanId, door)).status).toBe(403)
    expect((await override(eventId, body.ScanId, admin, ' ')).error.ErrorMessage).toBe(
      'A reason is required.',
    )
    expect((await override(eventId, body.ScanId)).body.Result).toBe('Valid')
    expect(await countOf(eventId)).toBe(1)
    const { rows } = await hub.owner.query(
      `select before, after from audit_entry where action = 'overrideScan' and record_id = $1`,
      [body.ScanId],
    )
    expect(rows[0]).toMatchObject({
      before: { Result: 'NotEligible' },
      after: { Reason: 'Guest of the president' },
    })
    expect((await override(eventId, body.ScanId)).error.ErrorCode).toBe('scan_not_refused')
  })

  test('is refused for nobody, for who is in, and when the event is closed', async () => {
    const eventId = await publishedEvent(hub, { MemberFilterQuery: 'Financial=true' })
    const stranger = await scan(eventId, scanOf('LIBRARY-42'))
    expect((await override(eventId, stranger.body.ScanId)).error.ErrorCode).toBe('scan_not_refused')
    const one = await scan(eventId, scanOf(unfinancial.number))
    const two = await scan(eventId, scanOf(unfinancial.number))
    await override(eventId, one.body.ScanId)
    expect((await override(eventId, two.body.ScanId)).error.ErrorCode).toBe('already_in')
    await admin(api.setEventStatus, { params: { ...harbourside, eventId, status: 'cancel' } })
    expect((await override(eventId, two.body.ScanId)).error.ErrorCode).toBe('event_not_open')
  })
})
