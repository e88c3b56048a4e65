import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { checkLedger } from '#server/ledger'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { claimInvitation, filledPass, inviteToPass } from '#tests/records/passes.ts'
import { freshCard, memberWithPoints, tillOf } from '#tests/till.ts'

const params = { businessId: 'harbourside' }
const purse = { Source: 'purse' } as const
let hub: TestHub
let till: ReturnType<typeof tillOf>
beforeAll(async () => {
  hub = await startTestHub()
  till = tillOf(hub)
})
afterAll(() => hub.close())

const purses = async (code: string) => {
  const { body } = await till.lookUp(code)
  return body.Kind === 'Member' ? body.Purses : []
}

describe('a till finds the purses of a member', () => {
  test('by the code of a pass, and by any other code of theirs', async () => {
    const { memberId, passId, couponCode, number } = await filledPass(hub, 10)
    const one = { InvitationId: passId, DisplayName: 'Member Card', Balance: 10, IsDefault: true }
    expect((await till.lookUp(couponCode.toLowerCase())).body).toMatchObject({
      MemberId: memberId,
      Purses: [one],
    })
    expect(await purses(number)).toEqual([one])

    const { body: second } = await inviteToPass(hub, memberId, { PassConfigurationId: 'visitor-pass' })
    // Nobody has claimed it: there is nothing to scan.
    expect(await purses(number)).toEqual([one])
    await claimInvitation(hub, second.InvitationId)
    const defaults = async (code: string) =>
      Object.fromEntries((await purses(code)).map(({ InvitationId, IsDefault }) => [InvitationId, IsDefault]))
    expect(await defaults(couponCode)).toEqual({ [passId]: true, [second.InvitationId]: false })
    expect(await defaults(second.CouponCode)).toEqual({ [passId]: false, [second.InvitationId]: true })
    expect(await defaults(number)).toEqual({ [passId]: false, [second.InvitationId]: false })
    expect((await till.hold(number, 1, purse)).error).toMatchObject({
      ErrorCode: 'several_purses',
      ErrorMessage: 'This member has several digital cards: scan the code of the one to pay with.',
    })
    expect((await till.hold(couponCode, 1, purse)).body).toMatchObject({ Balance: 9 })
  })

  test('and none where they have no digital card', async () => {
    const { number } = await memberWithPoints(hub)
    expect(await purses(number)).toEqual([])
    expect((await till.hold(number, 1, purse)).error.ErrorMessage).toBe(
      'This member has no active digital card: pay with points or with a prepaid card.',
    )
  })
})

