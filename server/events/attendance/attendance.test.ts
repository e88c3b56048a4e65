import { once } from 'node:events'
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { AttendanceNews } from '#contract/events/attendance.ts'
import { createHub, type Hub } from '#hub'
import { testSettings } from '#tests/database.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { harbourside, publishedEvent, scanOf } from '#tests/records/events.ts'
import { event as eventToDelete } from '#tests/samples/sample-records.ts'

let hub: TestHub
let admin: Caller
let completed: { eventId: string; businessId: string }
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
  const { body } = await admin(api.listEvents, { params: harbourside, query: { status: 'Completed' } })
  completed = { ...harbourside, eventId: body.Results[0]!.id }
})
afterAll(() => hub.close())

describe('attendance', () => {
  test('has who came, the latest first, page by page', async () => {
    const first = await admin(api.listAttendance, { params: completed, query: { limit: 100 } })
    expect(first.body.Results).toHaveLength(100)
    const { searchParams } = new URL(first.body._links.next!.href)
    const second = await admin(api.listAttendance, {
      params: completed,
      query: Object.fromEntries(searchParams),
    })
    expect(second.body._links.next).toBeUndefined()
    const all = [...first.body.Results, ...second.body.Results]
    expect(new Set(all.map((row) => row.ScanId)).size).toBe(184)
    const times = all.map((row) => row.ScanDateTime)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(all[0]?.Member).toMatchObject({ FirstName: expect.any(String), LastName: expect.any(String) })
  })

  test('counts the valid scans, and when they came', async () => {
    const { body } = await admin(api.getAttendanceKpi, { params: completed })
    expect(body.ValidScanCount).toBe(184)
    expect(body.Arrivals.reduce((sum, { Count }) => sum + Count, 0)).toBe(184)
    expect(body.Arrivals.every(({ From }) => /:(00|15|30|45):00Z$/.test(From))).toBe(true)
    expect(body.Refused).toContainEqual({ Result: 'AlreadyIn', Count: 10 })
  })

  test('counts who comes after midnight for the day that they came to', async () => {
    const params = { ...harbourside, eventId: await publishedEvent(hub) }
    const scan = scanOf('10002')
    expect((await hub.as(people.door)(api.recordScans, { params, body: scan })).status).toBe(200)
    const { body: before } = await admin(api.getAttendanceKpi, { params })
    await hub.owner.query(
      `update event_scan set scanned_at = scanned_at + interval '1 day' where event_id = $1`,
      [params.eventId],
    )
    const { body } = await admin(api.getAttendanceKpi, { params })
    expect(body.Days).toEqual(before.Days)
    expect(body.Arrivals).toEqual([{ ...before.Arrivals[0], From: expect.any(String) }])
    expect(body.Arrivals[0]?.From).not.toBe(before.Arrivals[0]?.From)
  })

  test('as CSV has the valid scans, or all with what came of them', async () => {
    const valid = await admin(api.exportAttendance, { params: completed })
    const lines = String(valid.body).trim().split('\r\n')
    expect(lines[0]).toBe('Member Name,Membership No,Membership Level,Check-in Time,Session,Let in Twice')
    expect(String(valid.body).startsWith('\uFEFF')).toBe(true)
    expect(lines).toHaveLength(185)
    expect(lines[1]).toMatch(/^.+,\d+,(Bronze|Silver|Gold),"\d\d\/\d\d\/\d{4}, 11:0\d:\d\d",,$/)
    const all = await admin(api.exportAttendance, {
      params: completed,
      query: { includeInvalidScans: 'true' },
    })
    expect(String(all.body)).toContain('Unknown card,No member has this card.')
    expect(String(all.body).trim().split('\r\n').length).toBeGreaterThan(195)
    expect(valid.headers['content-disposition']).toContain('Spring%20Racing%20Luncheon')
  })

  test('as CSV tells no number that pays at a till', async () => {
    const { rows } = await hub.owner.query<{ card: string; pass: string }>(
      `select (select card_number from card where business_id = 'harbourside' and card_number is not null limit 1) as card,
         (select coupon_code from pass where business_id = 'harbourside' limit 1) as pass`,
    )
    const { card, pass } = rows[0]!
    const inGroups = card.replaceAll(/(.{4})(?=.)/g, '$1-')
    const params = { ...harbourside, eventId: await publishedEvent(hub) }
    for (const code of [card, inGroups, pass.toLowerCase(), '10002', 'nobody-has-this', 'short'])
      await hub.as(people.door)(api.recordScans, { params, body: scanOf(code) })
    await hub.owner.query(`insert into role values ('harbourside', 'Events', '', '{Event.Manage}')`)
    const uid = (await hub.owner.query(`select uid from business_user where email = $1`, [people.finance]))
      .rows[0].uid
    await admin(api.setUserRole, { params: { ...harbourside, uid }, body: { Value: 'Events' } })
    const codes = async (caller: Caller) => {
      const { body } = await caller(api.exportAttendance, { params, query: { includeInvalidScans: 'true' } })
      const [head = '', ...lines] = String(body).trim().split('\r\n')
      const place = head.split(',').indexOf('Code') - head.split(',').length
      return lines.map((line) => line.split(',').at(place) ?? '').toSorted()
    }
    const hidden = (code: string) => `**** **** **** ${code.slice(-4)}`
    const paying = [hidden(card), hidden(inGroups), hidden(pass.toLowerCase())]
    expect(await codes(admin)).toEqual([...paying, '10002', 'nobody-has-this', 'short'].toSorted())
    expect(await codes(hub.as(people.finance))).toEqual(
      [...paying, '****', hidden('nobody-has-this'), '****'].toSorted(),
    )
  })

  test('is for administrators', async () => {
    for (const row of [api.listAttendance, api.getAttendanceKpi, api.exportAttendance, api.watchAttendance])
      expect((await hub.as(people.door)(row, { params: completed })).status).toBe(403)
  })
})

