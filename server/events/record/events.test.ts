import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { eventStatuses, eventSteps, stepsFrom } from '#contract/events/event-status.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { eventFields, harbourside, makeEvent, publishedEvent, sydneyDay } from '#tests/records/events.ts'
import { withinTimeframe } from './event-list.ts'

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())

const namesOf = async (query: Parameters<typeof list>[0]) =>
  (await list(query)).body.Results.map((event) => event.EventName)
const list = (query: NonNullable<Parameters<typeof admin<typeof api.listEvents>>[1]>['query']) =>
  admin(api.listEvents, { params: harbourside, query: query ?? {} })

describe('the list', () => {
  test('shows everything but what is deleted, last changed first', async () => {
    const { body } = await list({})
    expect(body.Results[0]?.EventName).toBe('Members’ Trivia Night')
    expect(new Set(body.Results.map((event) => event.EventStatus))).toEqual(
      new Set(['Draft', 'Published', 'Completed', 'Canceled']),
    )
  })

  test.each([
    ['NameAsc', 'Beach Carnival'],
    ['NameDesc', 'Western Reunion'],
    ['EventDateNewestFirst', 'Founders’ Lunch'],
    ['EventDateOldestFirst', 'Spring Racing Luncheon'],
    ['LastModifiedNewestFirst', 'Members’ Trivia Night'],
    ['LastModifiedOldestFirst', 'Beach Carnival'],
  ] as const)('%s begins with %s, and its pages follow on each other', async (sortBy, first) => {
    const whole = await namesOf({ sortBy })
    expect(whole[0]).toBe(first)
    const { body } = await list({ sortBy, limit: 3 })
    const seen = body.Results.map((event) => event.EventName)
    for (let next = body._links.next; next;) {
      const { searchParams } = new URL(next.href)
      const { body: more } = await list(Object.fromEntries(searchParams))
      seen.push(...more.Results.map((event) => event.EventName))
      next = more._links.next
    }
    expect(seen).toEqual(whole)
  })

  test('refuses the token of a page in another order', async () => {
    const { body } = await list({ sortBy: 'NameAsc', limit: 3 })
    const { searchParams } = new URL(body._links.next!.href)
    searchParams.set('sortBy', 'EventDateNewestFirst')
    const { status, error } = await list(Object.fromEntries(searchParams))
    expect({ status, sentence: error.ErrorMessage }).toEqual({
      status: 400,
      sentence: 'The continuation token is damaged.',
    })
  })

  test('searches name and place, whatever the capitals', async () => {
    expect(await namesOf({ q: 'regatta' })).toEqual(['Harbour Regatta Weekend'])
    expect(await namesOf({ q: 'FREMANTLE' })).toEqual(['Western Reunion'])
    expect(await namesOf({ q: '100%' })).toEqual([])
  })

  test('takes both spellings of canceled, and no status Deleted', async () => {
    expect(await namesOf({ status: 'Cancelled' })).toEqual(['Beach Carnival'])
    expect(await namesOf({ status: 'Canceled' })).toEqual(['Beach Carnival'])
    expect((await list({ status: 'Deleted' as never })).status).toBe(400)
  })

  test('finds the events that cover a day', async () => {
    const day = sydneyDay(20)
    expect(await namesOf({ startDateTo: day, endDateFrom: day })).toEqual(['Harbour Regatta Weekend'])
  })

  test('knows today and the week to come', async () => {
    expect(await namesOf({ timeframe: 'today' })).toEqual(['Members’ Trivia Night', 'Harbour Festival'])
    expect((await namesOf({ timeframe: 'upcoming' })).toSorted()).toEqual([
      'Gold Members’ Dinner',
      'Western Reunion',
    ])
  })

  test('judges today by the clocks of each event', async () => {
    const db = hub.database.forTenant('valley-golf')
    for (const table of ['event_scan', 'visitor_entry', 'door_kit', 'event'])
      await hub.owner.query(`delete from ${table} where business_id = 'valley-golf'`)
    await hub.owner.query(`
      insert into event (business_id, name, location, start_date, end_date, check_in_start, check_in_end, time_zone, member_filter)
      values ('valley-golf', 'Sydney', '-', '2026-10-04', '2026-10-04', '00:00', '23:59', 'Australia/Sydney', ''),
        ('valley-golf', 'Perth', '-', '2026-10-04', '2026-10-04', '00:00', '23:59', 'Australia/Perth', ''),
        ('valley-golf', 'Auckland', '-', '2026-10-04', '2026-10-04', '00:00', '23:59', 'Pacific/Auckland', '')`)
    const on = async (timeframe: 'today' | 'upcoming', at: string) => {
      const condition = await withinTimeframe(db, timeframe, new Date(at))
      const rows = await db.rows<{ name: string }>(
        sql`select e.name from event e where e.business_id = 'valley-golf' ${condition} order by e.name`,
      )
      return rows.map((row) => row.name).join(' ')
    }
    // Auckland's 4 October begins first; Sydney's has 23 hours, as clocks are put forward that night.
    expect(await on('today', '2026-10-03T10:59:59Z')).toBe('')
    expect(await on('today', '2026-10-03T11:00:00Z')).toBe('Auckland')
    expect(await on('today', '2026-10-03T13:59:59Z')).toBe('Auckland')
    expect(await on('today', '2026-10-03T14:00:00Z')).toBe('Auckland Sydney')
    expect(await on('today', '2026-10-03T16:00:00Z')).toBe('Auckland Perth Sydney')
    expect(await on('today', '2026-10-04T12:59:59Z')).toBe('Perth Sydney')
    expect(await on('today', '2026-10-04T13:00:00Z')).toBe('Perth')
    expect(await on('upcoming', '2026-10-03T13:59:59Z')).toBe('Perth Sydney')
    expect(await on('upcoming', '2026-09-26T15:00:00Z')).toBe('Auckland Sydney')
    expect(await on('upcoming', '2026-09-26T16:00:00Z')).toBe('Auckland Perth Sydney')
  })
})

