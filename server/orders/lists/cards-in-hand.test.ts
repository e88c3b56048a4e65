import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { completeOrder, newAccount, placedOrder, startOrder } from '#tests/records/orders.ts'

const businessId = 'harbourside'
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

test('the cards and the orders under way that a member has are told, and no others', async () => {
  const first = await placedOrder(hub)
  const inHand = async () =>
    (
      await hub.as(people.admin)(api.getMemberCardsInHand, {
        params: { businessId, memberId: first.MemberId },
      })
    ).body
  const { Orders } = await inHand()
  expect(Orders).toMatchObject([{ OrderId: first.OrderId, OrderStatus: 'Ordered' }])
  const { body: second } = await startOrder(hub, first.MemberId)
  expect((await inHand()).Orders.map(({ OrderId }) => OrderId)).toEqual([second.OrderId, first.OrderId])
  await completeOrder(hub, first.OrderId, newAccount())
  const then = await inHand()
  expect(then.Orders).toHaveLength(1)
  expect(then.Cards).toContainEqual(
    expect.objectContaining({ CardProgramId: first.CardProgramId, AccountStatus: 'Inactive' }),
  )
})
