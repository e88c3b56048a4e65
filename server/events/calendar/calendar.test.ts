import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { readCalendarFile } from '#tests/reading/icalendar.ts'
import { eventFields, harbourside, makeEvent, publishedEvent, sydneyDay } from '#tests/records/events.ts'

let hub: TestHub
let admin: ReturnType<TestHub['as']>
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())

const download = (eventId: string, by = admin) =>
  by(api.getEventCalendar, { params: { ...harbourside, eventId } })
const entryOf = async (eventId: string) =>
  readCalendarFile((await download(eventId)).body as string).entries[0]!

describe('an event as a file', () => {
  test('is one entry, named by title and day, whose texts come through as they are', async () => {
    const EventName = `Café, “Gold”; Members' night \\ ${'🎉 très long '.repeat(6)}`.trim()
    const EventLocation = 'Bar (upstairs), 1 Quay\\St; Sydney'
    const eventId = await publishedEvent(hub, {
      EventName,
      EventLocation,
      CheckInStartTime: '18:00',
      CheckInEndTime: '20:30',
    })
    const { status, headers, body } = await download(eventId)
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    const disposition = String(headers['content-disposition'])
    expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[\w%.!~-]+$/)
    const name = decodeURIComponent(disposition.split("''")[1]!)
    expect(name).toMatch(new RegExp(`^Café, “Gold”; Members' night 🎉 .* ${sydneyDay()}\\.ics$`))
    const { about, entries } = readCalendarFile(body as string)
    expect(about).toEqual({ VERSION: '2.0', PRODID: '-//Hub//Events//EN', CALSCALE: 'GREGORIAN' })
    expect(entries).toEqual([
      expect.objectContaining({
        UID: `${eventId}@harbourside.hub`,
        SUMMARY: EventName,
        LOCATION: EventLocation,
        DESCRIPTION: 'Check-in 18:00 – 20:30 (Australia/Sydney)',
        STATUS: 'CONFIRMED',
        DTSTAMP: expect.stringMatching(/^\d{8}T\d{6}Z$/),
      }),
    ])
  })

  test('says the instants of its own zone, also over a night in which clocks are changed', async () => {
    const eventId = await makeEvent(hub, {
      EventStartDate: '2027-04-03',
      EventEndDate: '2027-04-05',
      CheckInStartTime: '18:00',
      CheckInEndTime: '20:30',
    })
    expect(await entryOf(eventId)).toMatchObject({
      DTSTART: '20270403T070000Z',
      DTEND: '20270405T103000Z',
      DESCRIPTION: 'Check-in 18:00 – 20:30 (Australia/Sydney) on each day',
      STATUS: 'TENTATIVE',
    })
  })

  test('has an entry for each of its sessions', async () => {
    const session = { Date: '2027-04-03', CheckInStartTime: '12:00', CheckInEndTime: '14:00' }
    const eventId = await makeEvent(hub, {
      EventName: 'Open day',
      EventStartDate: '2027-04-03',
      EventEndDate: '2027-04-04',
      Sessions: [
        { ...session, Name: 'Lunch' },
        { ...session, Name: 'Brunch', Date: '2027-04-04', CheckInStartTime: '10:00' },
      ],
    })
    const { entries } = readCalendarFile((await download(eventId)).body as string)
    expect(entries).toMatchObject([
      { SUMMARY: 'Open day: Lunch', DTSTART: '20270403T010000Z', DTEND: '20270403T030000Z' },
      { SUMMARY: 'Open day: Brunch', DTSTART: '20270404T000000Z', DTEND: '20270404T040000Z' },
    ])
    expect(new Set(entries.map(({ UID }) => UID)).size).toBe(2)
  })

  test('is a matter of days where people are let in all day, and a moment where they are in one minute', async () => {
    const days = { EventStartDate: '2027-04-03', EventEndDate: '2027-04-04' }
    expect(await entryOf(await makeEvent(hub, days))).toMatchObject({
      'DTSTART;VALUE=DATE': '20270403',
      'DTEND;VALUE=DATE': '20270405',
    })
    const minute = { CheckInStartTime: '18:00', CheckInEndTime: '18:00' }
    const moment = await entryOf(await makeEvent(hub, { ...days, EventEndDate: '2027-04-03', ...minute }))
    expect(moment).toMatchObject({ DTSTART: '20270403T070000Z' })
    expect(moment).not.toHaveProperty('DTEND')
  })

  test('keeps its id and counts its changes; canceled it says so', async () => {
    const eventId = await publishedEvent(hub)
    const params = { ...harbourside, eventId }
    const before = await entryOf(eventId)
    await admin(api.updateEvent, { params, body: eventFields({ EventName: 'Another name' }) })
    await admin(api.setEventStatus, { params: { ...params, status: 'cancel' } })
    const after = await entryOf(eventId)
    expect(after).toMatchObject({ UID: before.UID, SUMMARY: 'Another name', STATUS: 'CANCELLED' })
    expect(Number(after.SEQUENCE)).toBe(Number(before.SEQUENCE) + 2)
  })

  test('is none of an entry, which has no end', async () => {
    const { body } = await admin(api.switchEntryOn, { params: harbourside, body: { VenueNo: '1' } })
    expect(await download(body.id)).toMatchObject({ status: 409, error: { ErrorCode: 'event_is_entry' } })
  })

  test('is for those who see the event', async () => {
    const door = hub.as(people.door)
    expect((await download(await publishedEvent(hub), door)).status).toBe(200)
    expect((await download(await makeEvent(hub), door)).status).toBe(404)
    expect((await download(await publishedEvent(hub), hub.as(people.otherAdmin))).status).toBe(404)
  })
})

