import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type RetentionKind, retentionKinds } from '#contract/business/retention-words.ts'
import { textIsGone } from '#contract/messaging/outbox.ts'
import { setClock } from '#tests/days.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { itsPart } from '#tests/records/events.ts'

const businessId = 'harbourside'
const params = { businessId }
// The last moment of 16 November 2025 in Sydney, where it is the 17th a year later.
const justBefore = '2025-11-16T12:59:59.999Z'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await setClock(hub, new Date('2026-11-16T21:00:00Z'))
})
afterAll(() => hub.close())

const run = async (kinds: readonly RetentionKind[]) => {
  await hub.owner.query(`delete from retention`)
  await hub.owner.query(
    `insert into retention (business_id, kind, months) select $1, kind, 12 from unnest($2::text[]) kind`,
    [businessId, kinds],
  )
  await hub.tasks['let_fall_away']!({ businessId } as never, { isLast: false })
}
const rowsOf = async (statement: string, values: unknown[] = []) =>
  (await hub.owner.query(statement, values)).rows
const countOf = async (statement: string) => Number((await rowsOf(`select count(*) ${statement}`))[0].count)

describe('a message', () => {
  const message = async (state: string, created: string, sent: string | null = null) => {
    const [row] = await rowsOf(
      `insert into outbox_message (business_id, channel, kind, recipient, subject, body, secret, state, last_error,
         created_at, sent_at)
       values ('harbourside', 'email', 'invitation', 'gone@example.org', 'Hello', 'Hello, Gone', '', $1,
         'no mailbox gone@example.org', $2, $3) returning id::text`,
      [state, created, sent],
    )
    return row.id as string
  }
  const shown = async (messageId: string) =>
    (await hub.as(people.superAdmin)(api.getMessage, { params: { messageId } })).body

  test('whose text has fallen away still has its line, and isn’t sent again', async () => {
    const ids = [
      await message('Sent', justBefore, justBefore),
      await message('Failed', justBefore),
      await message('Kept', justBefore),
    ]
    await run(['MessageTexts'])
    for (const id of ids) {
      const line = await shown(id)
      expect(line).toMatchObject({
        Recipient: '',
        Subject: null,
        Body: '',
        LastError: null,
        TextIsGone: true,
      })
      expect(line).toMatchObject({ Kind: 'invitation', CreatedDate: expect.stringMatching(/^2025-11-16/) })
      const again = await hub.as(people.superAdmin)(api.resendMessage, { params: { messageId: id } })
      expect([again.status, again.error]).toMatchObject([
        409,
        { ErrorCode: 'text_is_gone', ErrorMessage: textIsGone },
      ])
    }
    const [stored] = await rowsOf(`select m::text as row from outbox_message m where id = $1`, [ids[0]])
    expect(stored.row).not.toContain('gone@')
  })

  test('that waits to be sent, or was sent again since, keeps its text', async () => {
    const waiting = await message('Queued', justBefore)
    const again = await message('Sent', justBefore, '2026-02-01T00:00:00Z')
    await run(['MessageTexts', 'Messages'])
    for (const id of [waiting, again])
      expect(await shown(id)).toMatchObject({ Recipient: 'gone@example.org', TextIsGone: false })
  })
})

