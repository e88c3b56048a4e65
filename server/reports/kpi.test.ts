import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import type { Transaction } from '#platform/database'
import { reverse } from '#server/ledger'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { claimedCard, fundsOf } from '#tests/records/cards.ts'

// A business that begins with nothing.
const businessId = 'summit-bowls'
const actor = { uid: 'u1', name: 'Ann' }
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await hub.owner.query(`
    insert into card_program (business_id, card_program_id, description, program_type, delivery_types,
      is_physical_enabled, minimum_cents, maximum_cents, is_promotional)
    values ('summit-bowls', 'gift', 'Gift', 'InstantGift', '{SMS}', false, 0, 100000, false)`)
})
afterAll(() => hub.close())

const Deed = fc.oneof(
  fc.record({
    kind: fc.constant('card' as const),
    day: fc.integer({ min: 0, max: 120 }),
    cents: fc.integer({ min: 0, max: 50_000 }),
  }),
  fc.record({
    kind: fc.constant('deposit' as const),
    day: fc.integer({ min: 0, max: 120 }),
    cents: fc.integer({ min: 1, max: 1_000_000 }),
  }),
  fc.record({
    kind: fc.constant('transfer' as const),
    day: fc.integer({ min: 0, max: 120 }),
    cents: fc.integer({ min: 1, max: 5_000 }),
    points: fc.integer({ min: 1, max: 500_000 }),
    isTakenBack: fc.boolean(),
  }),
)
type Deed = typeof Deed extends fc.Arbitrary<infer Value> ? Value : never

const at = (day: number) => sql`now() - make_interval(days => ${day}, hours => 1)`

async function post(tx: Transaction, kind: string, day: number, lines: [string, string, string, number][]) {
  const part = <Index extends 0 | 1 | 2 | 3>(index: Index) => lines.map((line) => line[index])
  const { id } = await tx.one<{ id: string }>(sql`
    select transaction_id::text as id from post_transaction(${kind}, 'u1', 'Ann', ${part(0)}, ${part(1)}, ${part(2)},
      ${part(3)}, p_at => ${at(day)})`)
  return id
}

async function carryOut(tx: Transaction, deed: Deed): Promise<void> {
  const { kind, day, cents } = deed
  if (kind === 'card')
    await tx.run(sql`
      insert into card (business_id, card_program_id, first_name, last_name, initial_cents, offer_expiry_date, channels,
        issued_by_id, issued_by_name, created_at)
      values (${businessId}, 'gift', 'A', 'B', ${cents}, current_date, array['sms'], 'u1', 'Ann', ${at(day)})`)
  else if (kind === 'deposit')
    await post(tx, 'Deposit', day, [
      ['external', 'bank', 'AUD', -cents],
      ['disbursement', '', 'AUD', cents],
    ])
  else {
    const id = await post(tx, 'Points transfer', day, [
      ['points', 'somebody', 'points/points', -deed.points],
      ['card', 'a-card', 'AUD', cents],
      ['disbursement', '', 'AUD', -cents],
      ['external', 'transfers', 'points/points', deed.points],
    ])
    if (deed.isTakenBack) await reverse(tx, { transactionId: id, reason: 'A mistake', actor })
  }
}

const add = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0)
// Hours away from the edge of each day, so that a slow test doesn't fall off it.
const weekOf = (day: number) => Math.floor((day * 24 + 1) / (7 * 24))

