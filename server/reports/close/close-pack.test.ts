import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { send } from '#tests/records/cards.ts'
import { filledPass } from '#tests/records/passes.ts'
import { allRowsOf, days, sum } from '#tests/samples/report-rows.ts'
import { tillOf } from '#tests/till.ts'

const params = { businessId: 'harbourside' }
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const finance = () => hub.as(people.finance)

describe('the close pack', () => {
  const query = { startDate: days(400), endDate: new Date(Date.now() + 60_000).toISOString() }
  const read = async () => (await finance()(api.getClosePack, { params, query })).body

  test('takes one connection, and ten who open it at once leave most to the others', async () => {
    await read()
    const { pool } = hub.database
    let most = 0
    const taken = () => void (most = Math.max(most, pool.totalCount - pool.idleCount))
    pool.on('acquire', taken)
    const packs = await Promise.all(Array.from({ length: 10 }, read))
    pool.off('acquire', taken)
    for (const pack of packs) expect(pack).toEqual(packs[0])
    expect(most).toBeLessThanOrEqual(2)
  })

  test('begins with nothing, adds up, and ends with what there is', async () => {
    await send(hub)
    const pack = await read()
    expect(pack.Disbursement.Opening).toBe(0)
    const moved = pack.Lines.reduce((cents, line) => cents + Math.round(line.Amount * 100), 0)
    expect(Math.round(pack.Disbursement.Closing * 100)).toBe(moved)
    const { body: account } = await finance()(api.getDisbursementAccount, { params })
    expect(pack.Disbursement.Closing).toBe(account.FundsAvailable)
    const { rows } = await hub.owner.query<{ kind: string; dollars: string }>(`
      select kind, sum(balance) / 100.0 as dollars from ledger_account
      where business_id = 'harbourside' and unit = 'AUD' and kind in ('card', 'in-flight') group by kind order by kind`)
    expect([pack.Cards.Closing, pack.InFlight.Closing]).toEqual(rows.map(({ dollars }) => Number(dollars)))
    // Every venue gives 100 points for a dollar.
    const { rows: points } = await hub.owner.query<{ dollars: string }>(`
      select round(sum(a.balance) / 10000.0, 2) as dollars from ledger_account a
      join member m on m.business_id = a.business_id and m.member_id = a.owner_id
      join points_type t on t.business_id = m.business_id and t.venue_no = m.venue_no and points_unit(t.points_type_id) = a.unit
      where a.business_id = 'harbourside' and a.kind = 'points'`)
    expect(pack.Points.Closing).toBe(Number(points[0]!.dollars))
    expect(pack.Breakage).toBeGreaterThan(0)
    expect(pack.PointsBreakage).toBeGreaterThan(0)
    expect(pack.Unmatched).toEqual({ Count: 0, Amount: 0 })
  })

  test('begins with nothing also while money moves', async () => {
    for (let turn = 0; turn < 8; turn++) {
      const [pack] = await Promise.all([read(), send(hub)])
      expect(pack.Disbursement.Opening).toBe(0)
    }
  })

  test('has the transactions behind each line', async () => {
    const pack = await read()
    for (const line of pack.Lines) {
      const behind = await allRowsOf(hub, api.listCloseTransactions, {
        ...query,
        account: 'disbursement',
        kind: line.Kind,
        limit: '20',
      })
      expect(behind).toHaveLength(line.Count)
      expect(sum(behind, 'Amount')).toBe(line.Amount)
    }
    const behind = (account: string) =>
      allRowsOf(hub, api.listCloseTransactions, { ...query, account, limit: '500' })
    expect(sum(await behind('breakage'), 'Amount')).toBe(pack.Breakage)
    // Every venue gives 100 points for a dollar.
    expect(sum(await behind('points-breakage'), 'Amount') / 100).toBeCloseTo(pack.PointsBreakage, 2)
    const held = { card: pack.Cards, purse: pack.Purses, 'in-flight': pack.InFlight }
    for (const [account, { Opening, Closing }] of Object.entries(held)) {
      const entries = await behind(account)
      expect(new Set(entries.map((one) => one['EntryId'])).size).toBe(entries.length)
      expect(sum(entries, 'Amount'), account).toBeCloseTo(Closing - Opening, 2)
    }
  })

  test('follows money into purses, out of them at tills, and back to points', async () => {
    const before = await read()
    const { couponCode, memberId, passId, transactionId } = await filledPass(hub, 30)
    const till = tillOf(hub)
    const sold = await till.sell(couponCode, 10, { Source: 'purse' })
    await till.hold(couponCode, 5, { Source: 'purse' })
    const after = await read()
    const grown = (name: 'Purses' | 'InFlight' | 'Disbursement') =>
      Math.round((after[name].Closing - before[name].Closing) * 100)
    expect([grown('Purses'), grown('InFlight'), grown('Disbursement')]).toEqual([1500, 500, -3000])
    const behind = await allRowsOf(hub, api.listCloseTransactions, {
      ...query,
      account: 'purse',
      limit: '500',
    })
    expect(behind.slice(0, 3).map((one) => [one['Type'], one['Amount']])).toEqual([
      ['Purchase', -5],
      ['Purchase', -10],
      ['Points transfer', 30],
    ])
    await till.refund(sold)
    const held = await till.hold(couponCode, 1, { Source: 'purse' })
    await till.release(held.body.HoldId)
    const { status } = await hub.as(people.admin)(api.transferPassToPoints, {
      params: { ...params, memberId, invitationId: passId },
      body: { TransactionId: transactionId, Reason: 'For the test' },
    })
    // Five dollars of it are still held.
    expect(status).toBe(409)
    expect((await read()).Unmatched).toEqual({ Count: 0, Amount: 0 })
  })

  test('tells which accounts do not match, and by how much', async () => {
    const list = () => finance()(api.listUnmatchedHolds, { params, query: { limit: 1 } })
    expect((await list()).body.Results).toEqual([])
    const wrong = (cents: number) =>
      hub.owner.query(
        `update ledger_account set balance = balance + $1
         where business_id = 'harbourside' and kind = 'in-flight' and owner_id = 'disbursement/'`,
        [cents],
      )
    await wrong(1250)
    expect((await read()).Unmatched).toEqual({ Count: 1, Amount: 12.5 })
    const [odd] = (await list()).body.Results
    expect(odd).toMatchObject({ Account: 'disbursement', OwnerId: null, Unit: 'AUD' })
    expect(odd!.InFlight - odd!.Held).toBeCloseTo(12.5, 2)
    await wrong(-1250)
  })

  test('refuses a line that it has not', async () => {
    const account = 'adjustments' as 'card'
    expect(
      (await finance()(api.listCloseTransactions, { params, query: { ...query, account } })).status,
    ).toBe(400)
  })

  test('needs a period', async () => {
    expect((await finance()(api.getClosePack, { params, query: {} as typeof query })).status).toBe(400)
  })

  test('refuses a period that ends before it begins', async () => {
    const backwards = { startDate: query.endDate, endDate: query.startDate }
    const pack = await finance()(api.getClosePack, { params, query: backwards })
    expect([pack.status, pack.error.ErrorMessage]).toEqual([400, 'The period must end after it begins.'])
    const behind = { ...backwards, account: 'card' } as const
    expect((await finance()(api.listCloseTransactions, { params, query: behind })).status).toBe(400)
  })
})
