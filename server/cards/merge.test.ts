import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { mergeMembers, undoMerge } from '#tests/records/merges.ts'
import { completeOrder, newAccount } from '#tests/records/orders.ts'
import { newMember } from '#tests/records/passes.ts'
import { balanceOf, plasticCard, replace } from '#tests/records/replacing.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

async function ownerOf(cardId: string) {
  const { rows } = await hub.owner.query('select member_id as id from card where card_id = $1', [cardId])
  return rows[0].id as string
}

const HomeAddress = {
  AddressLine1: '12 Darling Street',
  AddressLine2: null,
  Suburb: 'Balmain',
  State: 'NSW',
  PostCode: '2041',
  Country: 'Australia',
}

test('a card that was replaced while its member was merged goes back with its money', async () => {
  const other = await plasticCard(hub)
  const survivor = await newMember(hub)
  await mergeMembers(hub, survivor.memberId, other.memberId)
  const next = (await replace(hub, other.cardId)).body.ReplacedByCardId!
  expect((await undoMerge(hub, survivor.memberId)).status).toBe(200)
  expect([await ownerOf(other.cardId), await ownerOf(next)]).toEqual([other.memberId, other.memberId])
  expect(await balanceOf(hub, next)).toBe(75)
})

test('so does one that is on order in its place', async () => {
  const other = await plasticCard(hub)
  const survivor = await newMember(hub, { HomeAddress })
  await mergeMembers(hub, survivor.memberId, other.memberId)
  const orderId = (await replace(hub, other.cardId, { Delivery: 'Plastic' })).body.ReplacementOrderId!
  await undoMerge(hub, survivor.memberId)
  const { body } = await completeOrder(hub, orderId, newAccount())
  expect(await ownerOf(body.CardId!)).toBe(other.memberId)
  expect(await balanceOf(hub, body.CardId!)).toBe(75)
})
