import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { messages } from '#contract/messages.ts'
import { awardLimits } from '#contract/points/points.ts'
import { checkLedger, move, outside, pointsOf } from '#server/ledger'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { about } from '#tests/reading/ledger.ts'

const text = messages.points
const businessId = 'harbourside'

let hub: TestHub
/** A member of the venue in each, whose points nobody else touches. */
let memberId: string
let atVenue2: string
beforeAll(async () => {
  hub = await startTestHub()
  ;[memberId, atVenue2] = (await Promise.all(['1', '2'].map(freshMember))) as [string, string]
})
afterAll(() => hub.close())

async function freshMember(venueId: string): Promise<string> {
  const { body } = await hub.as(people.admin)(api.createMember, {
    params: { businessId },
    query: { venueId },
    body: { FirstName: 'Petra', LastName: 'Points', MembershipType: 'Ordinary' },
  })
  return body.data.id
}

const award = (
  points: number,
  options: { who?: string; member?: string; type?: string; key?: string } = {},
) =>
  hub.as(options.who ?? people.admin)(api.awardPoints, {
    params: { businessId, memberId: options.member ?? memberId, pointsTypeId: options.type ?? 'Points' },
    body: { Note: 'Raffle', PointsByDollarValue: points / 100, PointsByQuantity: points },
    ...(options.key && { headers: { 'idempotency-key': options.key } }),
  })

const history = async (member = memberId, type = 'Points') => {
  const { body } = await hub.as(people.admin)(api.listPointsEntries, {
    params: { businessId, memberId: member, pointsTypeId: type },
  })
  return body.Results
}

describe('an award', () => {
  test('puts points on the member, where every list and filter sees them', async () => {
    const member = await freshMember('1')
    const { status, body } = await award(1250, { member })
    expect(status).toBe(200)
    expect(body.PointsBalanceQuantity).toBe(1250)
    const found = await hub.as(people.admin)(api.getMember, { params: { businessId, memberId: member } })
    expect(found.body.Results[0]!.PointsBalance).toBe(1250)
    const [entry] = await history(member)
    expect(entry).toMatchObject({
      Kind: 'Award',
      Quantity: 1250,
      Balance: 1250,
      Note: 'Raffle',
      ActorName: 'Alex Admin',
    })
  })

  test('is on record, in the name of the signed-in user whatever the body says', async () => {
    const params = { businessId, memberId, pointsTypeId: 'Points' }
    const body = {
      Note: 'Raffle',
      PointsByDollarValue: 1,
      PointsByQuantity: 100,
      CherryPayUserName: 'Somebody Else',
    }
    await hub.as(people.admin)(api.awardPoints, { params, body })
    const { rows } = await hub.owner.query(
      `select actor_name, before, after from audit_entry where action = 'awardPoints' order by id desc limit 1`,
    )
    expect(rows[0]).toMatchObject({ actor_name: 'Alex Admin', after: { Note: 'Raffle' } })
    expect(rows[0].after.Points - rows[0].before.Points).toBe(100)
    expect((await history())[0]!.ActorName).toBe('Alex Admin')
  })

  test('sent twice under one key is one award', async () => {
    const member = await freshMember('1')
    const [first, again] = [
      await award(500, { member, key: 'once' }),
      await award(500, { member, key: 'once' }),
    ]
    expect(again.body).toEqual(first.body)
    expect(await history(member)).toHaveLength(1)
  })

  test.each([
    ['a note', { Note: '  ' }, 'Note', text.noteRequired],
    ['an amount', { PointsByDollarValue: null as never }, 'PointsByDollarValue', text.amountRequired],
    ['a quantity', { PointsByQuantity: null as never }, 'PointsByQuantity', text.quantityRequired],
    ['whole cents', { PointsByDollarValue: 1.005 }, 'PointsByDollarValue', text.invalidDollars],
    ['whole hundredths', { PointsByQuantity: 100.001 }, 'PointsByQuantity', text.invalidQuantity],
    ['more than nothing', { PointsByDollarValue: -1 }, 'PointsByDollarValue', text.invalidAmount],
    [
      'the minimum',
      { PointsByDollarValue: 0, PointsByQuantity: 0 },
      'PointsByQuantity',
      text.belowMinimum(awardLimits.Minimum),
    ],
    ['the ratio', { PointsByQuantity: 101 }, 'PointsByQuantity', text.invalidQuantity],
    ['the ratio', { PointsByDollarValue: 1.01 }, 'PointsByDollarValue', text.invalidAmount],
    [
      'the minimum',
      { PointsByDollarValue: 0.005, PointsByQuantity: 0.5 },
      'PointsByDollarValue',
      text.invalidDollars,
    ],
    [
      'the maximum',
      { PointsByDollarValue: 10_000.01, PointsByQuantity: 1_000_001 },
      'PointsByQuantity',
      'Maximum point transfer is 1000000',
    ],
  ])('needs %s', async (_, wrong, field, sentence) => {
    const { status, error } = await hub.as(people.admin)(api.awardPoints, {
      params: { businessId, memberId, pointsTypeId: 'Points' },
      body: { Note: 'Raffle', PointsByDollarValue: 1, PointsByQuantity: 100, ...wrong },
    })
    expect(status).toBe(400)
    expect(error.Errors?.[field]).toBe(sentence)
  })

  test('needs a type of points that the venue of the member gives', async () => {
    const { status, error } = await award(100, { member: atVenue2, type: 'Bonus' })
    expect(status).toBe(400)
    expect(error.ErrorMessage).toBe(text.invalidType)
    expect((await award(100, { type: 'bonus' })).status).toBe(200)
  })

  test('is for members one may see', async () => {
    expect((await award(100, { who: people.promotions })).status).toBe(404)
    expect((await award(100, { who: people.promotions, member: atVenue2 })).status).toBe(200)
  })

  test('to a deleted member is not found', async () => {
    const member = await freshMember('1')
    await hub.as(people.admin)(api.deleteMember, { params: { businessId, memberId: member } })
    expect((await award(100, { member })).status).toBe(404)
  })

  test('is prepared by a call that tells the member and what may be awarded', async () => {
    const { body } = await hub.as(people.admin)(api.getPointsRequestModal, {
      params: { businessId, memberId },
    })
    expect(body.Member.id).toBe(memberId)
    expect(body.PointsTypes.map(({ PointsTypeId, IsDefault }) => [PointsTypeId, IsDefault])).toEqual([
      ['Points', true],
      ['Bonus', false],
    ])
    expect([body.Minimum, body.Maximum]).toEqual([1, 1_000_000])
  })
})

