import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { MemberFields } from '#contract/members/member-fields.ts'
import { canDo, type CardOrderAction, cardOrderStatuses, whyNotOrder } from '#contract/orders/card-orders.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { fundsOf } from '#tests/records/cards.ts'
import { placedOrder, placeOrder, saveDetails, someMember, startOrder } from '#tests/records/orders.ts'

const businessId = 'harbourside'
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

type Named = { OrderId: string; MemberId: string }

const acts: Record<
  string,
  {
    rule: CardOrderAction
    act: (order: Named) => Promise<{ status: number; error: { ErrorMessage: string } }>
  }
> = {
  'confirm its details': { rule: 'edit', act: (order) => saveDetails(hub, order) },
  place: { rule: 'edit', act: (order) => placeOrder(hub, order) },
  cancel: {
    rule: 'cancel',
    act: ({ OrderId: orderId }) =>
      hub.as(people.admin)(api.cancelCardOrder, { params: { businessId, orderId } }),
  },
  archive: {
    rule: 'archive',
    act: ({ OrderId: orderId }) =>
      hub.as(people.admin)(api.archiveCardOrder, { params: { businessId, orderId } }),
  },
  complete: {
    rule: 'complete',
    act: ({ OrderId: orderId }) =>
      hub.as(people.superAdmin)(api.completeCardOrder, {
        params: { businessId, orderId },
        body: { ExternalAccountId: orderId, PostedDate: '2026-01-31' },
      }),
  },
}

const pairs = Object.entries(acts).flatMap(([name, { rule, act }]) =>
  cardOrderStatuses.map((status) => ({ name, rule, act, status })),
)

/** An order of the demo's that stands there, ready for whatever it allows. */
async function orderThatIs(status: string): Promise<Named> {
  const { rows } = await hub.owner.query<Named>(
    `select order_id as "OrderId", member_id as "MemberId" from card_order
     where business_id = $1 and status = $2 and (status <> 'Incomplete' or initial_cents is not null) limit 1`,
    [businessId, status],
  )
  if (rows[0]) return rows[0]
  const { body } = await startOrder(hub, await someMember(hub))
  await saveDetails(hub, body)
  return body
}

test.each(pairs)('$name an order that is $status, if the rules say so', async ({ rule, act, status }) => {
  const answer = await act(await orderThatIs(status))
  if (canDo(rule, status)) return expect(answer.status).toBe(200)
  expect(answer.status).toBe(409)
  return expect(answer.error.ErrorMessage).toBe(
    rule === 'edit' ? 'Card already ordered or sent' : `${whyNotOrder(rule)}. This one is ${status}.`,
  )
})

test('the rules are those of the specification', () => {
  const allowed = (rule: CardOrderAction) => cardOrderStatuses.filter((status) => canDo(rule, status))
  expect(allowed('edit')).toEqual(['Incomplete'])
  expect(allowed('cancel')).toEqual(['Incomplete'])
  expect(allowed('archive')).toEqual(['Ordered', 'Completed'])
  expect(allowed('complete')).toEqual(['Ordered'])
  expect(whyNotOrder('cancel')).toBe('Only Incomplete orders can be cancelled')
  expect(whyNotOrder('archive')).toBe('Only Ordered and Completed orders can be archived')
})

test('archiving an order that waits for its card gives its money back, once', async () => {
  const before = await fundsOf(hub)
  const { OrderId: orderId } = await placedOrder(hub)
  const archive = () => hub.as(people.admin)(api.archiveCardOrder, { params: { businessId, orderId } })
  const answers = await Promise.all([archive(), archive(), archive()])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
  expect(await fundsOf(hub)).toEqual(before)
})

test('a cancelled order makes room for a new one', async () => {
  const { body: first } = await startOrder(hub, await someMember(hub))
  await hub.as(people.admin)(api.cancelCardOrder, { params: { businessId, orderId: first.OrderId } })
  expect((await startOrder(hub, first.MemberId)).body.OrderId).not.toBe(first.OrderId)
})

test('its history tells who did what when, and the list its last line', async () => {
  const order = await placedOrder(hub)
  await hub.as(people.superAdmin)(api.archiveCardOrder, { params: { businessId, orderId: order.OrderId } })
  const { body } = await hub.as(people.admin)(api.listCardOrderHistory, {
    params: { businessId, orderId: order.OrderId },
  })
  expect(body.Results.map(({ Title, ActorName }) => [Title, ActorName])).toEqual([
    ['Archived', 'Sam Super'],
    ['Ordered', 'Alex Admin'],
    ['Details confirmed', 'Alex Admin'],
    ['Started', 'Alex Admin'],
  ])
  const { body: list } = await hub.as(people.admin)(api.listCardOrders, {
    params: { businessId },
    query: { q: order.OrderId },
  })
  expect(list.Results[0]).toMatchObject({
    OrderId: order.OrderId,
    OrderedByUser: 'Alex Admin',
    LastChange: { Description: 'Archived', Date: body.Results[0]!.At },
  })
})

