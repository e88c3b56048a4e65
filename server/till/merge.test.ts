import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { checkLedger, expireHolds } from '#server/ledger'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { mergeMembers } from '#tests/records/merges.ts'
import { memberWithPoints, tillOf } from '#tests/till.ts'

const params = { businessId: 'harbourside' }
let hub: TestHub
let till: ReturnType<typeof tillOf>
beforeAll(async () => {
  hub = await startTestHub()
  till = tillOf(hub)
})
afterAll(() => hub.close())

type Tilda = Awaited<ReturnType<typeof memberWithPoints>>

const read = async ({ id }: Tilda) =>
  (await hub.as(people.admin)(api.getMember, { params: { ...params, memberId: id } })).body.Results[0]!

/** Makes one member of two, who have a thousand points each less what tills hold. */
const merge = (survivor: Tilda, other: Tilda) => mergeMembers(hub, survivor.id, other.id)

const balance = async ({ number }: Tilda) => (await till.balance(number)).body.Balance

test('what a till holds of a member comes back to the one they were merged into', async () => {
  const [other, survivor, last] = [
    await memberWithPoints(hub),
    await memberWithPoints(hub),
    await memberWithPoints(hub),
  ]
  const holds = []
  for (const amount of [10, 20, 30, 40]) holds.push((await till.hold(other.number, amount)).body.HoldId)
  const [released, captured, late, afterTwo] = holds
  const sold = await till.sell(other.number, 5)
  await merge(survivor, other)
  expect(await balance(survivor)).toBe(1895)

  expect((await till.release(released!)).body.Balance).toBe(1905)
  expect((await till.capture(captured!, { Amount: 15 })).body.Balance).toBe(1910)
  await hub.owner.query(
    `update ledger_hold set expires_at = now() - interval '1 second' where hold_id = $1`,
    [late],
  )
  await expireHolds(hub.database)
  expect(await balance(survivor)).toBe(1940)
  expect((await till.refund(sold, { Amount: 2 })).body.Balance).toBe(1942)

  await merge(last, survivor)
  expect((await till.release(afterTwo!)).body.Balance).toBe(2982)
  expect((await till.refund(sold)).body.Balance).toBe(2985)
  expect((await read(last)).PointsBalance).toBe(2985)
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})

test('after the undo of the merge it comes back to the member themself', async () => {
  const [other, survivor] = [await memberWithPoints(hub), await memberWithPoints(hub)]
  const { HoldId } = (await till.hold(other.number, 100)).body
  await merge(survivor, other)
  const of = { ...params, memberId: survivor.id }
  const { Results } = (await hub.as(people.admin)(api.listMemberMerges, { params: of })).body
  await hub.as(people.admin)(api.undoMemberMerge, { params: { ...of, mergeId: Results[0]!.MergeId } })
  expect((await till.release(HoldId)).body.Balance).toBe(1000)
  expect(await balance(survivor)).toBe(1000)
})

test('points that came back so expire as the new ones do, not before', async () => {
  const [other, survivor] = [await memberWithPoints(hub), await memberWithPoints(hub)]
  const { HoldId } = (await till.hold(other.number, 100)).body
  await merge(survivor, other)
  await till.release(HoldId)
  const { rows } = await hub.owner.query(
    `select (credited - balance)::int as used from ledger_account where owner_id = $1 and kind = 'points'`,
    [survivor.id],
  )
  expect(rows).toEqual([{ used: 0 }])
})