describe('an event', () => {
  test('is made as a draft, changed, and told in the audit trail', async () => {
    const eventId = await makeEvent(hub, {
      EventName: '  Quiz  ',
      MemberFilterQuery: 'financial=TRUE&Status=Active',
    })
    const { body: made } = await admin(api.getEvent, { params: { ...harbourside, eventId } })
    expect(made).toMatchObject({
      EventName: 'Quiz',
      EventStatus: 'Draft',
      BusinessId: 'harbourside',
      MemberFilterQuery: 'Financial=true&Status=Active',
      Meta: { Id: eventId },
    })
    const { body: changed } = await admin(api.updateEvent, {
      params: { ...harbourside, eventId },
      body: eventFields({ EventName: 'Big Quiz', TimeZoneId: 'Australia/Perth' }),
    })
    expect(changed).toMatchObject({ EventName: 'Big Quiz', TimeZoneId: 'Australia/Perth' })
    const { rows } = await hub.owner.query(
      `select action from audit_entry where record_id = $1 order by id`,
      [eventId],
    )
    expect(rows.map((row) => row.action)).toEqual(['createEvent', 'updateEvent'])
  })

  test.each([
    [{ EventName: ' ' }, 'EventName', 'Event Name is required'],
    [{ EventStartDate: '' }, 'EventStartDate', 'Event Start Date is required'],
    [{ EventEndDate: undefined }, 'EventEndDate', 'Event End Date is required'],
    [{ CheckInStartTime: '' }, 'CheckInStartTime', 'Check-in Start Time is required'],
    [
      { CheckInEndTime: '24:00' },
      'CheckInEndTime',
      'Check-in End Time must be a time of day, such as 09:30.',
    ],
    [{ EventLocation: '' }, 'EventLocation', 'Event Location is required'],
    [{ EventEndDate: '2020-01-01' }, 'EventEndDate', 'End date must be after start date'],
    [
      { CheckInStartTime: '20:00', CheckInEndTime: '18:00' },
      'CheckInEndTime',
      'Check-in end time must be after start time',
    ],
    [{ TimeZoneId: 'Mars/Olympus' }, 'TimeZoneId', 'There is no such time zone.'],
    [{ MemberFilterQuery: 'Height=180' }, 'MemberFilterQuery', "There is no filter named 'Height'."],
  ])('is refused with %o', async (fields, name, sentence) => {
    const answer = await admin(api.createEvent, {
      params: harbourside,
      body: { ...eventFields(), ...fields } as never,
    })
    expect(answer.status).toBe(400)
    expect(answer.error.Errors?.[name]).toBe(sentence)
  })

  test('may be of a day and of a minute', async () => {
    const answer = await admin(api.createEvent, {
      params: harbourside,
      body: eventFields({ CheckInStartTime: '18:00', CheckInEndTime: '18:00' }),
    })
    expect(answer.status).toBe(200)
  })

  test('can be duplicated, whatever its status, as a draft', async () => {
    const { body } = await list({ status: 'Completed' })
    const params = { ...harbourside, eventId: body.Results[0]!.id }
    const { body: copy } = await admin(api.duplicateEvent, { params })
    expect(copy).toMatchObject({ EventName: 'Copy of Spring Racing Luncheon', EventStatus: 'Draft' })
    expect(copy.id).not.toBe(params.eventId)
  })

  test('can only be written by an Admin', async () => {
    const eventId = await makeEvent(hub)
    const answer = await hub.as(people.door)(api.setEventStatus, {
      params: { ...harbourside, eventId, status: 'publish' },
    })
    expect(answer.status).toBe(403)
  })
})

