import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import type { PointsType } from '#contract/business/venues.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

const businessId = 'harbourside'
const points: PointsType = { PointsTypeId: 'Points', PointsToDollarRatio: 100, IsDefault: true }
const bonus: PointsType = {
  PointsTypeId: 'Bonus',
  PointsToDollarRatio: 100,
  IsDefault: false,
  ExpiryMonths: 12,
}

let hub: TestHub
let memberId: string
beforeAll(async () => {
  hub = await startTestHub()
  // More than are counted in one piece, and the last of them has points of both types.
  await hub.owner.query(
    `insert into member (business_id, member_id, member_key, venue_no, first_name, last_name, membership_type)
     select business_id, 'zz-' || n, 'zz-' || n, venue_no, first_name, last_name, membership_type
     from generate_series(1, 3000) n, (select * from member where business_id = $1 and venue_no = '1' limit 1) m`,
    [businessId],
  )
  memberId = 'zz-999'
  for (const [pointsTypeId, amount] of Object.entries({ Points: 10, Bonus: 70 }))
    await hub.as(people.admin)(api.awardPoints, {
      params: { businessId, memberId, pointsTypeId },
      body: { Note: 'Raffle', PointsByDollarValue: amount / 100, PointsByQuantity: amount },
    })
})
afterAll(() => hub.close())

const save = (PointsTypes: PointsType[]) =>
  hub.as(people.superAdmin)(api.updateVenue, { params: { businessId, venueId: '1' }, body: { PointsTypes } })
const makeDefault = (type: PointsType) =>
  save([points, bonus].map((each) => ({ ...each, IsDefault: each === type })))

const shown = async () => {
  const { body } = await hub.as(people.admin)(api.getMember, { params: { businessId, memberId } })
  return body.Results[0]!.PointsBalance
}
const kept = async () => {
  const { rows } = await hub.owner.query('select points_balance from member where member_id = $1', [memberId])
  return Number(rows[0].points_balance)
}
const underWay = async () => {
  const { body } = await hub.as(people.admin)(api.listVenues, { params: { businessId } })
  return body.Results[0]!._Meta.PointsRecount
}
const queued = async () => {
  const { rows } = await hub.owner.query(
    `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'count_points_anew'`,
  )
  return rows[0].n
}
const count = () => hub.tasks.count_points_anew!({ businessId, venueNo: '1' } as never, { isLast: false })

test('a save that leaves the default counts nobody anew', async () => {
  await save([points, { ...bonus, PointsToDollarRatio: 50 }])
  expect(await queued()).toBe(0)
  expect(await underWay()).toBeUndefined()
})

test('with another default the save answers at once, members show the right balance, and a job has it follow', async () => {
  const { body } = await makeDefault(bonus)
  expect(body._Meta.PointsRecount).toEqual({ Counted: 0, Total: null })
  expect([await kept(), await shown(), await queued()]).toEqual([10, 70, 1])
  await count()
  expect([await kept(), await shown(), await underWay()]).toEqual([70, 70, undefined])
  const { rows } = await hub.owner.query(
    `select count(*)::int as wrong from member m
     where m.business_id = $1 and m.points_balance <> default_points_balance(m.business_id, m.member_id, m.venue_no)`,
    [businessId],
  )
  expect(rows[0].wrong).toBe(0)
})

test('it goes on where it was, and begins anew when the default changes under it', async () => {
  await makeDefault(points)
  // As after a piece whose server is gone.
  await hub.owner.query(
    `update venue set points_counted_to = 'zz-998', points_counted = 4 where business_id = $1 and venue_no = '1'`,
    [businessId],
  )
  expect((await underWay())?.Counted).toBe(4)
  expect([await kept(), await shown()]).toEqual([70, 10])
  await makeDefault(bonus)
  expect(await underWay()).toEqual({ Counted: 0, Total: null })
  await count()
  expect([await kept(), await shown(), await underWay()]).toEqual([70, 70, undefined])
})

test('what is awarded meanwhile is in the balance', async () => {
  await makeDefault(points)
  await hub.as(people.admin)(api.awardPoints, {
    params: { businessId, memberId, pointsTypeId: 'Points' },
    body: { Note: 'Raffle', PointsByDollarValue: 0.05, PointsByQuantity: 5 },
  })
  expect(await shown()).toBe(15)
  await count()
  expect([await kept(), await shown()]).toEqual([15, 15])
})