/** The figures as somebody would add them up by hand. */
function byHand(deeds: readonly Deed[]) {
  const of = <Kind extends Deed['kind']>(kind: Kind) =>
    deeds.filter((deed): deed is Extract<Deed, { kind: Kind }> => deed.kind === kind)
  const [cards, transfers] = [of('card'), of('transfer')]
  const kept = transfers.filter((one) => !one.isTakenBack)
  const back = {
    cents: add(transfers.map((one) => (one.isTakenBack ? one.cents : 0))),
    points: add(transfers.map((one) => (one.isTakenBack ? one.points : 0))),
  }
  const trend = <One extends { day: number }>(all: readonly One[], valueOf: (one: One) => number) =>
    Array.from(
      { length: 12 },
      (_, i) => add(all.filter(({ day }) => weekOf(day) === 11 - i).map(valueOf)) / 100,
    )
  return {
    CardIssuedCount: cards.length,
    CardInitialFundValue: add(cards.map(({ cents }) => cents)) / 100,
    FundsTransferredValue: add(kept.map(({ cents }) => cents)) / 100,
    FundsTransferredCount: kept.length,
    PointsTransferredValue: add(kept.map(({ points }) => points)) / 100,
    PointsTransferredCount: kept.length,
    Trends: {
      CardIssuedCount: trend(cards, () => 100),
      CardInitialFundValue: trend(cards, ({ cents }) => cents),
      FundsTransferredValue: lessThisWeek(
        trend(transfers, ({ cents }) => cents),
        back.cents,
      ),
      PointsTransferredValue: lessThisWeek(
        trend(transfers, ({ points }) => points),
        back.points,
      ),
      FundsAvailable: lessThisWeek(
        Array.from({ length: 12 }, (_, i) => fundsAfter(deeds, 11 - i)),
        -back.cents,
      ),
    },
  }
}

// What is taken back is taken back now.
function lessThisWeek(trend: readonly number[], hundredths: number): number[] {
  return trend.map((value, i) => (i < 11 ? value : Math.round(value * 100 - hundredths) / 100))
}

function fundsAfter(deeds: readonly Deed[], week: number): number {
  const signs = { card: 0, deposit: 1, transfer: -1 }
  const moved = deeds.map(({ kind, day, cents }) => (weekOf(day) >= week ? signs[kind] * cents : 0))
  return (10_000_000 + add(moved)) / 100
}

/** The pack of a period that ended before today, by hand: what was taken back was taken back today. */
function packByHand(deeds: readonly Deed[], from: number, to: number) {
  const inPeriod = ({ day }: Deed) => day < from && day >= to
  const money = (kind: Deed['kind'], isIn: (deed: Deed) => boolean) =>
    add(deeds.filter((deed) => deed.kind === kind && isIn(deed)).map(({ cents }) => cents))
  const until = (day: number) => (deed: Deed) => deed.day >= day
  const balance = (day: number) => 10_000_000 + money('deposit', until(day)) - money('transfer', until(day))
  const line = (Kind: string, kind: Deed['kind'], sign: number) => {
    const count = deeds.filter((deed) => deed.kind === kind && inPeriod(deed)).length
    return count === 0 ? [] : [{ Kind, Count: count, Amount: (sign * money(kind, inPeriod)) / 100 }]
  }
  return {
    Disbursement: { Opening: balance(from) / 100, Closing: balance(to) / 100 },
    Lines: [...line('Deposit', 'deposit', 1), ...line('Points transfer', 'transfer', -1)],
    Cards: { Opening: money('transfer', until(from)) / 100, Closing: money('transfer', until(to)) / 100 },
    Unmatched: { Count: 0, Amount: 0 },
  }
}

// Between the hours at which deeds happened: at a whole hour, as days begin in Sydney, or not, as in Adelaide.
const hourMs = 3_600_000
const edge = (day: number, isWhole: boolean) => {
  const hours = Math.floor(Date.now() / hourMs) - (day * 24 - 6)
  return new Date((isWhole ? hours : hours + 0.5) * hourMs).toISOString()
}

async function expectAgreement(done: readonly Deed[], to: number, isWhole: boolean) {
  const superAdmin = hub.as(people.superAdmin)
  const { body } = await superAdmin(api.getKpi, { params: { businessId } })
  expect(body).toMatchObject(byHand(done))
  const { rows } = await hub.owner.query<{ count: string; came: string; went: string }>(`
    select count(*), sum(amount) filter (where amount > 0) as came, coalesce(-sum(amount) filter (where amount < 0), 0) as went
    from ledger_entry join ledger_account a using (business_id, account_id)
    where business_id = 'summit-bowls' and a.kind = 'disbursement'`)
  const [count, came, went] = [rows[0]!.count, rows[0]!.came, rows[0]!.went].map(Number)
  const { body: sums } = await superAdmin(api.sumDisbursementTransactions, { params: { businessId } })
  expect(sums).toEqual({
    Count: count,
    CameIn: came! / 100,
    WentOut: went! / 100,
    Balance: (came! - went!) / 100,
  })
  expect(body.Trends.FundsAvailable.at(-1)).toBe(sums.Balance)
  const { body: pack } = await superAdmin(api.getClosePack, {
    params: { businessId },
    query: { startDate: edge(to + 30, isWhole), endDate: edge(to, isWhole) },
  })
  expect(pack).toMatchObject(packByHand(done, to + 30, to))
}

