import { afterAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { ScanAnswer } from '#contract/events/event-scans.ts'
import { nobody } from '#platform/access'
import { type CodeReader, createDoorEvents } from '#server/events/doors'
import { visitorsIn } from '#server/visitors/register'
import { confinedAdmin } from '#tests/people/confined.ts'
import {
  eventFields,
  harbourside,
  makeEvent,
  publishedEvent,
  scanOf,
  startDoors,
  sydneyDay,
} from '#tests/records/events.ts'
import { createDoorLines } from './door-lines.ts'
import { recordScans } from './scans.ts'

const { hub, admin, door, member, unfinancial, scan, countOf, resultsOf } = await startDoors()
afterAll(() => hub.close())

describe('a scan', () => {
  test('welcomes a member by name and level, and counts', async () => {
    const eventId = await publishedEvent(hub, { MemberFilterQuery: 'Financial=true' })
    const { status, body } = await scan(eventId, scanOf(member.number))
    expect(status).toBe(200)
    expect(body).toMatchObject({ Result: 'Valid', Reason: null, Member: { FirstName: member.name } })
    expect(body.Member?.MemberLevelDescription).toMatch(/Bronze|Silver|Gold/)
    expect(await countOf(eventId)).toBe(1)
  })

  test('sent again is the same scan, with the same answer', async () => {
    const eventId = await publishedEvent(hub)
    const body = scanOf(member.number)
    const first = await scan(eventId, body)
    const again = await scan(eventId, body)
    expect(again.body).toEqual(first.body)
    expect(await resultsOf(eventId)).toHaveLength(1)
  })

  test('tells who is in already, and since when', async () => {
    const eventId = await publishedEvent(hub)
    await scan(eventId, scanOf(member.number))
    const { body } = await scan(eventId, scanOf(member.number))
    expect(body.Result).toBe('AlreadyIn')
    expect(body.Reason).toMatch(/^In since \d\d:\d\d\.$/)
    expect(await countOf(eventId)).toBe(1)
  })

  test('tells who is not eligible, and why', async () => {
    const eventId = await publishedEvent(hub, { MemberFilterQuery: 'Financial=true' })
    const { body } = await scan(eventId, scanOf(unfinancial.number))
    expect(body.Result).toBe('NotEligible')
    expect(body.Reason).toMatch(/^Unfinancial since \d+ \w+/)
    expect(body.Member).not.toBeNull()
  })

  test('outside the check-in time says when that is', async () => {
    const day = sydneyDay(-1)
    const eventId = await publishedEvent(hub, {
      EventStartDate: day,
      CheckInStartTime: '10:00',
      CheckInEndTime: '10:30',
    })
    const { body } = await scan(
      eventId,
      scanOf(member.number, { ScannedAt: `${day}T20:00:00Z`, DecidedAs: 'Valid' }),
    )
    expect(body.Result).toBe('OutsideCheckIn')
    expect(body.Reason).toMatch(/^Check-in is from 10:00 to 10:30, .+ – .+\.$/)
  })

  test('of a card that is nobody’s is kept, and told so', async () => {
    const eventId = await publishedEvent(hub)
    const { body } = await scan(eventId, scanOf('LIBRARY-42'))
    expect(body).toMatchObject({ Result: 'UnknownCard', Reason: 'No member has this card.', Member: null })
    expect(await resultsOf(eventId)).toEqual([expect.objectContaining({ result: 'UnknownCard' })])
  })

  test('of a member who was removed says that the card is not active', async () => {
    const eventId = await publishedEvent(hub)
    await hub.owner.query(
      `update member set deleted_at = now() where business_id = 'harbourside' and membership_number = '11999'`,
    )
    const { body } = await scan(eventId, scanOf('11999'))
    expect(body).toMatchObject({ Result: 'CardNotActive', Reason: 'This card is no longer active.' })
  })

  test.each([
    ['Draft', 'This event has not been published.'],
    ['Completed', 'This event is completed.'],
    ['Canceled', 'This event is canceled.'],
  ])('of an event that is %s says so', async (status, reason) => {
    const eventId = await makeEvent(hub)
    await hub.owner.query(`update event set status = $2 where event_id = $1`, [eventId, status])
    const { body } = await scan(eventId, scanOf(member.number))
    expect(body).toMatchObject({ Result: 'EventNotOpen', Reason: reason })
  })

  test('made while the event was open counts, though it comes in after it was completed', async () => {
    // From yesterday on: a minute ago may have been then.
    const eventId = await publishedEvent(hub, { EventStartDate: sydneyDay(-1) })
    await hub.owner.query(`update event set published_at = now() - interval '2 hours' where event_id = $1`, [
      eventId,
    ])
    await admin(api.setEventStatus, { params: { ...harbourside, eventId, status: 'complete' } })
    const ScannedAt = new Date(Date.now() - 60_000).toISOString()
    expect((await scan(eventId, scanOf(member.number, { ScannedAt, DecidedAs: 'Valid' }))).body.Result).toBe(
      'Valid',
    )
    expect((await scan(eventId, scanOf(unfinancial.number))).body.Result).toBe('EventNotOpen')
  })

  test('with a clock that is ahead is a scan of now', async () => {
    const eventId = await publishedEvent(hub)
    const ScannedAt = new Date(Date.now() + 86_400_000).toISOString()
    const { body } = await scan(eventId, scanOf(member.number, { ScannedAt }))
    expect(body.Result).toBe('Valid')
    expect(Date.parse(body.ScannedAt)).toBeLessThanOrEqual(Date.now())
  })

  test('follows a change of the event at once', async () => {
    const eventId = await publishedEvent(hub)
    expect((await scan(eventId, scanOf(member.number))).body.Result).toBe('Valid')
    await admin(api.updateEvent, {
      params: { ...harbourside, eventId },
      body: eventFields({ MemberFilterQuery: 'Financial=true' }),
    })
    expect((await scan(eventId, scanOf(unfinancial.number))).body.Result).toBe('NotEligible')
  })

  test('understands card and badge numbers, in either case, and a UPC-A with its zero', async () => {
    const eventId = await publishedEvent(hub)
    await hub.owner.query(
      `update member set card_number = 'CARD-7x', badge_number = '123456789012'
       where business_id = 'harbourside' and member_id = $1`,
      [member.id],
    )
    for (const code of ['CARD-7x', '0123456789012', '123456789012', ` ${member.number} `])
      expect((await scan(eventId, scanOf(code))).body.Member?.FirstName, code).toBe(member.name)
    await hub.owner.query(
      `update member set badge_number = 'b12' where business_id = 'harbourside' and member_id = $1`,
      [member.id],
    )
    expect((await scan(eventId, scanOf('B12'))).body.Member?.FirstName).toBe(member.name)
  })

  test('by a user of one venue knows the members of that venue alone', async () => {
    const eventId = await publishedEvent(hub)
    const { rows } = await hub.owner.query<{ number: string; venue: string }>(
      `select distinct on (venue_no) membership_number as number, venue_no as venue from member
       where business_id = 'harbourside' and deleted_at is null`,
    )
    const promotions = await confinedAdmin(hub)
    for (const { number, venue } of rows) {
      const { body } = await scan(eventId, scanOf(number), promotions)
      expect(body.Result).toBe(venue === '2' ? 'Valid' : 'UnknownCard')
    }
  })

  test.each([
    [{ ScanId: 'short' }, 'A scan ID has 8 to 64 letters, digits or hyphens.'],
    [{ Code: ' ' }, 'Code is required.'],
    [{ ScannedAt: 'yesterday' }, 'Scanned at must be a time, such as 2026-11-15T09:30:00Z.'],
  ])('is refused with %o', async (fields, sentence) => {
    const eventId = await publishedEvent(hub)
    const answer = await door(api.recordScans, {
      params: { ...harbourside, eventId },
      body: { Scans: [{ ...scanOf(member.number), ...fields }] },
    })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.error)).toContain(sentence)
  })

  test('leaves nothing in the audit trail, being a record itself, and can not be deleted', async () => {
    const eventId = await publishedEvent(hub)
    await scan(eventId, scanOf(member.number))
    const { rows } = await hub.owner.query(`select from audit_entry where action = 'recordScans'`)
    expect(rows).toEqual([])
    await expect(
      hub.database.pool.query(`delete from event_scan where event_id = '${eventId}'`),
    ).rejects.toThrow(/permission denied/)
  })
})

