import fc from 'fast-check'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { api } from '#contract'
import { closeAccounts } from '#contract/reports/close-pack.ts'
import type { Transaction } from '#platform/database'
import {
  type Account,
  breakage,
  capture,
  cardBalance,
  disbursement,
  hold,
  move,
  NotEnough,
  outside,
  pointsOf,
  post,
  reverse,
} from '#server/ledger'
import { checkBooks } from '#server/reports/sums'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'
import { addedUpAnew, entriesAnew, transfersAnew } from '#tests/reading/ledger-sums.ts'
import { about, actor, till } from '#tests/reading/ledger.ts'
import { allRowsOf } from '#tests/samples/report-rows.ts'
import { addUpLedgerSums } from './index.ts'

const params = { businessId: 'harbourside' }
let hub: TestHub
let members: string[]
beforeAll(async () => {
  hub = await startTestHub()
  // What points are worth depends on the venue, and one type is given at one alone.
  await hub.owner.query(`update points_type set points_to_dollar_ratio = 37 where venue_no = '2'`)
  await hub.owner.query(`update business_user set venue_nos = '{2}' where email = $1`, [people.admin])
  const { rows } = await hub.owner.query<{ id: string }>(`
    select member_id as id from member where business_id = 'harbourside' and deleted_at is null
    order by membership_number limit 8`)
  members = rows.map(({ id }) => id)
  await within((tx) => move(tx, about('Deposit'), { from: bank, to: disbursement, amount: 50_000_000 }))
})
afterAll(() => hub.close())

const bank = outside('bank', 'AUD')
const cards = Array.from({ length: 4 }, (_, i) => cardBalance(`sums-card-${i}`))
const within = <Result>(work: (tx: Transaction) => Promise<Result>) =>
  hub.database.transaction(params.businessId, work)
const keep = () => hub.tasks['keep_ledger_sums']!({} as never, { isLast: false })

const Deed = fc.record({
  kind: fc.constantFrom(
    'award',
    'before',
    'transfer',
    'expire',
    'hold',
    'reverse',
    'venue',
    'keep',
    'anew',
    'forget',
  ),
  a: fc.nat({ max: 1_000 }),
  amount: fc.integer({ min: 1, max: 40_000 }),
  isBonus: fc.boolean(),
})
type Deed = typeof Deed extends fc.Arbitrary<infer Value> ? Value : never

const made: string[] = []
const pick = <Item>(from: readonly Item[], number: number): Item => from[number % from.length]!
const remember = ({ transactionId }: { transactionId: string }) => void made.push(transactionId)

/** Each as the product does it, in a transaction of its own; all of them at once. */
const deeds: Record<Deed['kind'], (deed: Deed & { points: Account }) => Promise<unknown>> = {
  award: ({ points, amount }) =>
    within((tx) =>
      move(tx, about('Award'), { from: outside('awards', points.unit), to: points, amount }),
    ).then(remember),
  // History that is brought in, somewhere in the last two days.
  before: ({ points, amount, a }) =>
    within((tx) =>
      tx.run(sql`select post_transaction('Award', 'u1', 'Ann', array['external', 'points'], array['awards', ${points.owner}],
        array[${points.unit}, ${points.unit}], array[-${amount}::bigint, ${amount}::bigint],
        p_at => now() - make_interval(mins => ${a * 3}))`),
    ),
  transfer: ({ points, amount, a }) =>
    within((tx) =>
      post(tx, about('Points transfer'), [
        { account: points, amount: -amount },
        { account: pick(cards, a), amount: a + 1 },
        { account: disbursement, amount: -a - 1 },
        { account: outside('transfers', points.unit), amount },
      ]),
    ).then(remember),
  expire: ({ points, amount }) =>
    within((tx) => move(tx, about('Expiry'), { from: points, to: breakage(points.unit), amount })).then(
      remember,
    ),
  hold: async ({ points, amount, a }) => {
    const account = a % 2 === 0 ? points : pick(cards, a)
    const { transactionId } = await within((tx) =>
      hold(tx, about('Purchase'), { account, amount, seconds: 3600 }),
    )
    if (a % 3 > 0)
      await within((tx) =>
        capture(tx, about('Purchase settled'), {
          holdId: transactionId,
          amount: Math.ceil(amount / 2),
          to: { ...till, unit: account.unit },
        }),
      )
  },
  reverse: async ({ a }) => {
    const [transactionId] = made.splice(a % Math.max(1, made.length), 1)
    if (transactionId) await within((tx) => reverse(tx, { transactionId, reason: 'by chance', actor }))
  },
  venue: ({ points, a }) =>
    within((tx) =>
      tx.run(sql`update member set venue_no = ${String((a % 2) + 1)}
        where business_id = ${tx.businessId} and member_id = ${points.owner}`),
    ),
  keep,
  anew: () => addUpLedgerSums(hub.database, params.businessId),
  // By somebody at the database: all is added up at each read, until it is kept.
  forget: () =>
    within(async (tx) => {
      await tx.run(sql`select from ledger_kept where business_id = ${tx.businessId} for update`)
      await tx.run(sql`delete from ledger_sum where business_id = ${tx.businessId}`)
      await tx.run(sql`delete from points_summed_at where business_id = ${tx.businessId}`)
      await tx.run(sql`
        update ledger_kept set transaction_id = 0, marked = 0, marked_before = null where business_id = ${tx.businessId}`)
    }),
}

