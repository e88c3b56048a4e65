import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { MemberFields } from '#contract/members/member-fields.ts'
import { messages } from '#contract/messages.ts'
import { nobody } from '#platform/access'
import type { Transaction } from '#platform/database'
import { balanceOf, checkLedger, move, outside, pointsOf } from '#server/ledger'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { about } from '#tests/reading/ledger.ts'
import { mergeMembers, undoMerge } from '#tests/records/merges.ts'
import { tillOf } from '#tests/till.ts'
import { mergePoints } from './merge.ts'

const businessId = 'harbourside'
const missing = (venue: string) => `${venue} gives no points of the type Bonus: add the type there first.`

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())

const points = (owner: string) => pointsOf(owner, 'Points')
const bonus = (owner: string) => pointsOf(owner, 'Bonus')
const within = <Result>(work: (tx: Transaction) => Promise<Result>) =>
  hub.database.transaction(businessId, work)

async function member(venueId: string) {
  const { body } = await admin(api.createMember, {
    params: { businessId },
    query: { venueId },
    body: { FirstName: 'Petra', LastName: 'Points', MembershipType: 'Ordinary' },
  })
  return { id: body.data.id, number: body.data.MembershipNumber! }
}
const award = (memberId: string, quantity: number, pointsTypeId = 'Bonus') =>
  admin(api.awardPoints, {
    params: { businessId, memberId, pointsTypeId },
    body: { Note: 'Raffle', PointsByDollarValue: quantity / 100, PointsByQuantity: quantity },
  })
const balances = async (memberId: string) => {
  const { body } = await admin(api.listPointsBalances, { params: { businessId, memberId } })
  return Object.fromEntries(
    body.Results.map(({ PointsTypeId, PointsBalanceQuantity }) => [PointsTypeId, PointsBalanceQuantity]),
  )
}
const type = (PointsTypeId: string, PointsToDollarRatio = 100) => ({
  PointsTypeId,
  PointsToDollarRatio,
  IsDefault: PointsTypeId === 'Points',
})
const saveTypes = (venueId: string, PointsTypes: ReturnType<typeof type>[]) =>
  hub.as(people.superAdmin)(api.updateVenue, { params: { businessId, venueId }, body: { PointsTypes } })
const preview = async (survivor: string, other: string) => {
  const params = { businessId, memberId: survivor }
  return (await admin(api.previewMemberMerge, { params, query: { with: other } })).body.Follows
}

test('points of every type follow a merge, and come back with its undo unless they are gone', async () => {
  const [survivor, other] = [await member('1'), await member('1')]
  const pair = { survivorId: survivor.id, otherId: other.id, mergedAt: new Date().toISOString() }
  const held = () => {
    const db = hub.database.forTenant(businessId)
    const accounts = [points, bonus].flatMap((of) => [of(survivor.id), of(other.id)])
    return Promise.all(accounts.map((account) => balanceOf(db, account)))
  }
  await award(survivor.id, 10, 'Points')
  await award(other.id, 5, 'Points')
  await award(other.id, 2)
  const db = hub.database.forTenant(businessId)
  expect(await mergePoints.count(db, other.id, survivor.id)).toBe(7)

  const moved = await within((tx) => mergePoints.move({ db: tx, who: nobody }, pair))
  expect(await held()).toEqual([1500, 0, 200, 0])
  await within((tx) => mergePoints.undo({ db: tx, who: nobody }, pair, moved))
  expect(await held()).toEqual([1000, 500, 0, 200])

  const again = await within((tx) => mergePoints.move({ db: tx, who: nobody }, pair))
  const from = bonus(survivor.id)
  const spent = { from, to: outside('till', from.unit), amount: 1 }
  await within((tx) => move(tx, about('Purchase'), spent))
  const undo = within((tx) => mergePoints.undo({ db: tx, who: nobody }, pair, again))
  await expect(undo).rejects.toMatchObject({ status: 409, message: messages.points.notEnough })
  expect(await within((tx) => mergePoints.move({ db: tx, who: nobody }, pair))).toBeNull()
})

