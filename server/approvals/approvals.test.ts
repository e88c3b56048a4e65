import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { approvalWords } from '#contract/approvals/approvals.ts'
import { aboveLimit } from '#contract/approvals/limit-code.ts'
import { limitWords } from '#contract/approvals/limits.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { awardTo, limitRole } from '#tests/limits.ts'
import { expireApprovals } from './expire.ts'

let hub: TestHub
let asker: Caller
let admin: Caller
let award: Awaited<ReturnType<typeof awardTo>>
const params = { businessId: 'harbourside' }

beforeAll(async () => {
  hub = await startTestHub()
  asker = hub.as(people.promotions)
  admin = hub.as(people.admin)
  // Promotions is confined to venue 2.
  award = await awardTo(hub, '2')
})
afterAll(() => hub.close())
beforeEach(async () => {
  await limitRole(hub, 'Promotions', { AwardsPerAct: 500, AwardsPerDay: 1000 })
  await limitRole(hub, 'Admin', {})
  await hub.owner.query('delete from limit_use')
  await hub.owner.query('delete from approval_request')
})

const give = (points: number, caller = asker) =>
  caller(api.awardPoints, { params: award.params, body: award.body(points) })
const ask = (points: number, more: object = {}) =>
  asker(api.askForApproval, {
    params,
    body: {
      Act: 'awardPoints',
      Params: award.params,
      Body: award.body(points),
      Reason: 'Main prize',
      ...more,
    },
  })
const asked = async (points: number) => (await ask(points)).body.ApprovalId
const decide = (row: typeof api.approveRequest, approvalId: string, caller = admin) =>
  caller(row, { params: { ...params, approvalId } })
const approve = (id: string, caller = admin) => decide(api.approveRequest, id, caller)
const balance = async () =>
  (
    await admin(api.getPointsBalance, {
      params: { ...params, memberId: award.memberId, pointsTypeId: award.params.pointsTypeId },
    })
  ).body.PointsBalanceQuantity
const usedToday = async (email: string) => {
  const { rows } = await hub.owner.query<{ amount: string }>(
    `select amount from limit_use join business_user using (business_id, uid) where email = $1`,
    [email],
  )
  return Number(rows[0]?.amount ?? 0) / 100
}
const one = async (id: string, caller = asker) => {
  for (const state of ['waiting', 'decided'] as const) {
    const { body } = await caller(api.listApprovals, { params, query: { state } })
    const found = body.Results.find(({ ApprovalId }) => ApprovalId === id)
    if (found) return found
  }
  return null
}

