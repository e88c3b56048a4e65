import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { patientDays, type TodayLineName } from '#contract/today/today.ts'
import { demoZone, inDays, setClock } from '#tests/days.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { importsBy } from '#tests/records/imports.ts'
import { placedOrder } from '#tests/records/orders.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
let admin: Caller
let reception: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
  reception = hub.as(people.reception)
})
afterAll(() => hub.close())

async function today(caller: Caller) {
  const { body } = await caller(api.getToday, { params })
  expect(body.Failed).toEqual([])
  return body.Lines
}
const line = async (caller: Caller, name: TodayLineName) =>
  (await today(caller)).find(({ Line }) => Line === name)
const countOf = async (filter: string) =>
  (await admin(api.countEligibleMembers, { params, query: { memberFilterQuery: filter } })).body.Count

describe('each role sees what it may open', () => {
  test.each([
    ['reception', people.reception, ['due', 'lapsed', 'birthdays']],
    ['finance', people.finance, ['funds']],
  ] as const)('%s', async (_, person, wanted) => {
    const names = (await today(hub.as(person))).map(({ Line }) => Line)
    const others: Record<string, TodayLineName[]> = {
      [people.reception]: ['funds', 'orders', 'imports', 'messages', 'jobs'],
      [people.finance]: ['applications', 'due', 'birthdays', 'orders', 'messages'],
    }
    for (const name of others[person] ?? []) expect(names).not.toContain(name)
    for (const name of wanted) if (await isThere(name)) expect(names).toContain(name)
  })

  const isThere = async (name: TodayLineName) => (await line(admin, name)) !== undefined

  test('failed messages and work are for super administrators alone', async () => {
    await hub.owner.query(
      `insert into outbox_message (business_id, channel, kind, recipient, subject, body, state)
       values ('harbourside', 'email', 'sample', 'a@hub.example', 'S', 'B', 'Failed')`,
    )
    const count = (await line(hub.as(people.superAdmin), 'messages'))!.Count
    const { body } = await hub.as(people.superAdmin)(api.listOutbox, {
      query: { state: 'Failed', forBusiness: 'harbourside', limit: 500 },
    })
    expect(body.Results).toHaveLength(count)
    expect(await line(admin, 'messages')).toBeUndefined()
  })
})

test('requests that wait are counted, the oldest named, and the list has just those', async () => {
  const { Count, Items } = (await line(reception, 'applications'))!
  const { body } = await reception(api.listMembershipRequests, {
    params,
    query: { waiting: 'me', limit: 500 },
  })
  expect(body.Results).toHaveLength(Count)
  const oldest = body.Results.map(({ RequestSubmittedDateTime }) => RequestSubmittedDateTime).toSorted()
  expect(Items.map(({ Date }) => Date)).toEqual(oldest.slice(0, 3))
  const { body: next } = await reception(api.getNextRequest, { params, query: { kind: 'Registration' } })
  expect(next).toEqual({ SessionId: Items[0]!.Id, WaitingCount: Count })
  // What a colleague has taken waits for them.
  const { body: deciders } = await admin(api.listDeciders, { params })
  const other = deciders.Results.find(({ DisplayName }) => DisplayName.includes('Admin'))!
  const assigned = { params: { ...params, sessionId: Items[0]!.Id } }
  await admin(api.assignRequest, { ...assigned, body: { Uid: other.Uid } })
  expect((await line(reception, 'applications'))?.Count ?? 0).toBe(Count - 1)
  await admin(api.assignRequest, { ...assigned, body: { Uid: null } })
})