describe('the status', () => {
  const inStatus = async (status: string) => {
    const eventId = await makeEvent(hub)
    await hub.owner.query(`update event set status = $2 where event_id = $1`, [eventId, status])
    return { ...harbourside, eventId }
  }
  const pairs = eventStatuses.flatMap((status) => eventSteps.map((step) => ({ status, step })))

  test.each(pairs)('$status, $step', async ({ status, step }) => {
    const params = await inStatus(status)
    const answer = await admin(api.setEventStatus, { params: { ...params, status: step } })
    if (status === 'Deleted') expect(answer.status).toBe(404)
    else if (stepsFrom(status).includes(step)) expect(answer.status).toBe(200)
    else {
      expect(answer.status).toBe(409)
      expect(answer.error.ErrorMessage).toContain(`An event that is ${status} can't be`)
    }
  })

  test.each(eventStatuses)('%s decides whether it can be changed', async (status) => {
    const answer = await admin(api.updateEvent, { params: await inStatus(status), body: eventFields() })
    const expected = { Draft: 200, Published: 200, Completed: 409, Canceled: 409, Deleted: 404 }[status]
    expect(answer.status).toBe(expected)
  })

  test('a step that there is none of is a 400 that says which there are', async () => {
    const params = { ...(await inStatus('Draft')), status: 'postpone' as never }
    const answer = await admin(api.setEventStatus, { params })
    expect(answer.status).toBe(400)
    expect(answer.error.ErrorMessage).toBe('An event can be published, completed, canceled or deleted.')
  })

  test('an event that is over can not be published', async () => {
    const eventId = await makeEvent(hub, { EventStartDate: '2026-01-26', EventEndDate: '2026-01-26' })
    const answer = await admin(api.setEventStatus, { params: { ...harbourside, eventId, status: 'publish' } })
    expect(answer.status).toBe(409)
    expect(answer.error.ErrorMessage).toBe('The event ended on 26 Jan 2026. Change its dates to publish it.')
  })

  test('two who publish at once: one does', async () => {
    const params = { ...(await inStatus('Draft')), status: 'publish' as const }
    const answers = await Promise.all([1, 2].map(() => admin(api.setEventStatus, { params })))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]))
  })

  test('deleted, it is gone', async () => {
    const params = await inStatus('Draft')
    const answer = await admin(api.setEventStatus, { params: { ...params, status: 'delete' } })
    expect(answer.body.EventStatus).toBe('Deleted')
    expect((await admin(api.getEvent, { params })).status).toBe(404)
  })
})

describe('who would get in', () => {
  test('says yes, or no and why, before anybody has come', async () => {
    const eventId = await publishedEvent(hub, { MemberFilterQuery: 'Financial=true&MemberLevel=Gold' })
    const { rows } = await hub.owner.query<{ id: string; financial: boolean; level: string }>(
      `select member_id as id, date_financial >= zone_day('Australia/Sydney') as financial, member_level as level from member
       where business_id = 'harbourside'`,
    )
    const ask = (memberId = '') =>
      admin(api.getAdmission, { params: { ...harbourside, eventId }, query: { memberId } })
    const yes = await ask(rows.find((row) => row.financial && row.level === 'Gold')?.id)
    expect(yes.body).toEqual({ IsEligible: true, Reasons: [] })
    await hub.as(people.superAdmin)(api.updateOption, {
      params: { ...harbourside, list: 'MemberLevel', key: 'Gold' },
      body: { Value: 'Gold circle' },
    })
    const no = await ask(rows.find((row) => !row.financial && row.level === 'Bronze')?.id)
    expect(no.body.IsEligible).toBe(false)
    expect(no.body.Reasons).toEqual([
      expect.stringMatching(/^Unfinancial since \d+ \w+/),
      'The level is Bronze, not Gold circle.',
    ])
    expect((await ask('nobody')).status).toBe(404)
  })

  test('answers for every member as the count does', async () => {
    const query = 'Status=Active&MembershipType=!Social&BirthMonth=3&BirthMonth=4'
    const eventId = await makeEvent(hub, { MemberFilterQuery: query })
    const { body: count } = await admin(api.countEligibleMembers, {
      params: harbourside,
      query: { memberFilterQuery: query },
    })
    const { rows } = await hub.owner.query<{ id: string }>(
      `select member_id as id from member where business_id = 'harbourside' and extract(month from birth_date) in (2, 3, 4)`,
    )
    let eligible = 0
    for (const { id: memberId } of rows) {
      const { body } = await admin(api.getAdmission, {
        params: { ...harbourside, eventId },
        query: { memberId },
      })
      if (body.IsEligible) eligible++
      expect(body.IsEligible).toBe(body.Reasons.length === 0)
    }
    expect(eligible).toBe(count.Count)
    expect(eligible).toBeGreaterThan(10)
  })
})