describe('the scans of an event', () => {
  const make = async (name: string, endDate: string) => {
    const [row] = await rowsOf(
      `insert into event (business_id, name, location, start_date, end_date, check_in_start, check_in_end, time_zone,
         member_filter, status)
       values ('harbourside', $1, 'Hall', '2025-01-01', $2, '10:00', '22:00', 'Australia/Sydney', '', 'Completed')
       returning event_id as id`,
      [name, endDate],
    )
    await hub.owner.query(
      `insert into event_scan (business_id, event_id, scan_id, member_id, code, result, scanned_at, device_name, actor_id,
         actor_name, undone_at, event_part)
       select 'harbourside', $1, 's' || n, case when n <> 9 then member_id end, n::text,
         case when n % 4 = 0 then 'NotEligible' when n = 9 then 'UnknownCard' else 'Valid' end,
         timestamptz '2025-01-01 10:00Z' + make_interval(mins => n::int * 4), 'Door', 'x', 'X',
         case when n in (5, 8) then now() end, ${itsPart}
       from (select member_id, row_number() over (order by venue_no desc, member_id) as n from member
         where business_id = 'harbourside' limit 40) m`,
      [row.id],
    )
    return row.id as string
  }
  const scansOf = (eventId: string) => countOf(`from event_scan where event_id = '${eventId}'`)

  test('fall away with all of it once it has been over for so long, and its figures stay', async () => {
    const over = await make('Over', '2025-11-16')
    const onTheDay = await make('On the day', '2025-11-17')
    const confined = await confinedAdmin(hub)
    const figures = async () => {
      const at = { params: { ...params, eventId: over } }
      const all = await hub.as(people.admin)(api.getAttendanceKpi, at)
      const theirs = await confined(api.getAttendanceKpi, at)
      return [all.body, theirs.body].map(({ IsFallenAway, ...rest }) => ({ isFallen: IsFallenAway, rest }))
    }
    const before = await figures()
    expect(before[0]!.rest.ValidScanCount).toBe(28)
    expect(before[1]!.rest.ValidScanCount).toBeGreaterThan(0)
    await run(['EventScans'])
    expect(await scansOf(over)).toBe(0)
    expect(await scansOf(onTheDay)).toBe(40)
    const after = await figures()
    expect(after.map(({ rest }) => rest)).toEqual(before.map(({ rest }) => rest))
    expect([before, after].map(([all]) => all!.isFallen)).toEqual([false, true])
    const sums = await rowsOf(`select s::text as row from event_scan_sum s`)
    expect(sums.length).toBeGreaterThan(5)
    const list = await hub.as(people.admin)(api.listAttendance, { params: { ...params, eventId: over } })
    expect([list.status, list.body.Results]).toEqual([200, []])
  })

  /** One of two sessions, to which some were let in by two doors. */
  const makeWithSessions = async () => {
    const eventId = await make('Two sessions', '2025-11-16')
    await hub.owner.query(
      `insert into event_session (business_id, event_id, session_id, name, day, check_in_start, check_in_end)
       values ('harbourside', $1, 'lunch', 'Lunch', '2025-01-01', '10:00', '14:00'),
         ('harbourside', $1, 'dinner', 'Dinner', '2025-01-01', '18:00', '22:00')`,
      [eventId],
    )
    await hub.owner.query(
      `update event_scan set occasion = case when substr(scan_id, 2)::int % 3 = 0 then 'lunch' else 'dinner' end where event_id = $1`,
      [eventId],
    )
    await hub.owner.query(
      `update event_scan set member_id = (select member_id from member where business_id = 'harbourside' and venue_no = '1' limit 1)
       where event_id = $1 and scan_id = 's40'`,
      [eventId],
    )
    // Three members, of whom one at both sessions, and one at one of them by two more doors.
    await hub.owner.query(
      `insert into event_scan (business_id, event_id, scan_id, member_id, code, result, scanned_at, device_name, actor_id,
         actor_name, occasion, is_let_in_twice, event_part)
       select 'harbourside', $1, 'twice' || n, member_id, '', 'AlreadyIn', timestamptz '2025-01-01 15:00Z' + make_interval(mins => n),
         'Door', 'x', 'X', at, true, ${itsPart}
       from (values (1, 's1', 'lunch'), (2, 's1', 'dinner'), (3, 's2', 'dinner'), (4, 's2', 'dinner'), (40, 's40', 'dinner')) as again (n, of, at)
       join event_scan s on s.event_id = $1 and s.scan_id = of`,
      [eventId],
    )
    return eventId
  }

  test('leave what came to each session, and how many were let in twice, at every moment on the way', async () => {
    const eventId = await makeWithSessions()
    const confined = await confinedAdmin(hub)
    const figures = () =>
      Promise.all(
        [hub.as(people.admin), confined].map(async (caller) => {
          const { IsFallenAway: _, ...rest } = (
            await caller(api.getAttendanceKpi, { params: { ...params, eventId } })
          ).body
          return rest
        }),
      )
    const before = await figures()
    expect(before[0]).toMatchObject({
      LetInTwice: 3,
      Days: [
        { SessionId: 'lunch', Name: 'Lunch' },
        { SessionId: 'dinner', Name: 'Dinner' },
      ],
    })
    expect(before[0]!.Days.every(({ CameIn }) => CameIn > 0)).toBe(true)
    expect(before[1]!.LetInTwice).toBeLessThan(3)
    await run([])
    await hub.owner.query(`insert into retention (business_id, kind, months) values ($1, 'EventScans', 12)`, [
      businessId,
    ])
    // A few at a time, as what is more than a job takes at once.
    while ((await scansOf(eventId)) > 0) {
      await hub.owner.query(`begin`)
      await hub.owner.query(`select set_config('app.business_id', $1, true)`, [businessId])
      await hub.owner.query(`select let_fall_away('EventScans', months_ago(12), 7)`)
      await hub.owner.query(`commit`)
      expect(await figures()).toEqual(before)
    }
  })

  test('that fell before sessions were kept are of their day', async () => {
    const eventId = await makeWithSessions()
    const figures = async () =>
      (await hub.as(people.admin)(api.getAttendanceKpi, { params: { ...params, eventId } })).body
    const before = await figures()
    await run(['EventScans'])
    await hub.owner.query(
      `with former as (delete from event_scan_sum where event_id = $1 returning *)
       insert into event_scan_sum (business_id, event_id, venue_no, result, quarter, scans)
       select business_id, event_id, venue_no, result, quarter, sum(scans) from former group by 1, 2, 3, 4, 5`,
      [eventId],
    )
    const { Days, ValidScanCount } = await figures()
    expect(ValidScanCount).toBe(before.ValidScanCount)
    expect(Days.find(({ SessionId }) => SessionId === null)).toMatchObject({ CameIn: ValidScanCount })
  })
})