test('memberships and birthdays of the week are those that the filter finds', async () => {
  await setClock(hub, new Date('2031-02-27T02:00:00Z'))
  await hub.owner.query(
    `update member set birth_date = date '1960-02-27' + (membership_number::int % 12),
       date_financial = date '2031-02-27' - 30 + (membership_number::int % 60)
     where business_id = 'harbourside'`,
  )
  // Nobody has it on the 29th in 2031.
  await hub.owner.query(
    `update member set birth_date = '1992-02-29' where business_id = 'harbourside' and membership_number = '10012'`,
  )
  expect((await line(admin, 'due'))!.Count).toBe(await countOf('DueWithinDays=7'))
  expect((await line(admin, 'due'))!.TodayCount).toBe(await countOf('DueWithinDays=1'))
  expect((await line(admin, 'lapsed'))!.Count).toBe(await countOf('LapsedWithinDays=7'))
  expect((await line(admin, 'lapsed'))!.TodayCount).toBe(await countOf('LapsedWithinDays=1'))
  const birthdays = (await line(admin, 'birthdays'))!
  expect(birthdays.Count).toBe(await countOf('BirthdayWithinDays=7'))
  expect(birthdays.TodayCount).toBe(await countOf('BirthdayWithinDays=1'))
  expect(birthdays.Items.map(({ Date }) => Date)).toEqual(['2031-02-27', '2031-02-27', '2031-02-27'])
  expect(await countOf('BirthdayWithinDays=2')).toBeGreaterThan(birthdays.TodayCount!)
  const found = await admin(api.listMembers, {
    params,
    query: { filter: 'BirthdayWithinDays=2', membershipNumber: '10012' },
  })
  expect(found.body.Results).toHaveLength(1)
})

describe('a line that is snoozed', () => {
  const snooze = (caller: Caller, name: TodayLineName, span: 'day' | 'week') =>
    caller(api.snoozeToday, { params: { ...params, line: name }, body: { For: span } })

  test('is told as such to whoever did it, until the next day of the business', async () => {
    await setClock(hub, new Date('2031-02-27T02:00:00Z'))
    expect((await snooze(reception, 'birthdays', 'day')).status).toBe(204)
    expect((await line(reception, 'birthdays'))!.SnoozedUntil).toBe('2031-02-27T13:00:00Z')
    expect((await line(admin, 'birthdays'))!.SnoozedUntil).toBeNull()
    await snooze(reception, 'birthdays', 'week')
    expect((await line(reception, 'birthdays'))!.SnoozedUntil).toBe('2031-03-05T13:00:00Z')
    await setClock(hub, new Date('2031-03-05T13:00:01Z'))
    expect((await line(reception, 'birthdays'))!.SnoozedUntil).toBeNull()
  })

  test('can be brought back', async () => {
    await snooze(reception, 'due', 'week')
    expect((await line(reception, 'due'))!.SnoozedUntil).not.toBeNull()
    await reception(api.unsnoozeToday, { params: { ...params, line: 'due' } })
    expect((await line(reception, 'due'))!.SnoozedUntil).toBeNull()
  })

  test('comes back when another request comes', async () => {
    await snooze(reception, 'applications', 'week')
    const { SnoozedUntil, Items } = (await line(reception, 'applications'))!
    expect(SnoozedUntil).not.toBeNull()
    await hub.owner.query(
      `update request_session set submitted_at = timestamptz '2031-03-06' where session_id = $1`,
      [Items[0]!.Id],
    )
    expect((await line(reception, 'applications'))!.SnoozedUntil).toBeNull()
  })

  test('falls away when its time is over, whoever’s it was', async () => {
    await snooze(reception, 'lapsed', 'day')
    await snooze(reception, 'due', 'week')
    await hub.owner.query(`update today_snooze set until = now() where line = 'lapsed'`)
    await hub.tasks.count_trends!({} as never, { isLast: false })
    const { rows } = await hub.owner.query(`select line from today_snooze where line in ('lapsed', 'due')`)
    expect(rows).toEqual([{ line: 'due' }])
    await reception(api.unsnoozeToday, { params: { ...params, line: 'due' } })
  })

  test('has to be one of Today', async () => {
    const answer = await reception(api.snoozeToday, {
      params: { ...params, line: 'weather' as 'due' },
      body: { For: 'day' },
    })
    expect(answer).toMatchObject({ status: 400, error: { ErrorMessage: 'Today has no such line.' } })
  })
})

test('one line that fails takes none of the others along', async () => {
  await hub.owner.query(`alter function birth_dates(date, integer) rename to birth_dates_away`)
  const { status, body } = await reception(api.getToday, { params })
  await hub.owner.query(`alter function birth_dates_away(date, integer) rename to birth_dates`)
  expect(status).toBe(200)
  expect(body.Failed).toEqual(['birthdays'])
  expect(body.Lines.map(({ Line }) => Line)).toContain('due')
})