describe('balances', () => {
  test('are told of every type the venue gives, in points and in dollars', async () => {
    const member = await freshMember('1')
    await award(1234, { member })
    const { body } = await hub.as(people.door)(api.listPointsBalances, {
      params: { businessId, memberId: member },
    })
    expect(
      body.Results.map((balance) => [
        balance.DisplayName,
        balance.PointsBalanceQuantity,
        balance.PointsBalanceDollarValue,
      ]),
    ).toEqual([
      ['Points', 1234, 12.34],
      ['Bonus', 0, 0],
    ])
  })

  test('of one type are told by its id, in whatever capitals', async () => {
    const params = { businessId, memberId, pointsTypeId: 'pOINTS' }
    const { status, body } = await hub.as(people.admin)(api.getPointsBalance, { params })
    expect(status).toBe(200)
    expect(body.PointsTypeId).toBe('Points')
    const unknown = await hub.as(people.admin)(api.getPointsBalance, {
      params: { ...params, pointsTypeId: 'Stars' },
    })
    expect(unknown.error.ErrorMessage).toBe(text.invalidType)
  })

  test("of a member at another's venue are not found", async () => {
    const { status } = await hub.as(people.promotions)(api.listPointsBalances, {
      params: { businessId, memberId },
    })
    expect(status).toBe(404)
  })
})

describe('the history', () => {
  test('comes in pages, newest first', async () => {
    const member = await freshMember('1')
    for (const points of [100, 200, 300]) await award(points, { member })
    const ask = (query: { limit: string; continuationToken?: string }) =>
      hub.as(people.admin)(api.listPointsEntries, {
        params: { businessId, memberId: member, pointsTypeId: 'Points' },
        query,
      })
    const first = await ask({ limit: '2' })
    expect(first.body.Results.map((entry) => [entry.Quantity, entry.Balance])).toEqual([
      [300, 600],
      [200, 300],
    ])
    const token = new URL(first.body._links.next!.href).searchParams.get('continuationToken')!
    const second = await ask({ limit: '2', continuationToken: token })
    expect(second.body.Results.map((entry) => entry.Quantity)).toEqual([100])
    expect(second.body._links.next).toBeUndefined()
  })

  test('says to Admins alone what can be reversed', async () => {
    const params = { businessId, memberId: atVenue2, pointsTypeId: 'Points' }
    await award(100, { member: atVenue2 })
    const own = await hub.as(people.admin)(api.listPointsEntries, { params })
    const other = await hub.as(people.promotions)(api.listPointsEntries, { params })
    expect(own.body.Results[0]!.CanReverse).toBe(true)
    expect(other.body.Results[0]!.CanReverse).toBe(false)
  })
})

describe('a reversal', () => {
  const undo = (transactionId: string, member: string, Reason = 'Wrong member') =>
    hub.as(people.admin)(api.reversePoints, {
      params: { businessId, memberId: member, pointsTypeId: 'Points', transactionId },
      body: { Reason },
    })

  test('takes an award back, once, with its reason', async () => {
    const member = await freshMember('1')
    const { body } = await award(500, { member })
    const undone = await undo(body.TransactionId, member)
    expect(undone.body.PointsBalanceQuantity).toBe(0)
    expect(
      (await history(member)).map(({ Kind, Quantity, Note, IsTakenBack, CanReverse }) => [
        Kind,
        Quantity,
        Note,
        IsTakenBack,
        CanReverse,
      ]),
    ).toEqual([
      ['Reversal', -500, 'Wrong member', false, false],
      ['Award', 500, 'Raffle', true, false],
    ])
    const again = await undo(body.TransactionId, member)
    expect(again.error).toMatchObject({ ErrorCode: 'taken_back' })
  })

  test('needs a reason', async () => {
    const { status, error } = await undo('0', memberId, ' ')
    expect(status).toBe(400)
    expect(error.Errors).toEqual({ Reason: 'Reason is required.' })
  })

  test('of points that are gone is refused', async () => {
    const member = await freshMember('1')
    const first = await award(500, { member })
    const account = pointsOf(member, 'Points')
    const spent = { from: account, to: outside('till', account.unit), amount: 40_000 }
    await hub.database.transaction(businessId, (tx) => move(tx, about('Purchase'), spent))
    const { status, error } = await undo(first.body.TransactionId, member)
    expect([status, error.ErrorMessage]).toEqual([409, text.notEnough])
  })

  test("of somebody else's entry is not found", async () => {
    const { body } = await award(500)
    expect((await undo(body.TransactionId, await freshMember('1'))).status).toBe(404)
  })
})

test('all of it leaves the ledger proven', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
