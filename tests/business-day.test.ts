import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { addDays, zonedTime } from '#contract/events/event-times.ts'
import { startOfDay } from '#contract/values/start-of-day.ts'
import { setClock } from '#tests/days.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'
import { patronOf, socialForm } from '#tests/people/patron.ts'
import { harbourside, makeEvent, publishedEvent, scanOf } from '#tests/records/events.ts'
import { readOutbox } from '#tests/records/outbox.ts'
import { heldPass, passesOf } from '#tests/records/passes.ts'
import { freshCard, tillOf } from '#tests/till.ts'

// Whatever speaks of a day speaks of the same one: that of the business, and at a door that of the event.

/** Somebody whose last day as a financial member, and whose card's last day, is so many days from today. */
type Person = { memberId: string; EmailAddress: string; cardId: string; number: string; shift: number }

let hub: TestHub
let admin: Caller
let persons: Person[]
let sessionId: string
let reportId: string
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on' })
  admin = hub.as(people.admin)
  const own = `business_id = 'harbourside'`
  await hub.owner.query(`update member set date_financial = '1999-12-31' where ${own}`)
  await hub.owner.query(
    `update request_form set config = config || '{"Reminders": [{"Days": 0, "Channel": "email"}]}'
     where ${own} and kind = 'Renewal'`,
  )
  persons = []
  for (const shift of [-1, 0, 1]) {
    const { memberId, EmailAddress } = await heldPass(hub)
    persons.push({ memberId, EmailAddress, shift, ...(await freshCard(hub)) })
  }
  sessionId = (await patronOf(hub).applied({ MembershipType: 'Social' }, socialForm)).SessionId
  const report = {
    Name: 'Day',
    Report: 'finance-close-pack',
    Search: '',
    IsShared: false,
    Schedule: 'Daily',
  } as const
  reportId = (await admin(api.saveReport, { params: harbourside, body: report })).body.SavedReportId
})
afterAll(() => hub.close())

const run = (task: string, payload: object = {}) => hub.tasks[task]!(payload as never, { isLast: false })
const ofAll = <Result>(ask: (person: Person) => Promise<Result>) => inTurn(persons, ask)

async function inTurn<Each, Result>(all: Each[], ask: (each: Each) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const each of all) results.push(await ask(each))
  return results
}

/** Puts the business into a zone, and yesterday, today and tomorrow there into what is kept of the persons. */
async function begin(zone: string, at: Date, today: string): Promise<void> {
  await setClock(hub, at)
  await hub.owner.query(`update business set time_zone = $1 where business_id = 'harbourside'`, [zone])
  for (const { memberId, cardId, shift } of persons) {
    const day = addDays(today, shift)
    await hub.owner.query('update member set date_financial = $1 where member_id = $2', [day, memberId])
    await hub.owner.query('update card set plastic_expiry_date = $1 where card_id = $2', [day, cardId])
  }
  await hub.owner.query('delete from renewal_reminder; delete from outbox_message')
}

async function financialOnPage({ memberId }: Person): Promise<boolean> {
  const { body } = await admin(api.getMember, { params: { ...harbourside, memberId } })
  return body.Results[0]!.Financial
}

async function financialByFilter(): Promise<number[]> {
  const query = { filter: 'Financial=true', limit: 500 }
  const { body } = await admin(api.listMembers, { params: harbourside, query })
  const { body: count } = await admin(api.countEligibleMembers, {
    params: harbourside,
    query: { memberFilterQuery: query.filter },
  })
  expect(count.Count).toBe(body.Results.length)
  const found = new Set(body.Results.map(({ id }) => id))
  return persons.filter(({ memberId }) => found.has(memberId)).map(({ shift }) => shift)
}

async function reminderTo({ EmailAddress }: Person): Promise<string | undefined> {
  const [letter] = await readOutbox(hub.owner, hub.secret, EmailAddress)
  return /(ran out on|runs until)/.exec(letter?.body ?? '')?.[0]
}

async function dayJoined(): Promise<string | null> {
  await hub.owner.query(
    `update request_session set next_step = 'User Completed', finalised_at = null, is_accepted = null, member_id = null
     where session_id = $1`,
    [sessionId],
  )
  const { body } = await admin(api.acceptMembershipRequest, {
    params: { ...harbourside, sessionId },
    body: {
      MemberId: null,
      MembershipNumber: null,
      MembershipType: 'Social',
      MemberLevel: null,
      VenueNo: '1',
      NotifyBy: 'none',
      PassConfigurationId: null,
    },
  })
  const { body: member } = await admin(api.getMember, {
    params: { ...harbourside, memberId: body.MemberId! },
  })
  return member.Results[0]!.DateJoined
}

async function dayOfReport(): Promise<string | null> {
  const past = `update saved_report set next_at = now() - interval '1 minute' where saved_report_id = $1`
  await hub.owner.query(past, [reportId])
  await run('send_due_reports')
  const [letter] = await readOutbox(hub.owner, hub.secret, people.admin)
  return new URL(/http\S+\/reports\/\S+/.exec(letter!.body)![0]).searchParams.get('date')
}

async function nextReport(at: Date): Promise<Date> {
  const { rows } = await hub.owner.query<{ next: Date }>(
    `select next_report_at('Daily', $1) as next from set_config('app.business_id', 'harbourside', false)`,
    [at],
  )
  return rows[0]!.next
}