function carryOut(deed: Deed): Promise<unknown> {
  const points = pointsOf(pick(members, deed.a), deed.isBonus ? 'Bonus' : 'Points')
  return deeds[deed.kind]({ ...deed, points }).catch((error: unknown) => {
    // There may be too little to take.
    if (!(error instanceof NotEnough)) throw error
  })
}

// Days of Sydney and Adelaide, a quarter of an hour, and any moment.
const Edge = fc.tuple(fc.constantFrom(1_800_000, 3_600_000, 900_000, 1), fc.integer({ min: -1, max: 4_000 }))
const momentOf = ([width, minutesAgo]: [number, number]) =>
  new Date(Math.floor((Date.now() - minutesAgo * 60_000) / width) * width).toISOString()

async function expectAgreement(startDate: string, endDate: string) {
  const period = { startDate, endDate }
  const { body: pack } = await hub.as(people.finance)(api.getClosePack, { params, query: period })
  expect(pack).toMatchObject(await addedUpAnew(hub, period))
  const account = closeAccounts[Math.floor(Date.parse(startDate) / 1000) % closeAccounts.length]!
  const rows = await allRowsOf(hub, api.listCloseTransactions, {
    ...period,
    account,
    limit: inLong('50', '500'),
  })
  expect(rows.map((one) => one['EntryId'])).toEqual(await entriesAnew(hub, account, period))
  const { body: kpi } = await hub.as(people.admin)(api.getKpi, { params })
  expect(kpi).toMatchObject(await transfersAnew(hub, '2'))
  const { body: all } = await hub.as(people.finance)(api.getKpi, { params })
  expect(all).toMatchObject(await transfersAnew(hub, null))
}

test('are what the entries add up to, whatever happens at once, and however much of it is kept', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(Deed, { minLength: 10, maxLength: 30 }),
      Edge,
      Edge,
      async (some, one, other) => {
        await Promise.all(some.map(carryOut))
        const [startDate, endDate] = [momentOf(one), momentOf(other)].toSorted()
        if (startDate === endDate) return
        await expectAgreement(startDate!, endDate!)
        await keep()
        await expectAgreement(startDate!, endDate!)
        expect((await checkBooks(hub.databaseUrl)).wrong).toEqual([])
      },
    ),
    { numRuns: inLong(10, 4), endOnFailure: true },
  )
  // How far depends on what others do in the same cluster at this moment: what they haven't ended yet isn't final.
  await vi.waitFor(async () => {
    await keep()
    const { rows } = await hub.owner.query<{ isKept: boolean }>(
      `select transaction_id > 0 as "isKept" from ledger_kept where business_id = 'harbourside'`,
    )
    expect(rows).toEqual([{ isKept: true }])
  }, 60_000)
})

/** Says this in a transaction of somebody else, and goes on while it isn't committed. */
async function whileOpen(statement: string, values: unknown[], work: () => Promise<void>) {
  const client = new pg.Client({
    connectionString: hub.databaseUrl,
    options: `-c app.business_id=${params.businessId}`,
  })
  await client.connect()
  await client.query('begin')
  await client.query(statement, values)
  try {
    await work()
  } finally {
    await client.query('commit')
    await client.end()
  }
}

const always = ['2020-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'] as const

test('hold what was begun before others, and seen after them', async () => {
  const other = pointsOf(members[1]!, 'Points')
  await keep()
  await whileOpen(
    `select post_transaction('Award', 'u1', 'Ann', array['external', 'points'], array['awards', $1],
      array['points/points', 'points/points'], array[-700::bigint, 700::bigint])`,
    [members[0]],
    async () => {
      await within((tx) =>
        move(tx, about('Award'), { from: outside('awards', other.unit), to: other, amount: 700 }),
      )
      // The later one is there, the earlier one isn't: the later one must not count as the last that is kept.
      await keep()
      await keep()
      await expectAgreement(...always)
    },
  )
  await expectAgreement(...always)
  await keep()
  await expectAgreement(...always)
})

test('hold what is posted by a transaction that began after another, and is seen after it', async () => {
  const award = `select post_transaction('Award', 'u1', 'Ann', array['external', 'points'], array['awards', $1],
    array['points/points', 'points/points'], array[-900::bigint, 900::bigint])`
  await keep()
  const later = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  // It has its number before the one that posts first.
  const elder = within(async (tx) => {
    await tx.run(sql`select pg_current_xact_id()`)
    begun.resolve()
    await later.promise
    const other = pointsOf(members[1]!, 'Points')
    await move(tx, about('Award'), { from: outside('awards', other.unit), to: other, amount: 900 })
  })
  await begun.promise
  await whileOpen(award, [members[0]], async () => {
    later.resolve()
    await elder
    await keep()
    await keep()
    await expectAgreement(...always)
  })
  await expectAgreement(...always)
  await keep()
  await expectAgreement(...always)
})

test('follow a member who changes their venue while they are added up there', async () => {
  const change = `update member set venue_no = $2 where business_id = 'harbourside' and member_id = $1`
  const to = (venue: string) => hub.owner.query(change, [members[2], venue])
  await to('1')
  await keep()
  await to('2')
  await whileOpen(change, [members[2], '1'], async () => {
    await keep()
    await expectAgreement(...always)
  })
  await expectAgreement(...always)
  await Promise.all([to('2'), keep(), keep(), to('1'), keep()])
  await expectAgreement(...always)
  await keep()
  await expectAgreement(...always)
})
