import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { fundsOf, programId } from '#tests/records/cards.ts'
import {
  addressParts,
  orderDetails,
  placedOrder,
  placeOrder,
  saveDetails,
  someMember,
  startOrder,
} from '#tests/records/orders.ts'

const businessId = 'harbourside'
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const begun = async () => (await startOrder(hub, await someMember(hub))).body

describe('a new order', () => {
  test("starts with the member's own details", async () => {
    const memberId = await someMember(hub)
    const { body: member } = await hub.as(people.admin)(api.getMember, { params: { businessId, memberId } })
    const { FirstName, LastName, HomeContactDetails, HomeAddress } = member.Results[0]!
    const { body: order } = await startOrder(hub, memberId)
    expect(order).toMatchObject({ OrderStatus: 'Incomplete', InitialCardValue: null, MemberId: memberId })
    expect(order.MemberDetails).toMatchObject({
      FirstName,
      LastName,
      EmailAddress: HomeContactDetails?.EmailAddress,
      MobileNumber: HomeContactDetails?.MobileNumber,
    })
    expect(order.MemberDetails.FormattedAddress).toContain(HomeAddress?.Suburb)
    const saved = await saveDetails(hub, order, {
      AddressComponents: order.MemberDetails.AddressComponents,
      FormattedAddress: order.MemberDetails.FormattedAddress!,
    })
    expect(saved.body.ConfirmedPostalAddress).toMatchObject({
      AddressLine1: HomeAddress?.AddressLine1,
      Suburb: HomeAddress?.Suburb,
      State: 'NSW',
      PostCode: HomeAddress?.PostCode,
      Country: 'Australia',
    })
  })

  test('is the one that is open already, also for many who ask at once', async () => {
    const memberId = await someMember(hub)
    const answers = await Promise.all(Array.from({ length: 8 }, () => startOrder(hub, memberId)))
    expect(new Set(answers.map(({ body }) => body.OrderId)).size).toBe(1)
    const { rows } = await hub.owner.query('select from card_order where member_id = $1', [memberId])
    expect(rows).toHaveLength(1)
    const { rows: told } = await hub.owner.query(`select from audit_entry where record_id = $1`, [
      answers[0]!.body.OrderId,
    ])
    expect(told).toHaveLength(1)
  })

  test('follows corrections of the member until its details are confirmed', async () => {
    const order = await begun()
    const rename = (name: string) =>
      hub.owner.query('update member set last_name = $1 where member_id = $2', [name, order.MemberId])
    await rename('Corrected')
    const { body: shown } = await hub.as(people.admin)(api.getCardOrder, {
      params: { businessId, orderId: order.OrderId },
    })
    expect(shown.MemberDetails.LastName).toBe('Corrected')
    expect((await startOrder(hub, order.MemberId)).body.MemberDetails.LastName).toBe('Corrected')
    await saveDetails(hub, order)
    await rename('Later')
    expect((await startOrder(hub, order.MemberId)).body.MemberDetails.LastName).toBe(orderDetails.LastName)
  })

  test('is another once the first is placed', async () => {
    const first = await placedOrder(hub)
    const { body: second } = await startOrder(hub, first.MemberId)
    expect(second.OrderId).not.toBe(first.OrderId)
    expect(second.OrderStatus).toBe('Incomplete')
  })

  test('is refused for a program without plastic cards, and for a retired one', async () => {
    const memberId = await someMember(hub)
    const order = async (program: string) =>
      hub.as(people.admin)(api.newCardOrder, {
        params: { businessId, memberId, cardProgramId: await programId(hub, program) },
      })
    expect(await order('Harbourside Gift Card')).toMatchObject({
      status: 409,
      error: { ErrorMessage: 'Harbourside Gift Card has no plastic cards to order.' },
    })
    await hub.owner.query(`update card_program set is_retired = true where description = 'Birthday Treat'`)
    expect(await order('Birthday Treat')).toMatchObject({
      status: 409,
      error: { ErrorMessage: 'Birthday Treat is retired: no more of its cards can be ordered.' },
    })
  })
})