describe('a code of another kind', () => {
  const scanPass = async (eventId: string, Code: string, isActive: boolean) => {
    const readCode: CodeReader = async (_, code) =>
      code.startsWith('PASS-') ? { memberId: member.id, isActive } : null
    const news = { changed: () => undefined, kept: () => 0, follow: async function* () {} }
    const body = { ...scanOf(Code), DeviceName: 'Test door', Direction: 'In' }
    return (await hub.database.transaction('harbourside', (tx) => {
      const call = { db: tx, who: { ...nobody, uid: 'x' }, params: { ...harbourside, eventId }, body }
      return recordScans(call as never, {
        events: createDoorEvents(),
        news,
        readCode,
        visitorsIn,
        lines: createDoorLines(),
      })
    })) as ScanAnswer
  }

  test('is understood through the port', async () => {
    const eventId = await publishedEvent(hub)
    const answer = await scanPass(eventId, 'PASS-1', true)
    expect(answer).toMatchObject({ Result: 'Valid', Member: { FirstName: member.name } })
    expect((await scan(eventId, scanOf(member.number))).body.Result).toBe('AlreadyIn')
    expect((await scanPass(eventId, 'TICKET', true)).Result).toBe('UnknownCard')
  })

  test('that no longer holds is a card that is not active', async () => {
    const eventId = await publishedEvent(hub)
    const answer = await scanPass(eventId, 'PASS-1', false)
    expect(answer).toMatchObject({ Result: 'CardNotActive', Member: { FirstName: member.name } })
  })
})