describe('the list', () => {
  const list = async (query: object) =>
    (await hub.as(people.admin)(api.listCardOrders, { params: { businessId }, query })).body
  const ids = async (query: object) =>
    (await list({ limit: 500, ...query })).Results.map((row) => row.OrderId)

  test('has every order once, newest first, ten at a time', async () => {
    const seen: string[] = []
    let page = await list({})
    expect(page.Results).toHaveLength(10)
    for (;;) {
      seen.push(...page.Results.map(({ OrderDate }) => OrderDate))
      const { next } = page._links
      if (!next) break
      page = await list(Object.fromEntries(new URL(next.href).searchParams))
    }
    const { rows } = await hub.owner.query<{ n: number }>(
      `select count(*)::int as n from card_order where business_id = $1`,
      [businessId],
    )
    expect(seen).toHaveLength(rows[0]!.n)
    expect(seen).toEqual(seen.toSorted().toReversed())
  })

  test.each(cardOrderStatuses)('can be narrowed to %s', async (status) => {
    const { Results } = await list({ status, limit: 500 })
    expect(Results.length).toBeGreaterThan(0)
    expect(new Set(Results.map(({ OrderStatus }) => OrderStatus))).toEqual(new Set([status]))
  })

  test('takes All for no status, and both spellings of cancelled', async () => {
    expect(await ids({ status: 'All' })).toEqual(await ids({}))
    expect(await ids({ status: 'Canceled' })).toEqual(await ids({ status: 'Cancelled' }))
    const answer = await hub.as(people.admin)(api.listCardOrders, {
      params: { businessId },
      query: { status: 'Lost' },
    })
    expect(answer).toMatchObject({ status: 400, error: { ErrorMessage: 'There is no such status.' } })
  })

  test('is searched by parts of a name, a number, an address or an id', async () => {
    const { body: order } = await startOrder(hub, await someMember(hub))
    await saveDetails(hub, order, {
      FirstName: 'Zoë',
      LastName: 'Quimby',
      MobileNumber: '+61491570777',
      EmailAddress: 'zq@example.org',
    })
    const { MembershipNumber } = order.MemberDetails
    for (const q of [
      'quimby',
      'ZOE quim',
      '0491570777',
      'zq@ex',
      order.OrderId.slice(0, 8),
      MembershipNumber!,
    ])
      expect(await ids({ q }), q).toContain(order.OrderId)
    expect(await ids({ q: 'quimby nobody' })).toEqual([])
    expect(await ids({ q: '100%' })).toEqual([])
  })

  test('is narrowed by the beginning of an account and by days', async () => {
    const { Results } = await list({ status: 'Completed', limit: 500 })
    const completed = Results.find(({ ExternalAccountId }) => /^\d{12}$/.test(ExternalAccountId ?? ''))!
    const found = await list({ externalAccountId: completed.ExternalAccountId!.slice(0, 9) })
    expect(found.Results.map(({ OrderId }) => OrderId)).toEqual([completed.OrderId])
    await hub.owner.query(`update card_order set external_account_id = 'AbX-77' where order_id = $1`, [
      completed.OrderId,
    ])
    expect(await ids({ externalAccountId: 'aBx-' })).toEqual([completed.OrderId])
    const dayAfter = new Date(Date.parse(completed.OrderDate) + 1000).toISOString()
    const range = { createdFromDate: completed.OrderDate, createdToDate: dayAfter }
    expect(await ids(range)).toContain(completed.OrderId)
    expect(await ids({ createdFromDate: dayAfter })).not.toContain(completed.OrderId)
    expect(await ids({ createdToDate: completed.OrderDate })).not.toContain(completed.OrderId)
  })
})

test('orders follow when their member is merged into another, but for a second open one', async () => {
  const [survivor, other] = [await someMember(hub), await someMember(hub)]
  const { body: own } = await startOrder(hub, survivor)
  const { body: placed } = await startOrder(hub, other)
  await saveDetails(hub, placed)
  await placeOrder(hub, placed)
  const { body: open } = await startOrder(hub, other)
  const merge = { businessId, memberId: survivor }
  const { body: pair } = await hub.as(people.admin)(api.previewMemberMerge, {
    params: merge,
    query: { with: other },
  })
  const merged = await hub.as(people.admin)(api.mergeMembers, {
    params: merge,
    body: {
      OtherId: other,
      Revision: pair.Survivor.Revision,
      OtherRevision: pair.Other.Revision,
      Fields: MemberFields.parse(pair.Survivor),
    },
  })
  expect(merged.status).toBe(200)
  const owner = async (orderId: string) =>
    (await hub.owner.query('select member_id from card_order where order_id = $1', [orderId])).rows[0]
      .member_id
  expect(await owner(own.OrderId)).toBe(survivor)
  expect(await owner(placed.OrderId)).toBe(survivor)
  expect(await owner(open.OrderId)).toBe(other)
})