describe('a limit', () => {
  test('for one act refuses what is above it, in a sentence, and nothing happens', async () => {
    const before = await balance()
    const refused = await give(501)
    expect(refused.status).toBe(403)
    expect(refused.error).toMatchObject({
      ErrorCode: aboveLimit,
      ErrorMessage: limitWords.perAct('Awards', 500),
    })
    expect(await balance()).toBe(before)
    expect((await give(500)).status).toBe(200)
    expect(await balance()).toBe(before + 500)
  })

  test('for a day counts what somebody gave, and says what is left', async () => {
    for (const points of [500, 400]) expect((await give(points)).status).toBe(200)
    expect((await give(101)).error.ErrorMessage).toBe(limitWords.perDay('Awards', 1000, 100))
    expect((await give(100)).status).toBe(200)
    expect((await give(1)).error.ErrorMessage).toBe(limitWords.perDay('Awards', 1000, 0))
    expect(await usedToday(people.promotions)).toBe(1000)
  })

  test('for a day is of the day: on the next one it begins anew', async () => {
    for (let count = 0; count < 2; count++) await give(500)
    await hub.owner.query('update limit_use set day = day - 1')
    expect((await give(500)).status).toBe(200)
  })

  test('holds for twice as many calls at once as there are connections', async () => {
    const before = await balance()
    const many = 2 * hub.database.pool.options.max
    const answers = await Promise.all(Array.from({ length: many }, () => give(150)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
    expect(await balance()).toBe(before + 900)
  })

  test('is never gone beyond, whatever comes at once', async () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(amounts, async (wanted) => {
        await hub.owner.query('delete from limit_use')
        const before = await balance()
        const answers = await Promise.all(wanted.map((points) => give(points)))
        const given = wanted.filter((_, index) => answers[index]?.status === 200)
        const sum = given.reduce((total, points) => total + points, 0)
        expect(sum).toBeLessThanOrEqual(1000)
        expect(await balance()).toBe(before + sum)
        expect(await usedToday(people.promotions)).toBe(sum)
      }),
      { numRuns: 10 },
    )
  })

  test('is not for those who have none, nor for super administrators', async () => {
    for (const caller of [admin, hub.as(people.superAdmin)])
      expect((await give(5000, caller)).status).toBe(200)
  })

  test('of transfers and cards is in points and dollars', async () => {
    await limitRole(hub, 'Promotions', { CardsPerAct: 15, TransfersPerAct: 0 })
    const card = await asker(api.issueNonMemberCard, {
      params: { ...params, cardType: 'instantgift' },
      body: {
        FirstName: 'Sam',
        LastName: 'Sample',
        MobileNumber: '+61400000000',
        EmailAddress: 'sam@hub.example',
        InitialCardValue: 20,
        OfferExpiryDate: '2099-12-31',
        PlasticExpiryDate: '2099-12-31',
      },
    })
    expect(card.error).toMatchObject({ ErrorCode: aboveLimit, ErrorMessage: limitWords.perAct('Cards', 15) })
  })
})

