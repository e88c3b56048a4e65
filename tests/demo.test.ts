import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type EventTimes, isCheckInTime } from '#contract/events/event-times.ts'
import { nextFinancialDate } from '#contract/requests/renewal-term.ts'
import { mobileWithCountryCode } from '#contract/requests/request-rules.ts'
import { seedDemo } from '#server/demo'
import { checkLedger } from '#server/ledger'
import { claimedCard, send } from '#tests/records/cards.ts'
import { scanOf } from '#tests/records/events.ts'
import { newAccount, completeOrder, placedOrder } from '#tests/records/orders.ts'
import { testSettings } from './harness/database.ts'
import { people, startTestHub, type TestHub } from './harness/hub.ts'
import { freshCard, memberWithPoints, tillOf } from './harness/till.ts'

// What the demo tells is what would have come of it in the product.
const params = { businessId: 'harbourside' }
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const rows = async <Row extends object>(query: string) => (await hub.owner.query<Row>(query)).rows

describe('an accepted application', () => {
  const accepted = async () => {
    const { body } = await hub.as(people.admin)(api.listMembershipRequests, {
      params,
      query: { isFinalised: 'true', limit: '100' },
    })
    return body.Results.filter((row) => row.SubmissionFinalisation?.SubmissionAccepted)
  }

  test('made a member of whoever applied, with what they told and from that day on', async () => {
    const requests = await accepted()
    expect(requests).toHaveLength(4)
    for (const { SessionId: sessionId, DisplayName } of requests) {
      const { body: request } = await hub.as(people.admin)(api.getMembershipRequest, {
        params: { ...params, sessionId },
      })
      const { body: found } = await hub.as(people.admin)(api.getMember, {
        params: { ...params, memberId: request.MemberId! },
      })
      const member = found.Results[0]!
      const { rows: kept } = await hub.owner.query(
        `select answers, finalised_at as at, zone_day('Australia/Sydney', finalised_at)::text as day,
           acceptance_details as details, f.config -> 'Term' as term
         from request_session s join request_form f using (business_id, form_id) where session_id = $1`,
        [sessionId],
      )
      const { answers, at, day, details, term } = kept[0]
      expect(`${member.FirstName} ${member.LastName}`).toBe(DisplayName)
      expect(member).toMatchObject({
        BirthDate: answers.BirthDate,
        MembershipType: answers.MembershipType,
        HomeAddress: answers.Address,
        HomeContactDetails: {
          EmailAddress: answers.EmailAddress,
          MobileNumber: mobileWithCountryCode(answers.MobileNumber),
        },
        DateJoined: day,
        DateFinancial: nextFinancialDate(term, null, day),
        Financial: true,
        Status: 'Active',
        Meta: { DateCreated: expect.stringContaining(at.toISOString().slice(0, 19)) },
      })
      expect(details).toMatch(new RegExp(`^made member ${member.MembershipNumber}, `))
      expect(request.Steps.at(-1)).toMatchObject({ Step: 'Completed', Note: `Accepted: ${details}` })
    }
  })

  test('has given its member the next number, and the next is free', async () => {
    const numbers = await rows<{ number: string }>(
      `select membership_number as number from member where business_id = 'harbourside'
       order by date_joined desc, membership_number desc limit 4`,
    )
    expect(numbers.map(({ number }) => number)).toEqual(['12000', '11999', '11998', '11997'])
  })

  test('that was a renewal has renewed who asked for it', async () => {
    const renewals = await rows<{ isRight: boolean }>(
      `select m.date_renewed = zone_day('Australia/Sydney', s.finalised_at)
         and m.date_financial = s.new_financial_date and m.membership_type = s.answers ->> 'MembershipType'
         and m.date_financial > m.date_renewed as "isRight"
       from request_session s join member m using (business_id, member_id)
       where s.kind = 'Renewal' and s.is_accepted`,
    )
    expect(renewals).toHaveLength(8)
    expect(renewals.every(({ isRight }) => isRight)).toBe(true)
  })

  test('that was rejected says so in its steps', async () => {
    const notes = await rows<{ note: string }>(
      `select note from request_step t join request_session s using (business_id, session_id)
       where not s.is_accepted and t.step = 'Completed' order by note`,
    )
    expect(notes.map(({ note }) => note.split(':')[0])).toEqual(['Rejected', 'Rejected'])
  })
})

/** How the product describes a transaction `t` that it posts, by its kind. */
const described = `case
  when t.kind like 'Purchase%' then exists (
    select from api_key k join venue v using (business_id, venue_no)
    where k.business_id = t.business_id and t.actor_id = 'till/' || k.api_key_id and t.actor_name = k.name
      and t.description = v.display_name and t.at >= k.created_at) and t.reference is not null
  when t.kind like 'Card order%' then exists (
    select from card_order o join card_program p using (business_id, card_program_id)
    where o.order_id = t.reference and t.description = format('%s for %s %s', p.description, o.first_name, o.last_name))
  when t.kind like 'Card %' then exists (
    select from card c join card_program p using (business_id, card_program_id)
    where c.card_id = t.reference and t.description = format('%s of %s %s', p.description, c.first_name, c.last_name)
      and (t.kind <> 'Card claimed' or t.actor_name = c.first_name || ' ' || c.last_name))
  when t.kind = 'Points transfer' then t.description is not null
    and exists (select from card c where c.card_id = t.reference)
  when t.kind = 'Deposit' then t.description is null and t.reference is not null
  when t.kind in ('Award', 'Reversal') then t.description is null and t.note is not null
  when t.kind = 'Expiry' then t.description is null and t.actor_id = 'clock'
  else false end`

