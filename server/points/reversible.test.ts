import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { mergeMembers, undoMerge } from '#tests/records/merges.ts'
import { filledPass } from '#tests/records/passes.ts'
import { tillOf } from '#tests/till.ts'
import { expirePoints } from './index.ts'

const businessId = 'harbourside'
let hub: TestHub
let till: ReturnType<typeof tillOf>
beforeAll(async () => {
  hub = await startTestHub()
  till = tillOf(hub)
})
afterAll(() => hub.close())

const history = async (memberId: string, pointsTypeId = 'Points') => {
  const params = { businessId, memberId, pointsTypeId }
  return (await hub.as(people.admin)(api.listPointsEntries, { params })).body.Results
}
const reverse = (memberId: string, transactionId: string, pointsTypeId = 'Points') =>
  hub.as(people.admin)(api.reversePoints, {
    params: { businessId, memberId, pointsTypeId, transactionId },
    body: { Reason: 'Wrong' },
  })
const award = (memberId: string) =>
  hub.as(people.admin)(api.awardPoints, {
    params: { businessId, memberId, pointsTypeId: 'Points' },
    body: { Note: 'Raffle', PointsByDollarValue: 10, PointsByQuantity: 1000 },
  })

/** A member in whose history there is a line of each kind that there is of points. */
async function memberOfAllKinds() {
  const [survivor, other] = [await filledPass(hub, 10), await filledPass(hub, 20)]
  await award(other.memberId)
  await mergeMembers(hub, survivor.memberId, other.memberId)
  await hub.as(people.admin)(api.transferPassToPoints, {
    params: { businessId, memberId: survivor.memberId, invitationId: survivor.passId },
    body: { TransactionId: other.transactionId, Reason: 'Not wanted' },
  })
  const wrong = await award(survivor.memberId)
  await reverse(survivor.memberId, wrong.body.TransactionId)
  const points = { Source: 'points' }
  const sold = await till.sell(survivor.number, 10, points)
  await till.refund(sold)
  await till.release((await till.hold(survivor.number, 5, points)).body.HoldId)
  await till.capture((await till.hold(survivor.number, 5, points)).body.HoldId, { Amount: 3 })
  return survivor.memberId
}

// Whoever has points moved in another way adds it above, and decides whether it may be reversed.
const mayBeReversed = {
  Award: true,
  'Points transfer': true,
  Merge: false,
  'Back to points': false,
  Expiry: false,
  Reversal: false,
  Purchase: false,
  'Purchase settled': false,
  'Purchase released': false,
  Refund: false,
} as const

test('of all that happens to points only awards and transfers may be reversed, as the history says', async () => {
  const memberId = await memberOfAllKinds()
  await award(memberId)
  await hub.owner.query(`select set_config('app.business_id', $1, false)`, [businessId])
  await hub.owner.query(
    `select post_transaction('Award', 'u1', 'Ann', array['external', 'points'], array['awards', $1],
      array['points/bonus', 'points/bonus'], array[-1000, 1000], p_at => now() - interval '14 months')`,
    [memberId],
  )
  await expirePoints(hub.database)
  const lines = [
    ...(await history(memberId, 'Bonus')).map((line) => ({ ...line, type: 'Bonus' })),
    ...(await history(memberId)).map((line) => ({ ...line, type: 'Points' })),
  ]
  const kinds = new Set(lines.map(({ Kind }) => Kind))
  expect([...kinds].toSorted()).toEqual(Object.keys(mayBeReversed).toSorted())
  for (const { Kind, CanReverse, IsTakenBack, TransactionId, type } of lines) {
    const isAllowed = mayBeReversed[Kind as keyof typeof mayBeReversed] && !IsTakenBack
    expect([Kind, CanReverse]).toEqual([Kind, isAllowed])
    if (isAllowed) continue
    const { status, error } = await reverse(memberId, TransactionId, type)
    expect([Kind, status, error.ErrorCode]).toEqual([
      Kind,
      409,
      Kind === 'Award' || Kind === 'Points transfer' ? 'taken_back' : 'not_reversible',
    ])
  }
})

test('the line of a merge says how it is undone, and the merge can be undone then', async () => {
  const [survivor, other] = [await filledPass(hub, 10), await filledPass(hub, 10, 'visitor-pass')]
  await award(other.memberId)
  await mergeMembers(hub, survivor.memberId, other.memberId)
  const line = (await history(survivor.memberId)).find(({ Kind }) => Kind === 'Merge')!
  expect((await reverse(survivor.memberId, line.TransactionId)).error.ErrorMessage).toBe(
    'Points that came with a merge go back with its undo, on the member’s page.',
  )
  expect((await undoMerge(hub, survivor.memberId)).status).toBe(200)
})