describe('the details', () => {
  test.each([
    ['no email', { EmailAddress: '' }, 'Email address is required'],
    ['no email at all', { EmailAddress: 'nobody' }, 'Invalid email address'],
    ['no first name', { FirstName: ' ' }, 'First name is required.'],
    ['no last name', { LastName: '' }, 'Last name is required.'],
    ['no mobile', { MobileNumber: '' }, 'Mobile number is required.'],
    [
      'a mobile as dialled at home',
      { MobileNumber: '0491570110' },
      'Mobile number must include country code.',
    ],
    [
      'a mobile with letters',
      { MobileNumber: '+6149157x110' },
      'Invalid mobile number. Use full number with country code.',
    ],
    [
      'a mobile that is too short',
      { MobileNumber: '+6149157011' },
      'Invalid mobile number. It must be exactly 12 characters in length.',
    ],
    [
      'a mobile that is too long',
      { MobileNumber: '+614915701101' },
      'Invalid mobile number. It must be exactly 12 characters in length.',
    ],
    ['no address', { FormattedAddress: '' }, 'Address is required'],
    [
      'an address without its street',
      { AddressComponents: addressParts('street_number', 'route') },
      'You must select an address which includes a route',
    ],
    [
      'an address of a country',
      { AddressComponents: addressParts('route', 'locality', 'postal_code', 'administrative_area_level_1') },
      'You must select an address which includes a post code, state, locality, route',
    ],
    [
      'an address of nowhere',
      { AddressComponents: addressParts('country') },
      'You must select an address which includes a country',
    ],
    [
      'an address in New Zealand',
      {
        AddressComponents: [
          ...addressParts('country'),
          { long_name: 'New Zealand', short_name: 'NZ', types: ['country'] },
        ],
      },
      'You must select an address in Australia',
    ],
  ])('with %s are refused', async (_, given, sentence) => {
    const answer = await saveDetails(hub, await begun(), given)
    expect(answer.status).toBe(400)
    expect(Object.values(answer.error.Errors ?? {})).toContain(sentence)
  })

  test('need an initial balance within the bounds, which count themselves', async () => {
    const order = await begun()
    const save = (value: number) => saveDetails(hub, order, {}, value)
    expect((await save(null as unknown as number)).error.ErrorMessage).toBe('Initial balance is required')
    expect((await save(19.99)).error.ErrorMessage).toBe('Initial balance must be at least $20.00')
    expect((await save(1000.01)).error.ErrorMessage).toBe('Initial balance cannot be more than $1,000.00')
    expect((await save(20.001)).status).toBe(400)
    for (const value of [20, 1000]) expect((await save(value)).body.InitialCardValue).toBe(value)
  })

  test('are kept as they were given, tidied', async () => {
    const { body } = await saveDetails(hub, await begun(), { MobileNumber: '+61 491 570 110' })
    expect(body.MemberDetails).toMatchObject({ ...orderDetails, MobileNumber: '+61491570110' })
    expect(body.ConfirmedPostalAddress).toEqual({
      AddressLine1: '12 Darling Street',
      AddressLine2: null,
      AddressLine3: null,
      Suburb: 'Balmain',
      State: 'NSW',
      PostCode: '2041',
      Country: 'Australia',
    })
  })

  test("of an order are not found by another member's id", async () => {
    const order = await begun()
    const answer = await saveDetails(hub, { ...order, MemberId: await someMember(hub) })
    expect(answer.status).toBe(404)
  })
})