test('points that the survivor’s venue does not give keep the two apart until it does', async () => {
  const [survivor, other] = [await member('2'), await member('1')]
  await award(other.id, 500)
  await award(other.id, 20, 'Points')
  expect(await preview(survivor.id, other.id)).toContainEqual({
    Label: 'Bonus, which Harbourside Sports Bar does not give, so that the two can not be merged',
    Count: 500,
  })
  const read = async (memberId: string) =>
    (await admin(api.getMember, { params: { businessId, memberId } })).body.Results[0]!
  const [kept, gone] = [await read(survivor.id), await read(other.id)]
  const refused = await admin(api.mergeMembers, {
    params: { businessId, memberId: survivor.id },
    body: {
      OtherId: other.id,
      Revision: kept.Revision,
      OtherRevision: gone.Revision,
      Fields: MemberFields.parse(kept),
    },
  })
  expect([refused.status, refused.error.ErrorMessage]).toEqual([409, missing('Harbourside Sports Bar')])
  expect(await balances(other.id)).toEqual({ Points: 20, Bonus: 500 })

  await saveTypes('2', [type('Points'), type('Bonus', 50)])
  expect(await preview(survivor.id, other.id)).toContainEqual({
    Label: 'Bonus, 50 for a dollar in place of 100',
    Count: 500,
  })
  await mergeMembers(hub, survivor.id, other.id)
  expect(await balances(survivor.id)).toEqual({ Points: 20, Bonus: 500 })
  // Nobody takes the type away from under them.
  expect((await saveTypes('2', [type('Points')])).status).toBe(409)
  expect((await undoMerge(hub, survivor.id)).status).toBe(200)
  expect((await saveTypes('2', [type('Points')])).status).toBe(200)
})

test('what tills hold counts too, for the merge, its undo and who would remove the type', async () => {
  const till = tillOf(hub)
  const [survivor, other] = [await member('2'), await member('1')]
  await saveTypes('1', [type('Points'), type('Bonus'), type('Stars')])
  await award(other.id, 100, 'Stars')
  const { HoldId } = (await till.hold(other.number, 100, { PointsTypeId: 'Stars' })).body
  expect(await saveTypes('1', [type('Points'), type('Bonus')])).toMatchObject({
    status: 409,
    error: { ErrorMessage: 'Members still have points of the type Stars.' },
  })
  expect(await preview(survivor.id, other.id)).toContainEqual({
    Label:
      'Stars that a till holds, which Harbourside Sports Bar does not give, so that the two can not be merged',
    Count: 100,
  })
  await expect(mergeMembers(hub, survivor.id, other.id)).rejects.toThrow('no points of the type Stars')
  await saveTypes('2', [type('Points'), type('Stars')])
  await mergeMembers(hub, survivor.id, other.id)
  // The other's venue may part with it now, and then nothing can come back there.
  expect((await saveTypes('1', [type('Points'), type('Bonus')])).status).toBe(200)
  expect((await saveTypes('2', [type('Points')])).status).toBe(409)
  expect((await undoMerge(hub, survivor.id)).status).toBe(409)
  expect((await till.release(HoldId)).status).toBe(200)
  expect(await balances(survivor.id)).toEqual({ Points: 0, Stars: 100 })
})

test('a part of a point of a type that neither venue gives is told, too', async () => {
  const [survivor, other] = [await member('2'), await member('1')]
  const suns = pointsOf(other.id, 'Suns')
  await within((tx) => move(tx, about('Award'), { from: outside('till', suns.unit), to: suns, amount: 50 }))
  const follows = await preview(survivor.id, other.id)
  expect(follows.slice(-2)).toEqual([
    { Label: 'Points', Count: 1 },
    {
      Label: 'suns, which Harbourside Sports Bar does not give, so that the two can not be merged',
      Count: 1,
    },
  ])
  await expect(mergeMembers(hub, survivor.id, other.id)).rejects.toThrow('no points of the type')
})

test('a till gives no points back to whom their venue gives none', async () => {
  const till = tillOf(hub)
  const [survivor, other] = [await member('2'), await member('1')]
  await award(other.id, 100)
  const sold = await till.sell(other.number, 100, { PointsTypeId: 'Bonus' })
  await mergeMembers(hub, survivor.id, other.id)
  const refund = await till.refund(sold)
  expect([refund.status, refund.error.ErrorMessage]).toEqual([409, missing('Harbourside Sports Bar')])
  await saveTypes('2', [type('Points'), type('Stars'), type('Bonus')])
  expect((await till.refund(sold)).status).toBe(200)
  expect(await balances(survivor.id)).toMatchObject({ Bonus: 100 })
})

test('a type that is removed while points of it come is kept, or the merge refused', async () => {
  const [survivor, other] = [await member('2'), await member('1')]
  const left = ['Points', 'Bonus', 'Stars'].map((id) => type(id))
  for (const venue of ['1', '2']) await saveTypes(venue, [...left, type('Moons')])
  await award(other.id, 100, 'Moons')
  const [merged, removed] = await Promise.all([
    mergeMembers(hub, survivor.id, other.id).then(
      () => 200,
      () => 409,
    ),
    saveTypes('2', left),
  ])
  expect([merged, removed.status].toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('all of it leaves the ledger proven', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