test('a reminder loses whom it went to with the texts of messages, and is still known to have been sent', async () => {
  const sent = `from renewal_reminder where business_id = 'harbourside'`
  const named = `${sent} and recipient <> ''`
  await hub.owner.query(`update renewal_reminder set at = '2026-11-01'`)
  const younger = await countOf(named)
  // More than are taken at once.
  await hub.owner.query(
    `insert into renewal_reminder (business_id, form_id, member_id, date_financial, days, channel, recipient, at)
     select business_id, form_id, member_id, date_financial, n, channel, recipient, $1
     from (select * ${sent} limit 1) one, generate_series(1, 1500) n`,
    [justBefore],
  )
  await run(['Messages'])
  expect(await countOf(named)).toBe(younger + 1_500)
  await run(['MessageTexts'])
  expect(await countOf(named)).toBe(younger)
  expect(await countOf(sent)).toBe(younger + 1_500)
  const { body } = await hub.as(people.admin)(api.listRenewalReminders, { params })
  expect(new Set(body.Results.map(({ Recipient }) => Recipient))).toEqual(new Set([null]))
})

test('what has fallen away keeps no save from its revision', async () => {
  const venue = { params: { ...params, venueId: '1' } }
  const admin = hub.as(people.superAdmin)
  const read = async () =>
    (await admin(api.listVenues, { params })).body.Results.find(({ id }) => id === '1')!
  const former = await read()
  const saved = await admin(api.updateVenue, {
    ...venue,
    query: { revision: former.Revision },
    body: { DisplayName: 'Pier' },
  })
  expect(saved.status).toBeLessThan(300)
  await hub.owner.query(
    `update audit_entry set at = '2020-01-01' where record_kind = 'Venue' and business_id = $1`,
    [businessId],
  )
  await run(retentionKinds)
  expect(await countOf(`from audit_entry where record_kind = 'Venue' and business_id = 'harbourside'`)).toBe(
    0,
  )
  const stale = await admin(api.updateVenue, {
    ...venue,
    query: { revision: former.Revision },
    body: { DisplayName: 'Deck' },
  })
  expect([stale.status, stale.error]).toMatchObject([
    409,
    {
      ErrorCode: 'record_changed',
      ErrorMessage: expect.stringMatching(/^Somebody saved this venue meanwhile/),
    },
  ])
  const { Revision } = await read()
  const fresh = await admin(api.updateVenue, {
    ...venue,
    query: { revision: Revision },
    body: { DisplayName: 'Deck' },
  })
  expect(fresh.status).toBeLessThan(300)
  expect((await hub.as(people.admin)(api.listAudit, { params })).status).toBe(200)
})