describe('placing an order', () => {
  test('holds its money', async () => {
    const order = await begun()
    await saveDetails(hub, order)
    const before = await fundsOf(hub)
    expect((await placeOrder(hub, order)).body.OrderStatus).toBe('Ordered')
    expect(await fundsOf(hub)).toEqual({ available: before.available - 75, held: before.held + 75 })
  })

  test('needs its details', async () => {
    expect(await placeOrder(hub, await begun())).toMatchObject({
      status: 409,
      error: { ErrorMessage: 'The details of this order have to be confirmed first.' },
    })
  })

  test('happens once, however many people press at once', async () => {
    const order = await begun()
    await saveDetails(hub, order)
    const before = await fundsOf(hub)
    const callers = [people.admin, people.superAdmin, people.admin, people.superAdmin, people.admin]
    const answers = await Promise.all(callers.map((who) => placeOrder(hub, order, { who })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { error } of answers.filter(({ status }) => status !== 200))
      expect(error).toMatchObject({ ErrorMessage: 'Card already ordered or sent' })
    expect((await fundsOf(hub)).held).toBe(before.held + 75)
  })

  test('answers a repeat of the same request alike', async () => {
    const order = await begun()
    await saveDetails(hub, order)
    const headers = { 'idempotency-key': 'place-once' }
    const first = await placeOrder(hub, order, { headers })
    expect(await placeOrder(hub, order, { headers })).toMatchObject({ status: 200, body: first.body })
  })

  test('is refused to whoever has not seen the last details', async () => {
    const order = await begun()
    const { body: seen } = await saveDetails(hub, order)
    await saveDetails(hub, order, { FirstName: 'Somebody', LastName: 'Else' })
    expect(await placeOrder(hub, order, { query: { revision: seen.Revision } })).toMatchObject({
      status: 409,
      error: { ErrorCode: 'order_changed' },
    })
    expect((await placeOrder(hub, order, { query: { revision: seen.Revision + 1 } })).status).toBe(200)
  })

  test('without enough money leaves it incomplete, and says how much there is', async () => {
    const order = await begun()
    await saveDetails(hub, order, {}, 1000)
    const { available } = await fundsOf(hub)
    const leave = (cents: number) =>
      hub.owner.query(
        `select set_config('app.business_id', 'harbourside', false),
          post_transaction('Test', '', '', array['disbursement', 'external'], array['', 'bank'],
            array['AUD', 'AUD'], array[$1::bigint, -$1::bigint])`,
        [cents],
      )
    await leave(-(available * 100 - 5000))
    try {
      const answer = await placeOrder(hub, order)
      expect(answer.status).toBe(409)
      expect(answer.error.ErrorMessage).toBe(
        'Insufficient funds: $50.00 is available in the disbursement account.',
      )
      expect((await startOrder(hub, order.MemberId)).body).toMatchObject({
        OrderId: order.OrderId,
        OrderStatus: 'Incomplete',
      })
    } finally {
      await leave(available * 100 - 5000)
    }
  })

  test('is refused when the program has changed its bounds meanwhile', async () => {
    const order = await begun()
    await saveDetails(hub, order, {}, 900)
    const most = (cents: number) =>
      hub.owner.query(
        `update card_program set maximum_cents = $1 where description = 'Harbourside Plastic Card'`,
        [cents],
      )
    await most(50_000)
    const answer = await placeOrder(hub, order)
    await most(100_000)
    expect(answer.error.ErrorMessage).toBe('Initial balance cannot be more than $500.00')
  })
})

test('a user of one venue meets neither the members nor the orders of another', async () => {
  const memberId = await someMember(hub, '1')
  expect((await startOrder(hub, memberId, people.promotions)).status).toBe(404)
  const { body: order } = await startOrder(hub, memberId)
  const params = { businessId, orderId: order.OrderId }
  const call = hub.as(people.promotions)
  expect((await call(api.getCardOrder, { params })).status).toBe(404)
  expect((await call(api.cancelCardOrder, { params })).status).toBe(404)
  expect((await call(api.listCardOrderHistory, { params })).status).toBe(404)
  const { body: list } = await call(api.listCardOrders, { params: { businessId }, query: { limit: 500 } })
  expect(list.Results.map(({ OrderId }) => OrderId)).not.toContain(order.OrderId)
  const { body: own } = await startOrder(hub, await someMember(hub, '2'), people.promotions)
  expect((await call(api.getCardOrder, { params: { businessId, orderId: own.OrderId } })).status).toBe(200)
})
