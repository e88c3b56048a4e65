import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { PointsType } from '#contract/business/venues.ts'
import type { Transaction } from '#platform/database'
import { capture, checkLedger, hold, move, outside, pointsOf, release } from '#server/ledger'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { about } from '#tests/reading/ledger.ts'
import { expirePoints } from './index.ts'

const businessId = 'harbourside'
const unit = 'points/bonus'
const till = outside('till', unit)

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await hub.owner.query(`select set_config('app.business_id', $1, false)`, [businessId])
})
afterAll(() => hub.close())

/** A member with these amounts of bonus points, which expire after 12 months, earned so many months ago. */
async function memberWith(...earned: [points: number, monthsAgo: number][]) {
  const { rows } = await hub.owner.query<{ id: string }>(
    `select member_id as id from member where business_id = $1 and venue_no = '1' and not exists (
      select from ledger_account where owner_id = member_id) limit 1`,
    [businessId],
  )
  const memberId = rows[0]!.id
  for (const [points, monthsAgo] of earned)
    await hub.owner.query(
      `select post_transaction('Award', 'u1', 'Ann', array['external', 'points'], array['awards', $1],
        array[$2, $2], array[-$3::bigint, $3::bigint], p_at => now() - make_interval(months => $4))`,
      [memberId, unit, points * 100, monthsAgo],
    )
  return memberId
}

const within = <Result>(work: (tx: Transaction) => Promise<Result>) =>
  hub.database.transaction(businessId, work)

const spend = (memberId: string, points: number) =>
  within((tx) =>
    move(tx, about('Purchase'), { from: pointsOf(memberId, 'Bonus'), to: till, amount: points * 100 }),
  )

const paramsOf = (memberId: string) => ({ businessId, memberId, pointsTypeId: 'Bonus' })
const balance = async (memberId: string) => {
  const { body } = await hub.as(people.admin)(api.getPointsBalance, { params: paramsOf(memberId) })
  return body.PointsBalanceQuantity
}
const forecast = async (memberId: string) => {
  const { body } = await hub.as(people.admin)(api.forecastPointsExpiry, { params: paramsOf(memberId) })
  return body.Results.map(({ Quantity }) => Quantity)
}

describe('points expire', () => {
  test('when they are older than their type allows, once, and the rest stays', async () => {
    const memberId = await memberWith([10, 14], [20, 13], [40, 5])
    await Promise.all([expirePoints(hub.database), expirePoints(hub.database)])
    expect(await balance(memberId)).toBe(40)
    const { body } = await hub.as(people.admin)(api.listPointsEntries, { params: paramsOf(memberId) })
    expect(body.Results[0]).toMatchObject({
      Kind: 'Expiry',
      Quantity: -30,
      ActorName: 'Hub',
      CanReverse: false,
    })
    const undo = await hub.as(people.admin)(api.reversePoints, {
      params: { ...paramsOf(memberId), transactionId: body.Results[0]!.TransactionId },
      body: { Reason: 'Came too late' },
    })
    expect(undo.error).toMatchObject({ ErrorCode: 'not_reversible' })
  })

  test('less what was used before: the oldest go first', async () => {
    const memberId = await memberWith([10, 14], [20, 13], [40, 5])
    await spend(memberId, 25)
    await expirePoints(hub.database)
    expect(await balance(memberId)).toBe(40)
    const frugal = await memberWith([10, 14], [40, 5])
    await spend(frugal, 12)
    await expirePoints(hub.database)
    expect(await balance(frugal)).toBe(38)
  })

  test('although they were held and given back meanwhile', async () => {
    const memberId = await memberWith([10, 14], [40, 5])
    const account = pointsOf(memberId, 'Bonus')
    const take = (amount: number) =>
      within((tx) => hold(tx, about('Hold'), { account, amount, seconds: null }))
    const whole = await take(5000)
    await within((tx) => release(tx, about('Release'), whole.transactionId))
    const part = await take(5000)
    await within((tx) => capture(tx, about('Capture'), { holdId: part.transactionId, amount: 400, to: till }))
    await expirePoints(hub.database)
    expect(await balance(memberId)).toBe(40)
  })

  test('not where their type never does', async () => {
    const memberId = await memberWith([10, 14])
    await saveBonus({})
    await expirePoints(hub.database)
    expect(await balance(memberId)).toBe(10)
    expect(await forecast(memberId)).toEqual([])
    await saveBonus({ ExpiryMonths: 12 })
  })
})