describe('the stream', () => {
  const settings = () => testSettings(hub.databaseUrl)
  /** Another process on the same database, which knows the same sessions. */
  const otherProcess = () =>
    createHub({ settings: settings(), databaseUrl: hub.databaseUrl, secret: hub.secret })

  /** Reads what is sent, as it comes. */
  async function watch(server: Hub, eventId: string, email: string = people.admin) {
    const { app } = server
    const url = app.server.listening ? app.listeningOrigin : await app.listen({ port: 0, host: '127.0.0.1' })
    const path = api.watchAttendance.path.replace('{businessId}', 'harbourside').replace('{eventId}', eventId)
    const request = http.get(new URL(path, url), {
      headers: { authorization: `Bearer ${await hub.tokenOf(email)}`, 'accept-encoding': 'gzip, br' },
    })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    response.setEncoding('utf8')
    return { response, chunks: response[Symbol.asyncIterator]() as AsyncIterator<string> }
  }
  const nextNews = async (chunks: AsyncIterator<string>) => {
    for (;;) {
      const { value, done } = await chunks.next()
      if (done) return null
      const [, data] = /^data: (.*)$/m.exec(value) ?? []
      if (data) return AttendanceNews.parse(JSON.parse(data))
    }
  }

  test('tells of a scan that another process took, and ends with its own', async () => {
    const eventId = await publishedEvent(hub)
    const watched = await otherProcess()
    const { response, chunks } = await watch(watched, eventId)
    expect(response.headers['content-type']).toBe('text/event-stream')
    expect(response.headers['content-encoding']).toBeUndefined()
    expect((await nextNews(chunks))?.Kpi.ValidScanCount).toBe(0)

    const scanned = await hub.as(people.door)(api.recordScans, {
      params: { ...harbourside, eventId },
      body: scanOf('10002'),
    })
    expect(scanned.status).toBe(200)
    const news = await nextNews(chunks)
    expect(news?.Kpi.ValidScanCount).toBe(1)
    expect(news?.Newest).toHaveLength(1)

    await watched.app.close()
    expect(await nextNews(chunks)).toBeNull()
  })

  describe('ends at once when', () => {
    const uidOf = async (email: string) => {
      const { rows } = await hub.owner.query<{ uid: string }>(
        'select uid from business_user where email = $1',
        [email],
      )
      return rows[0]!.uid
    }
    const setRole = async (email: string, Value: string) => {
      const params = { ...harbourside, uid: await uidOf(email) }
      expect((await admin(api.setUserRole, { params, body: { Value } })).status).toBeLessThan(300)
    }

    /** What takes the right to watch away from a user, or what is watched from everybody. */
    const ends: Record<string, (email: string, eventId: string) => Promise<{ status: number }>> = {
      'the user is disabled': async (email) =>
        admin(api.setUserDisabled, {
          params: { ...harbourside, uid: await uidOf(email) },
          body: { Value: true },
        }),
      'the role is another': async (email) => {
        await setRole(email, 'Door')
        return { status: 204 }
      },
      'the user is confined to a venue': async (email) =>
        admin(api.setUserVenues, { params: { ...harbourside, uid: await uidOf(email) }, body: ['1'] }),
      'the event is deleted': (_, eventId) =>
        admin(api.setEventStatus, { params: { ...harbourside, eventId, status: 'delete' } }),
    }
    // Each is taken away from somebody else.
    const watchers = [people.reception, people.finance, people.finance, people.door]
    const cases = Object.entries(ends).map(([name, end], at) => ({ name, end, email: watchers[at]! }))

    test.each(cases)('$name, here or in another process', async ({ end, email }) => {
      const { body: draft } = await admin(api.createEvent, { params: harbourside, body: eventToDelete })
      await setRole(email, 'Admin')
      const other = await otherProcess()
      const streams = [await watch(hub, draft.id, email), await watch(other, draft.id, email)]
      for (const { chunks } of streams) expect(await nextNews(chunks)).not.toBeNull()
      const watchedOn = await watch(other, await publishedEvent(hub))
      expect(await nextNews(watchedOn.chunks)).not.toBeNull()

      expect((await end(email, draft.id)).status).toBeLessThan(300)
      for (const { chunks } of streams) expect(await nextNews(chunks)).toBeNull()
      // Whom it doesn't concern watches on.
      expect(watchedOn.response.readableEnded).toBe(false)
      watchedOn.response.destroy()
      await other.app.close()
    })
  })
})