describe('the calendar of a business', () => {
  const linkOf = async () => (await admin(api.getCalendarLink, { params: harbourside })).body
  const renew = () => admin(api.renewCalendarLink, { params: harbourside })
  const pathOf = async () => (await linkOf()).Path!
  const fetchIt = (url: string, headers = {}) => hub.app.inject({ method: 'GET', url, headers })

  test('is there once somebody has made its link, which can be looked up again', async () => {
    expect(await linkOf()).toEqual({ Path: null, CreatedDate: null, CreatedByUser: null })
    expect((await admin(api.withdrawCalendarLink, { params: harbourside })).status).toBe(404)
    expect((await renew()).status).toBe(204)
    expect(await linkOf()).toMatchObject({
      Path: expect.stringMatching(/^\/api\/calendars\/harbourside\.[\w-]{32}\/events\.ics$/),
      CreatedByUser: 'Alex Admin',
    })
    for (const by of [people.door, people.reception])
      expect((await hub.as(by)(api.getCalendarLink, { params: harbourside })).status).toBe(403)
  })

  test('has what was published, of the last 90 days and of all to come, and no drafts', async () => {
    const on = async (day: number, make = publishedEvent) => {
      const eventId = await make(hub, { EventName: `Day ${day}` })
      await hub.owner.query('update event set start_date = $2, end_date = $2 where event_id = $1', [
        eventId,
        sydneyDay(day),
      ])
      return `${eventId}@harbourside.hub`
    }
    const [long, lately, later, draft] = [await on(-91), await on(-90), await on(700), await on(1, makeEvent)]
    const { headers, body } = await fetchIt(await pathOf())
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    const { about, entries } = readCalendarFile(body)
    expect(about).toMatchObject({
      NAME: 'Harbourside Leagues Club events',
      'X-WR-CALNAME': 'Harbourside Leagues Club events',
      'REFRESH-INTERVAL;VALUE=DURATION': 'PT1H',
      'X-PUBLISHED-TTL': 'PT1H',
    })
    const uids = entries.map(({ UID }) => UID)
    expect(uids).toEqual(expect.arrayContaining([lately, later]))
    expect(uids).not.toContain(long)
    expect(uids).not.toContain(draft)
    expect(new Set(entries.map(({ STATUS }) => STATUS))).toEqual(new Set(['CONFIRMED', 'CANCELLED']))
  })

  test('has all others where one is on a day that no calendar knows', async () => {
    const [known, odd, late] = [
      await publishedEvent(hub),
      await publishedEvent(hub, { CheckInStartTime: '09:00' }),
      await publishedEvent(hub, { CheckInStartTime: '09:00' }),
    ]
    const move = (eventId: string, from: string, to: string) =>
      hub.owner.query('update event set start_date = $2, end_date = $3 where event_id = $1', [
        eventId,
        from,
        to,
      ])
    await move(odd, '0099-01-01', sydneyDay(1))
    await move(late, sydneyDay(1), '9999-12-31')
    const { statusCode, body } = await fetchIt(await pathOf())
    expect(statusCode).toBe(200)
    const uids = readCalendarFile(body).entries.map(({ UID }) => UID)
    expect(uids).toContain(`${known}@harbourside.hub`)
    for (const eventId of [odd, late]) expect(uids).not.toContain(`${eventId}@harbourside.hub`)
    await hub.owner.query('delete from event where event_id = any($1)', [[odd, late]])
  })

  test('is sent again only when it has changed', async () => {
    const path = await pathOf()
    const etag = String((await fetchIt(path)).headers.etag)
    const same = await fetchIt(path, { 'if-none-match': `"another", W/${etag}` })
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag])
    await publishedEvent(hub)
    const { statusCode, headers } = await fetchIt(path, { 'if-none-match': etag })
    expect([statusCode, headers.etag === etag]).toEqual([200, false])
    expect(headers['cache-control']).toBe('private, no-cache')
  })

  test('is found by the newest link alone, and by none once that is withdrawn', async () => {
    const former = await pathOf()
    await renew()
    const path = await pathOf()
    const statusOf = async (url: string) => (await fetchIt(url)).statusCode
    expect([await statusOf(former), await statusOf(path)]).toEqual([404, 200])
    expect(await statusOf(path.replace('harbourside', 'valley-golf'))).toBe(404)
    expect(await statusOf('/api/calendars/nothing/events.ics')).toBe(404)
    await admin(api.withdrawCalendarLink, { params: harbourside })
    expect(await statusOf(path)).toBe(404)
    const { body } = await admin(api.listAudit, { params: harbourside, query: { limit: 2 } })
    expect(body.Results.map(({ Title, After }) => [Title, After])).toEqual([
      [api.withdrawCalendarLink.title, { Withdrawn: true }],
      [api.renewCalendarLink.title, { Renewed: true }],
    ])
  })

  test('rests while its business is suspended', async () => {
    await renew()
    const path = await pathOf()
    const superAdmin = hub.as(people.superAdmin)
    await superAdmin(api.suspendBusiness, { params: harbourside, body: { Reason: 'A test' } })
    expect((await fetchIt(path)).statusCode).toBe(409)
    await superAdmin(api.liftSuspension, { params: harbourside, body: { Reason: 'A test' } })
    expect((await fetchIt(path)).statusCode).toBe(200)
  })
})