test('the funds last as long as they do at the pace of the last month', async () => {
  await setClock(hub, new Date())
  const { Funds } = (await line(hub.as(people.finance), 'funds'))!
  const { body } = await hub.as(people.finance)(api.getDisbursementAccount, { params })
  expect(Funds!.Available).toBe(body.FundsAvailable)
  expect(Funds!.DaysLeft === null || Funds!.DaysLeft >= 0).toBe(true)
})

describe('what is made is counted on its line', () => {
  beforeAll(() => setClock(hub, new Date()))
  const count = async (caller: Caller, name: TodayLineName) => (await line(caller, name))?.Count ?? 0
  /** Noon of a day where the business is. */
  const noon = (days: number) => `timestamp '${inDays(days)} 12:00' at time zone '${demoZone}'`

  test('an order whose card has not come for more than two weeks', async () => {
    const before = await count(admin, 'orders')
    const { OrderId } = await placedOrder(hub)
    // It was begun long before, and waited for its approval.
    await hub.owner.query(`update card_order set created_at = ${noon(-40)} where order_id = $1`, [OrderId])
    const placed = (days: number) =>
      hub.owner.query(
        `update card_order_change set at = ${noon(days)} where order_id = $1 and title = 'Ordered'`,
        [OrderId],
      )
    const listed = async () => {
      const query = { status: 'Ordered', placedDays: patientDays, limit: 500 }
      const { body } = await admin(api.listCardOrders, { params, query })
      return body.Results.some((order) => order.OrderId === OrderId)
    }
    expect(await count(admin, 'orders')).toBe(before)
    expect(await listed()).toBe(false)
    await placed(-14)
    expect(await count(admin, 'orders')).toBe(before)
    await placed(-15)
    expect(await count(admin, 'orders')).toBe(before + 1)
    expect(await listed()).toBe(true)
    // It is no longer waited for.
    await admin(api.archiveCardOrder, { params: { ...params, orderId: OrderId } })
    expect(await count(admin, 'orders')).toBe(before)
  })

  test('an import that finished this week, the newest named', async () => {
    const before = await count(admin, 'imports')
    const imports = importsBy(hub, people.admin)
    const { ImportId } = await imports.check('First Name,Last Name\nToday,Counted\n')
    expect(await count(admin, 'imports')).toBe(before)
    expect((await imports.run(ImportId)).State).toBe('Done')
    const { Count, Items } = (await line(admin, 'imports'))!
    expect(Count).toBe(before + 1)
    expect(Items[0]).toMatchObject({ Id: ImportId, Name: 'members.csv' })
    const { body } = await admin(api.listMemberImports, {
      params,
      query: { finishedWithinDays: 7, limit: 500 },
    })
    expect(body.Results).toHaveLength(Count)
    const finished = (days: number) =>
      hub.owner.query(`update member_import set finished_at = ${noon(days)} where import_id = $1`, [ImportId])
    await finished(-6)
    expect(await count(admin, 'imports')).toBe(before + 1)
    await finished(-7)
    expect(await count(admin, 'imports')).toBe(before)
  })

  test('work of this business that was given up', async () => {
    const sam = hub.as(people.superAdmin)
    const before = await count(sam, 'jobs')
    const tried = async (businessId: string, attempts: number) => {
      const { rows } = await hub.owner.query<{ id: string }>(
        `select id from graphile_worker.add_job('tell_wallets', json_build_object('businessId', $1::text),
           max_attempts := 12, run_at := now() + interval '1 hour')`,
        [businessId],
      )
      await hub.owner.query(
        `update graphile_worker._private_jobs set attempts = $2, last_error = 'No answer.' where id = $1`,
        [rows[0]!.id, attempts],
      )
    }
    await tried('harbourside', 3)
    await tried('valley-golf', 12)
    expect(await count(sam, 'jobs')).toBe(before)
    await tried('harbourside', 12)
    expect(await count(sam, 'jobs')).toBe(before + 1)
    expect(await line(admin, 'jobs')).toBeUndefined()
  })
})