test('agree with sums by hand, whatever happened', async () => {
  const done: Deed[] = []
  await hub.database.transaction(businessId, async (tx) => {
    // Enough of both that nothing below is refused.
    await post(tx, 'Deposit', 400, [
      ['external', 'bank', 'AUD', -10_000_000],
      ['disbursement', '', 'AUD', 10_000_000],
    ])
    await post(tx, 'Award', 400, [
      ['external', 'awards', 'points/points', -1_000_000_000],
      ['points', 'somebody', 'points/points', 1_000_000_000],
    ])
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(Deed, { minLength: 5, maxLength: 25 }),
      fc.integer({ min: 1, max: 60 }),
      async (deeds, to) => {
        await hub.database.transaction(businessId, async (tx) => {
          for (const deed of deeds) await carryOut(tx, deed)
        })
        done.push(...deeds)
        // As the sums were kept before, and with all of it kept.
        await expectAgreement(done, to, false)
        for (const task of ['keep_ledger_sums', 'keep_record_sums'])
          await hub.tasks[task]!({} as never, { isLast: false })
        await expectAgreement(done, to, true)
      },
    ),
    { numRuns: 12 },
  )
})

test('of the demo say when the last was, and follow what happens', async () => {
  const params = { businessId: 'harbourside' }
  const read = async () => (await hub.as(people.finance)(api.getKpi, { params })).body
  const before = await read()
  await claimedCard(hub)
  const after = await read()
  expect(after.CardIssuedCount).toBe(before.CardIssuedCount + 1)
  expect(after.CardInitialFundValue).toBe(before.CardInitialFundValue + 50)
  expect(after.CardLastIssuedDaysAgo).toBe(0)
  expect(after.Trends.CardIssuedCount.at(-1)).toBe(before.Trends.CardIssuedCount.at(-1)! + 1)
  expect(after.Trends.FundsAvailable.at(-1)).toBe((await fundsOf(hub)).available)
})

test('say on which day of the zone the last card was sent, however long ago', async () => {
  const params = { businessId: 'cards-of-old' }
  // Eight in the evening of UTC is the next day in Sydney, and the same in Los Angeles.
  await hub.owner.query(`
    insert into business (business_id, display_name, abn, state, postcode) values ('cards-of-old', 'Old', '10000000000', 'NSW', '2000');
    insert into card_program (business_id, card_program_id, description, program_type, delivery_types,
      is_physical_enabled, minimum_cents, maximum_cents, is_promotional)
    values ('cards-of-old', 'gift', 'Gift', 'InstantGift', '{SMS}', false, 0, 100000, false);
    insert into card (business_id, card_program_id, first_name, last_name, initial_cents, offer_expiry_date, channels,
      issued_by_id, issued_by_name, created_at)
    select 'cards-of-old', 'gift', 'A', 'B', 100, current_date, array['sms'], 'u1', 'Ann', at
    from unnest(array['2026-01-05T20:00:00Z', '2026-01-03T20:00:00Z']::timestamptz[]) at`)
  await hub.tasks['keep_record_sums']!({} as never, { isLast: false })
  for (const timeZone of ['Australia/Sydney', 'America/Los_Angeles']) {
    const { body } = await hub.as(people.superAdmin)(api.getKpi, { params, query: { timeZone } })
    const { rows } = await hub.owner.query<{ ago: number }>(
      `select zone_day($1) - ('2026-01-05T20:00:00Z' at time zone $1)::date as ago`,
      [timeZone],
    )
    expect(body).toMatchObject({
      CardIssuedCount: 2,
      CardInitialFundValue: 2,
      CardLastIssuedDaysAgo: rows[0]!.ago,
    })
  }
})

test('of a business where nothing happened are nothing', async () => {
  const { body } = await hub.as(people.superAdmin)(api.getKpi, { params: { businessId: 'valley-golf' } })
  expect(body).toMatchObject({
    FundsTransferredCount: 0,
    FundsLastTransferredDaysAgo: null,
    PointsTransferredValue: 0,
  })
})
