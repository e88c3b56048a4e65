import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { checkLedger, expireHolds } from '#server/ledger'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { fundsOf } from '#tests/records/cards.ts'
import { mergeMembers } from '#tests/records/merges.ts'
import { filledPass, fillPurse, inviteToPass, redesign } from '#tests/records/passes.ts'
import { tillOf } from '#tests/till.ts'
import { raiseTags } from './changes.ts'
import { resolvedPass } from './resolved-pass.ts'

const businessId = 'harbourside'
const purse = { Source: 'purse' } as const
let hub: TestHub
let till: ReturnType<typeof tillOf>
beforeAll(async () => {
  hub = await startTestHub()
  till = tillOf(hub)
})
afterAll(() => hub.close())

type Filled = Awaited<ReturnType<typeof filledPass>>
const of = ({ memberId, passId }: Filled) => ({ businessId, memberId, invitationId: passId })
const back = (pass: Filled, body: object = {}, who: string = people.admin) =>
  hub.as(who)(api.transferPassToPoints, {
    params: of(pass),
    body: { TransactionId: pass.transactionId, Reason: 'Not wanted', ...body },
  })
const funds = async (pass: Filled, who: string = people.admin) =>
  (await hub.as(who)(api.listPassFunds, { params: of(pass) })).body.Results

describe('a transfer into a purse goes back to points', () => {
  test('to whoever its member is by now, and from where its money is', async () => {
    const [survivor, other] = [await filledPass(hub, 10), await filledPass(hub, 20)]
    await mergeMembers(hub, survivor.memberId, other.memberId)
    // Their pass can't follow: the survivor has one of the design, and the money is in that.
    expect((await back(survivor, { TransactionId: other.transactionId })).body).toMatchObject({
      PassBalance: 10,
      PointsBalanceQuantity: 2000,
    })
    const third = await filledPass(hub, 5, 'visitor-pass')
    await mergeMembers(hub, survivor.memberId, third.memberId)
    const { body } = await back({ ...third, memberId: survivor.memberId })
    expect(body).toMatchObject({ PassBalance: 0, PointsBalanceQuantity: 2500 })
  })

  test('once and whole, with the dollars it took, and for a reason', async () => {
    const pass = await filledPass(hub, 10)
    const second = await fillPurse(hub, pass, 5)
    const before = await fundsOf(hub)
    expect((await back(pass, { Reason: ' ' })).error.Errors).toEqual({ Reason: 'Reason is required.' })
    const { status, body } = await back(pass)
    expect([status, body]).toEqual([
      200,
      { TransactionId: expect.any(String), PointsBalanceQuantity: 1000, PassBalance: 5 },
    ])
    const after = await fundsOf(hub)
    expect(Math.round((after.available - before.available) * 100)).toBe(1000)
    expect((await back(pass)).error.ErrorMessage).toBe('This has been reversed or refunded already.')
    const entries = await funds(pass)
    expect(
      entries.map(({ Kind, Amount, IsTakenBack, CanGoBack }) => [Kind, Amount, IsTakenBack, CanGoBack]),
    ).toEqual([
      ['Reversal', -10, false, false],
      ['Points transfer', 5, false, true],
      ['Points transfer', 10, true, false],
    ])
    expect(entries[1]!.TransactionId).toBe(second)
    const { rows } = await hub.owner.query(
      `select record_id, before, after from audit_entry where action = 'transferPassToPoints' order by id desc limit 1`,
    )
    expect(rows).toEqual([
      {
        record_id: pass.passId,
        before: { Purse: '$15.00' },
        after: { Purse: '$5.00', 'Back to points': 1000, Reason: 'Not wanted' },
      },
    ])
  })

  test('only while the purse holds it, by those who may, and of the pass it was for', async () => {
    const [pass, other] = [await filledPass(hub, 10), await filledPass(hub, 10)]
    const { body: held } = await till.hold(pass.couponCode, 2.5, purse)
    expect((await back(pass)).error.ErrorMessage).toBe(
      'The purse holds $7.50 of the $10.00 of this transfer: what was spent can not go back.',
    )
    expect((await funds(pass)).map(({ CanGoBack }) => CanGoBack)).toEqual([false, false])
    await till.release(held.HoldId)
    expect((await back(pass, {}, people.reception)).status).toBe(403)
    expect((await funds(pass, people.reception)).some(({ CanGoBack }) => CanGoBack)).toBe(false)
    expect((await back(pass, { TransactionId: other.transactionId })).status).toBe(404)
    expect((await back(pass, { TransactionId: held.TransactionId })).status).toBe(404)
    expect((await back(pass, { TransactionId: 'x' })).status).toBe(400)
    const foreign = { ...pass, memberId: other.memberId }
    expect((await back(foreign)).status).toBe(404)
    // Two at once: one of them does it.
    const both = await Promise.all([back(pass), back(pass)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('also once the pass was revoked, and out of the purse of the one in its place', async () => {
    const pass = await filledPass(hub, 10)
    const second = await fillPurse(hub, pass, 5)
    await hub.as(people.admin)(api.revokePass, { params: of(pass), body: { Reason: 'Lost' } })
    expect((await back(pass)).body).toMatchObject({ PassBalance: 5, PointsBalanceQuantity: 1000 })
    await inviteToPass(hub, pass.memberId)
    const [entry] = (await funds(pass)).filter(({ TransactionId }) => TransactionId === second)
    expect(entry?.CanGoBack).toBe(true)
    expect((await back(pass, { TransactionId: second })).body).toMatchObject({
      PassBalance: 0,
      PointsBalanceQuantity: 1500,
    })
  })
})

test('the pass shows its purse, and wallets hear of each use', async () => {
  const pass = await filledPass(hub, 20)
  await redesign(hub, { iOSLogoText: 'Purse {PurseBalance}' })
  const tenant = hub.database.forTenant(businessId)
  const shown = async () => (await resolvedPass(tenant, pass.passId)).Document.iOSLogoText
  const raise = async () => {
    const told: string[] = []
    await raiseTags(hub.database, businessId, async (_, passes) => {
      told.push(...passes.map(({ passId }) => passId))
    })
    return told.includes(pass.passId)
  }
  await raise()
  expect(await shown()).toBe('Purse $20.00')
  const after = async (balance: string) =>
    expect([await raise(), await shown()]).toEqual([true, `Purse ${balance}`])
  const { body: held } = await till.hold(pass.couponCode, 5, purse)
  await after('$15.00')
  const { body: sold } = await till.capture(held.HoldId, { Amount: 4 })
  await after('$16.00')
  await till.refund(sold)
  await after('$20.00')
  const { body: dropped } = await till.hold(pass.couponCode, 1, purse)
  await after('$19.00')
  await till.release(dropped.HoldId)
  await after('$20.00')
  const { body: late } = await till.hold(pass.couponCode, 2, purse)
  await after('$18.00')
  await hub.owner.query(
    `update ledger_hold set expires_at = now() - interval '1 second' where hold_id = $1`,
    [late.HoldId],
  )
  await expireHolds(hub.database)
  await after('$20.00')
  await back(pass)
  await after('$0.00')
  expect(
    (await hub.as(null)(api.getHeldPass, { params: { code: pass.holderKey } })).body.Document.iOSLogoText,
  ).toBe('Purse $0.00')
})

test('after all that the ledger is proven', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