test('the forecast tells what will expire and when, oldest first, less what was used', async () => {
  const memberId = await memberWith([10, 8], [20, 5], [40, 2])
  await spend(memberId, 15)
  expect(await forecast(memberId)).toEqual([15, 40])
  const { body } = await hub.as(people.door)(api.forecastPointsExpiry, { params: paramsOf(memberId) })
  const inDays = (Date.parse(body.Results[0]!.ExpiresOn) - Date.now()) / 86_400_000
  expect(inDays).toBeGreaterThan(200)
  expect(inDays).toBeLessThan(220)
})

test('the forecast tells the day in the business, which begins before that in UTC', async () => {
  const memberId = await memberWith()
  const lastMonth = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 8)
  const { rows } = await hub.owner.query<{ day: string }>(
    `select post_transaction('Award', 'u1', 'Ann', array['external', 'points'], array['awards', $1],
       array[$2, $2], array[-100::bigint, 100::bigint], p_at => $3::timestamptz),
       (($3::timestamptz at time zone 'Australia/Sydney')::date + interval '12 months')::date::text as day`,
    [memberId, unit, `${lastMonth}10T22:00:00Z`],
  )
  const { body } = await hub.as(people.admin)(api.forecastPointsExpiry, { params: paramsOf(memberId) })
  expect(body.Results).toEqual([{ ExpiresOn: rows[0]!.day, Quantity: 1 }])
})

const points: PointsType = { PointsTypeId: 'Points', PointsToDollarRatio: 100, IsDefault: true }
const saveBonus = (given: Partial<PointsType>) => {
  const bonus = { PointsTypeId: 'Bonus', PointsToDollarRatio: 100, IsDefault: false, ...given }
  return saveTypes([points, bonus])
}
const saveTypes = (PointsTypes: PointsType[]) =>
  hub.as(people.superAdmin)(api.updateVenue, { params: { businessId, venueId: '1' }, body: { PointsTypes } })

describe('the points types of a venue', () => {
  test('say after how many months points expire: 1 to 120', async () => {
    const { body } = await saveBonus({ ExpiryMonths: 12 })
    expect(body.PointsTypes[1]).toMatchObject({ PointsTypeId: 'Bonus', ExpiryMonths: 12 })
    for (const ExpiryMonths of [0, 1.5, 121]) {
      const { status, error } = await saveBonus({ ExpiryMonths })
      expect(status).toBe(400)
      expect(error.Errors).toEqual({ 'PointsTypes.1.ExpiryMonths': 'Points expire after 1 to 120 months.' })
    }
  })

  test('are not removed while members have points of them', async () => {
    const { status, error } = await saveTypes([points])
    expect([status, error.ErrorMessage]).toEqual([409, 'Members still have points of the type Bonus.'])
  })

  test('with another default, each member shows the balance of that', async () => {
    const memberId = await memberWith([70, 1])
    const shown = async () => {
      const { body } = await hub.as(people.admin)(api.getMember, { params: { businessId, memberId } })
      return body.Results[0]!.PointsBalance
    }
    expect(await shown()).toBe(0)
    await saveTypes([
      { ...points, IsDefault: false },
      { ...points, PointsTypeId: 'Bonus', ExpiryMonths: 12 },
    ])
    expect(await shown()).toBe(70)
    await saveBonus({ ExpiryMonths: 12 })
    expect(await shown()).toBe(0)
  })
})

test('all of it leaves the ledger proven', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