describe('a sale by purse', () => {
  test('is held, captured in part, refunded, and on a receipt that says so', async () => {
    const { passId, couponCode, number } = await filledPass(hub, 20)
    expect((await till.balance(couponCode, purse)).body).toMatchObject({
      Source: 'purse',
      Unit: 'AUD',
      Balance: 20,
    })
    const { body: held } = await till.hold(couponCode, 12.5, { ...purse, Reference: 'R-9' })
    expect(held).toMatchObject({ Kind: 'Hold', Source: 'purse', Amount: 12.5, Balance: 7.5 })
    const { body: sold } = await till.capture(held.HoldId, { Amount: 10, ...purse })
    expect(sold).toMatchObject({ Kind: 'Capture', Source: 'purse', Amount: 10, Balance: 10 })
    expect(sold.Receipt.slice(1, 5)).toEqual(['Sale', sold.Account, 'Amount: $10.00', 'Balance: $10.00'])
    expect(sold.Account).toMatch(/^Purse of Member Card of Pat Holder/)
    expect((await till.refund(sold, { Amount: 4 })).body).toMatchObject({ Source: 'purse', Balance: 14 })
    expect((await till.refund(sold)).body).toMatchObject({ Amount: 6, Balance: 20 })
    expect((await till.refund(sold)).error.ErrorCode).toBe('refunded')
    const { body: dropped } = await till.hold(number, 5, purse)
    expect((await till.release(dropped.HoldId)).body).toMatchObject({ Source: 'purse', Balance: 20 })
    const { rows } = await hub.owner.query(
      `select record_kind, record_id, after from audit_entry where action = 'tillCapture' order by id desc limit 1`,
    )
    expect(rows).toEqual([
      {
        record_kind: 'Digital membership card',
        record_id: passId,
        after: { Taken: '$10.00', Reference: 'R-9' },
      },
    ])
  })

  test('is said to be one: the code of a pass alone pays with points, as it always did', async () => {
    const { couponCode } = await filledPass(hub, 10)
    expect((await till.balance(couponCode)).body).toMatchObject({
      Source: 'points',
      Unit: 'Points',
      Balance: 0,
    })
    const card = await freshCard(hub)
    expect((await till.balance(card.number)).body.Source).toBe('card')
    expect((await till.balance(card.number, { Source: 'card' })).body.Balance).toBe(50)
  })

  test.each([
    [(on: Codes) => on.card, purse, 'Source', 'A prepaid card has no purse: pay with the card, or scan a digital card.'],
    [(on: Codes) => on.card, { Source: 'points' }, 'Source', 'There are no points on a card.'],
    [(on: Codes) => on.pass, { Source: 'card' }, 'Source', 'This is no prepaid card: scan one, or pay with points or a purse.'],
    [(on: Codes) => on.pass, { ...purse, PointsTypeId: 'Points' }, 'PointsTypeId', 'There are no points in a purse: leave the type of points out.'],
    [(on: Codes) => on.pass, { Source: 'cash' }, 'Source', 'Source must be one of points, purse, card.'],
    [(on: Codes) => on.pass, { ...purse, Amount: -1 }, 'Amount', 'The amount can not be negative.'],
    [(on: Codes) => on.pass, { ...purse, Amount: 1e9 }, 'Amount', 'The amount can be a million dollars at the most.'],
  ] as const)('of what the code has not is refused with a sentence', async (codeOf, more, field, sentence) => {
    const codes = await codesOf()
    const { status, error } = await till.hold(codeOf(codes), 1, more)
    expect([status, error.Errors?.[field]]).toEqual([400, sentence])
  }) // prettier-ignore

  test('stays with what it was begun with', async () => {
    const { couponCode } = await filledPass(hub, 10)
    const { body: held } = await till.hold(couponCode, 5, purse)
    const sentence =
      "This sale is paid with the purse of a digital card: send 'purse' as its source, or none."
    expect((await till.release(held.HoldId, { Source: 'card' })).error.Errors).toEqual({ Source: sentence })
    expect((await till.capture(held.HoldId, { Source: 'points' })).error.ErrorMessage).toBe(sentence)
    const { body: sold } = await till.capture(held.HoldId)
    expect((await till.refund(sold, { Source: 'points' })).error.ErrorMessage).toBe(sentence)
    expect((await till.balance(couponCode, purse)).body.Balance).toBe(5)
  })

  test('never takes more than there is, however many tills ask at once', async () => {
    const { couponCode } = await filledPass(hub, 10)
    const holds = await Promise.all(Array.from({ length: 8 }, () => till.hold(couponCode, 3, purse)))
    expect(holds.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(holds.find(({ status }) => status !== 200)?.error).toMatchObject({
      ErrorCode: 'not_enough',
      ErrorMessage: 'There is not enough in the purse of this digital card: $1.00 can be used.',
    })
  })

  test('is another club’s business to nobody, nor another venue’s', async () => {
    const { couponCode } = await filledPass(hub, 10)
    const { body: held } = await till.hold(couponCode, 3, purse)
    const key = async (who: string, businessId: string, VenueNo: string) =>
      (await hub.as(who)(api.createApiKey, { params: { businessId }, body: { Name: 'Other', VenueNo } })).body
    const elsewhere = tillOf(hub, (await key(people.superAdmin, params.businessId, '2')).Secret)
    expect((await elsewhere.release(held.HoldId)).status).toBe(404)
    const other = await key(people.superAdmin, 'valley-golf', '1')
    const { status } = await hub.asTill(other.Secret)(api.tillHold, {
      params: { businessId: 'valley-golf' },
      body: { Code: couponCode, Amount: 1, ...purse },
    })
    expect(status).toBe(404)
  })
})

type Codes = { card: string; pass: string }
let made: Promise<Codes> | undefined
const codesOf = () => {
  made ??= Promise.all([freshCard(hub), filledPass(hub, 10)]).then(([card, pass]) => ({
    card: card.number,
    pass: pass.couponCode,
  }))
  return made
}

test('after all that the ledger is proven', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