describe('what is above it', () => {
  test('waits for another, who carries it out once; both are in the history and the trail', async () => {
    const before = await balance()
    const id = await asked(2000)
    expect(await balance()).toBe(before)
    expect(await one(id)).toMatchObject({
      Status: 'Waiting',
      IsOwn: true,
      CanDecide: false,
      Amount: 2000,
      MemberId: award.memberId,
      Reason: 'Main prize',
    })
    expect(await one(id, admin)).toMatchObject({ IsOwn: false, CanDecide: true })
    expect((await admin(api.countApprovals, { params })).body).toEqual({ Count: 1 })
    expect((await asker(api.countApprovals, { params })).body).toEqual({ Count: 0 })

    expect((await approve(id)).body).toMatchObject({ Status: 'Approved' })
    expect(await balance()).toBe(before + 2000)
    expect((await approve(id)).error.ErrorCode).toBe('not_waiting')
    expect(await balance()).toBe(before + 2000)
    // It was the approver's to answer for.
    expect(await usedToday(people.promotions)).toBe(0)

    const { body } = await admin(api.listPointsEntries, { params: award.params })
    expect(body.Results[0]?.ActorName).toMatch(/.+, approved by .+/)
    const { rows } = await hub.owner.query<{ action: string; name: string }>(
      `select action, actor_name as name from audit_entry where business_id = 'harbourside' order by id desc limit 3`,
    )
    expect(rows.map(({ action }) => action).toSorted()).toEqual([
      'approveRequest',
      'askForApproval',
      'awardPoints',
    ])
    expect(rows.find(({ action }) => action === 'awardPoints')?.name).toBe(body.Results[0]?.ActorName)
    const kept = await hub.owner.query('select input from approval_request')
    expect(kept.rows).toEqual([{ input: null }])
  })

  test('is carried out by one of two who approve at once', async () => {
    const before = await balance()
    const id = await asked(2000)
    const both = await Promise.all([approve(id), approve(id, hub.as(people.superAdmin))])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(await balance()).toBe(before + 2000)
  })

  test('is approved by nobody who asked for it, whose limit is lower, or who may not do it', async () => {
    const id = await asked(2000)
    expect((await approve(id, asker)).error.ErrorMessage).toBe(approvalWords.ownRequest)
    expect((await approve(id, hub.as(people.reception))).status).toBe(403)
    await limitRole(hub, 'Admin', { AwardsPerAct: 1999 })
    expect(await one(id, admin)).toMatchObject({ CanDecide: false })
    const low = await approve(id)
    expect(low.error).toMatchObject({ ErrorCode: aboveLimit })
    await limitRole(hub, 'Admin', { AwardsPerDay: 2000 })
    expect((await approve(id)).status).toBe(200)
    expect(await usedToday(people.admin)).toBe(2000)
    expect((await approve(await asked(600))).error.ErrorCode).toBe(aboveLimit)
  })

  test('is not to be seen or approved by those of other venues', async () => {
    const id = await asked(2000)
    const elsewhere = `update business_user set role_name = $2, venue_nos = $3 where email = $1`
    await hub.owner.query(elsewhere, [people.finance, 'Admin', ['1']])
    const other = hub.as(people.finance)
    expect((await approve(id, other)).status).toBe(404)
    expect(await one(id, other)).toBeNull()
    await hub.owner.query(elsewhere, [people.finance, 'Finance', []])
  })

  test('is not carried out once the asker may not do it any more', async () => {
    const id = await asked(2000)
    await hub.owner.query(`update business_user set role_name = 'Door' where email = $1`, [people.promotions])
    expect((await approve(id)).error.ErrorMessage).toBe(approvalWords.askerGone)
    await hub.owner.query(`update business_user set role_name = 'Promotions' where email = $1`, [
      people.promotions,
    ])
    expect((await approve(id)).status).toBe(200)
  })

  test('is looked at anew: what has become wrong is said, and it stays open', async () => {
    const id = await asked(2000)
    const setDeleted = (at: string) =>
      hub.owner.query(`update member set deleted_at = ${at} where member_id = $1`, [award.memberId])
    await setDeleted('now()')
    const refused = await approve(id)
    expect(refused.error).toMatchObject({
      ErrorCode: 'not_carried_out',
      ErrorMessage: approvalWords.notNow('The member was not found.'),
    })
    await setDeleted('null')
    expect(await one(id)).toMatchObject({ Status: 'Waiting' })
    expect((await approve(id)).status).toBe(200)
  })

  test('can be refused for a reason by another, and withdrawn by who asked', async () => {
    const id = await asked(2000)
    const refuse = (caller: Caller) =>
      caller(api.refuseRequest, { params: { ...params, approvalId: id }, body: { Reason: 'Too much' } })
    expect((await refuse(asker)).error.ErrorCode).toBe('own_request')
    expect((await refuse(admin)).status).toBe(200)
    expect(await one(id)).toMatchObject({ Status: 'Refused', Decision: 'Too much' })
    expect((await approve(id)).error.ErrorCode).toBe('not_waiting')

    const other = await asked(2000)
    expect((await decide(api.withdrawRequest, other)).error.ErrorCode).toBe('not_own_request')
    expect((await decide(api.withdrawRequest, other, asker)).body.Status).toBe('Withdrawn')
    expect((await approve(other)).error.ErrorCode).toBe('not_waiting')
  })

  test('runs out after seven days, and is forgotten by the clock', async () => {
    const id = await asked(2000)
    await hub.owner.query(`update approval_request set expires_at = now()`)
    expect((await approve(id)).error.ErrorMessage).toBe(approvalWords.notWaiting('Expired'))
    expect(await one(id)).toMatchObject({ Status: 'Expired' })
    await expireApprovals(hub.database)
    const { rows } = await hub.owner.query('select status, input from approval_request')
    expect(rows).toEqual([{ status: 'Expired', input: null }])
  })
})

test('nobody asks for what they can do themself, what they may not, or what is nothing', async () => {
  expect((await ask(500)).error.ErrorCode).toBe('within_limit')
  expect((await ask(2000, { Act: 'reversePoints' })).error.ErrorMessage).toBe(approvalWords.noSuchAct)
  expect((await ask(2000, { Body: {} })).status).toBe(400)
  expect((await ask(2000, { Params: { ...award.params, memberId: 'nobody' } })).status).toBe(404)
  const elsewhere = await awardTo(hub, '1')
  expect((await ask(2000, { Params: elsewhere.params })).status).toBe(404)
})