describe('the ledger', () => {
  const misfits = () =>
    rows(`select t.kind, t.actor_name, t.reference, t.description, t.note from ledger_transaction t
          where (${described}) is not true limit 10`)

  test('reads as the product writes it', async () => {
    expect(await misfits()).toEqual([])
  })

  test('and what the product writes now reads the same', async () => {
    const before = await rows<{ kind: string }>('select distinct kind from ledger_transaction order by kind')
    const { number } = await freshCard(hub)
    await tillOf(hub).sell(number, 5)
    await tillOf(hub).sell((await memberWithPoints(hub)).number, 20)
    await claimedCard(hub)
    const { body: sent } = await send(hub)
    await hub.as(people.admin)(api.cancelCard, {
      params: { ...params, cardId: sent.CardId },
      body: { Reason: 'Sent twice' },
    })
    const order = await placedOrder(hub)
    await completeOrder(hub, order.OrderId, newAccount())
    const { OrderId: orderId } = await placedOrder(hub)
    await hub.as(people.admin)(api.archiveCardOrder, { params: { ...params, orderId } })
    expect(await misfits()).toEqual([])
    // None of the product's kinds was unknown to the demo.
    expect(await rows('select distinct kind from ledger_transaction order by kind')).toEqual(before)
  })

  test('keeps its rules, and its holds are known as such', async () => {
    const { wrong } = await checkLedger(hub.databaseUrl)
    expect(wrong).toEqual([])
    const reversible = await rows(
      `select from ledger_transaction t where t.kind = 'Purchase' and not exists (
         select from ledger_hold h where h.business_id = t.business_id and h.hold_id = t.transaction_id)`,
    )
    expect(reversible).toEqual([])
  })

  test('goes on in time along every account that has a balance', async () => {
    const back = await rows(
      `select * from (
         select a.kind, e.at, lag(e.at) over (partition by e.business_id, e.account_id order by e.entry_id) as former
         from ledger_entry e join ledger_account a using (business_id, account_id)
         where a.balance is not null) e where at < former limit 5`,
    )
    expect(back).toEqual([])
  })

  test('knows nobody’s points from before they were a member', async () => {
    const early = await rows(
      `select m.membership_number from ledger_account a
       join (select account_id, min(at) as first from ledger_entry group by account_id) e using (account_id)
       join member m on m.business_id = a.business_id and m.member_id = a.owner_id collate "default"
       where a.kind = 'points' and e.first::date < m.date_joined limit 5`,
    )
    expect(early).toEqual([])
  })
})

test('some cards have more transactions than a page', async () => {
  const busy = await rows<{ id: string }>(
    `select a.owner_id as id from ledger_account a join ledger_entry e using (business_id, account_id)
     where a.business_id = 'harbourside' and a.kind = 'card' group by a.owner_id having count(*) > 10`,
  )
  expect(busy.length).toBeGreaterThan(1)
  const { body } = await hub.as(people.admin)(api.listCardTransactions, {
    params: { ...params, cardId: busy[0]!.id },
    query: { limit: '10' },
  })
  expect(body.Results).toHaveLength(10)
  expect(body._links.next).toBeDefined()
})

describe('the festival', () => {
  const start = () =>
    seedDemo(hub.databaseUrl, () => undefined, testSettings(hub.databaseUrl).database.driver)
  // The database of a run is made once, and its day may be over by now.
  beforeAll(start)

  const festivals = async (status?: 'Published' | 'Completed') => {
    const query = { q: 'Harbour Festival', ...(status && { status }) }
    return (await hub.as(people.admin)(api.listEvents, { params, query })).body.Results
  }
  const hour = 3_600_000
  const isOpenAt = (event: EventTimes, hours: number) =>
    isCheckInTime(event, new Date(Date.now() + hours * hour))

  test('is open at its door whatever the hour, on each of three days', async () => {
    const [event] = await festivals('Published')
    const hours = Array.from({ length: 25 }, (_, i) => i)
    expect(hours.filter((each) => !isOpenAt(event!, each - 24) || !isOpenAt(event!, each))).toEqual([])
    const span = (Date.parse(event!.EventEndDate) - Date.parse(event!.EventStartDate)) / (24 * hour)
    expect(span).toBe(2)
  })

  test('had guests yesterday and has some today, and lets one more in', async () => {
    const [event] = await festivals('Published')
    const eventId = event!.id
    const [came] = await rows<{ first: string; isLong: boolean }>(
      `select zone_day('Australia/Sydney', min(scanned_at))::text as first,
         max(scanned_at) - min(scanned_at) > interval '11 hours' as "isLong"
       from event_scan where event_id = '${eventId}' and result = 'Valid'`,
    )
    expect(came).toEqual({ first: event!.EventStartDate, isLong: true })
    const [guest] = await rows<{ number: string }>(
      `select membership_number as number from member m
       where business_id = 'harbourside' and status = 'Active' and deleted_at is null and not exists (
         select from event_scan s where s.event_id = '${eventId}' and s.member_id = m.member_id) limit 1`,
    )
    const scan = async () =>
      hub.as(people.door)(api.recordScans, { params: { ...params, eventId }, body: scanOf(guest!.number) })
    expect((await scan()).body).toMatchObject({ Result: 'Valid' })
    expect((await scan()).body).toMatchObject({ Result: 'AlreadyIn' })
  })

  test('comes again when the demo is started after it, and only then', async () => {
    const [former] = await festivals('Published')
    await start()
    expect(await festivals('Published')).toEqual([former])
    await hub.owner.query(
      `update event set start_date = start_date - 9, end_date = end_date - 9 where event_id = $1`,
      [former!.id],
    )
    await start()
    expect((await festivals('Completed')).map(({ id }) => id)).toContain(former!.id)
    const [next] = await festivals('Published')
    expect(isOpenAt(next!, 0)).toBe(true)
  })
})