// From UTC−11 to +14, on both halves of the globe, with half and quarter hours, and one that moves its clocks by half an hour.
const zones = [
  'Pacific/Pago_Pago',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Santiago',
  'UTC',
  'Europe/London',
  'Asia/Kathmandu',
  'Australia/Perth',
  'Australia/Adelaide',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
]
// The changes of daylight saving of these zones in 2026, an ordinary day, a leap day and the last of a year.
const dates = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-09-06',
  '2026-09-27',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
  '2026-06-15',
  '2028-02-29',
  '2026-12-31',
]
const minute = 60_000
const Moment = fc
  .record({
    zone: fc.constantFrom(...zones),
    date: fc.constantFrom(...dates),
    // About midnight, and about the hours at which clocks are changed.
    from: fc.constantFrom(-120, -60, -1, 0, 1, 59, 60, 61, 119, 120, 121, 180, 181, 24 * 60 - 1),
  })
  .map(({ zone, date, from }) => {
    const at = new Date(Date.parse(startOfDay(date, zone)) + from * minute)
    return { zone, at, today: zonedTime(at, zone).date }
  })

test('financial, expiry, joined, reminders, reports and the door agree on the day', async () => {
  await fc.assert(
    fc.asyncProperty(Moment, async ({ zone, at, today }) => {
      await begin(zone, at, today)
      const fromToday = [false, true, true]
      expect(await ofAll(financialOnPage)).toEqual(fromToday)
      expect(await financialByFilter()).toEqual([0, 1])
      const passes = await ofAll(async ({ memberId }) => (await passesOf(hub, memberId))[0]!.State)
      expect(passes).toEqual(['Void', 'Active', 'Active'])
      const cards = await ofAll(async ({ number }) => (await tillOf(hub).lookUp(number)).body)
      expect(cards.map((card) => 'Status' in card && card.Status)).toEqual(['Expired', 'Active', 'Active'])
      await run('send_renewal_reminders')
      expect(await ofAll(reminderTo)).toEqual(['ran out on', 'runs until', undefined])
      expect(await dayJoined()).toBe(today)
      expect(await dayOfReport()).toBe(addDays(today, -1))
      const next = zonedTime(await nextReport(at), zone)
      expect(next).toEqual({
        date: zonedTime(at, zone).time < '07:00' ? today : addDays(today, 1),
        time: '07:00',
      })
      const eventId = await makeEvent(hub, { TimeZoneId: zone, MemberFilterQuery: 'Financial=true' })
      const admitted = await ofAll(async ({ memberId }) => {
        const params = { ...harbourside, eventId }
        return (await admin(api.getAdmission, { params, query: { memberId } })).body.IsEligible
      })
      expect(admitted).toEqual(fromToday)
    }),
    { numRuns: inLong(200, 15) },
  )
})

describe('what is due once a day', () => {
  test('is done by the clock of the business', async () => {
    const today = '2026-11-17'
    // Nine in the morning in Perth.
    const nine = Date.parse('2026-11-17T01:00:00Z')
    const remindAt = async (at: number) => {
      await begin('Australia/Perth', new Date(at), today)
      await run('send_renewal_reminders', { _cron: { ts: new Date(at).toISOString() } })
      return ofAll(reminderTo)
    }
    expect(await remindAt(nine - 60 * minute)).toEqual([undefined, undefined, undefined])
    expect(await remindAt(nine)).toEqual(['ran out on', 'runs until', undefined])
    expect(await remindAt(nine + 60 * minute)).toEqual([undefined, undefined, undefined])
  })
})

describe('at a door', () => {
  test.each(['Pacific/Pago_Pago', 'Pacific/Kiritimati'])(
    'the day is that of the event, in %s, wherever the business is',
    async (TimeZoneId) => {
      await setClock(hub, new Date())
      const today = zonedTime(new Date(), TimeZoneId).date
      const days = { EventStartDate: addDays(today, -1), EventEndDate: addDays(today, 1) }
      const filter = { MemberFilterQuery: 'Financial=true' }
      const eventId = await publishedEvent(hub, { TimeZoneId, ...days, ...filter })
      const results = await ofAll(async ({ memberId, shift }) => {
        const financial = [addDays(today, shift), memberId]
        await hub.owner.query('update member set date_financial = $1 where member_id = $2', financial)
        const scan = scanOf(`~${memberId}`)
        const { body } = await admin(api.recordScans, { params: { ...harbourside, eventId }, body: scan })
        return 'Result' in body && body.Result
      })
      expect(results).toEqual(['NotEligible', 'Valid', 'Valid'])
    },
  )
})

describe('a venue elsewhere', () => {
  const look = async ({ number }: Person) => {
    const { body } = await tillOf(hub).lookUp(number)
    return 'Status' in body && body.Status
  }

  test('goes by its own clocks at its tills, and a card ends when its day is over at all of them', async () => {
    // In Sydney it is the 17th, in Perth still the 16th.
    await begin('Australia/Sydney', new Date('2026-11-16T14:00:00Z'), '2026-11-17')
    expect(await ofAll(look)).toEqual(['Expired', 'Active', 'Active'])
    const { status } = await hub.as(people.superAdmin)(api.updateVenue, {
      params: { ...harbourside, venueId: '1' },
      body: { TimeZone: 'Australia/Perth' },
    })
    expect(status).toBe(200)
    expect(await ofAll(look)).toEqual(['Active', 'Active', 'Active'])
    await run('expire_cards')
    expect(await ofAll(look)).toEqual(['Active', 'Active', 'Active'])
    await setClock(hub, new Date('2026-11-16T16:00:00Z'))
    await run('expire_cards')
    expect(await ofAll(look)).toEqual(['Expired', 'Active', 'Active'])
  })
})
