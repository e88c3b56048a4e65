import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract'
import { checkBooks } from '#server/reports/sums'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'
import { keepSums } from '#tests/reading/kept-sums.ts'
import { addedUpAnew } from '#tests/reading/ledger-sums.ts'
import { addUpLedgerSums } from './index.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const params = { businessId: 'harbourside' }
const always = { startDate: '2020-01-01T00:00:00.000Z', endDate: '2100-01-01T00:00:00.000Z' }
const isTheirs = `business_id = 'harbourside'`
const addUp = (waitMs?: number) => addUpLedgerSums(hub.database, params.businessId, waitMs)
const keep = () => hub.tasks['keep_ledger_sums']!({} as never, { isLast: false })
const found = async () => (await checkBooks(hub.databaseUrl)).wrong
const pack = async () =>
  (await hub.as(people.finance)(api.getClosePack, { params, query: always })).body.Points
const rows = async (query: string) => (await hub.owner.query<Record<string, unknown>>(query)).rows
const lasts = () =>
  rows(`select (select max(transaction_id) from ledger_transaction where ${isTheirs}) as last, transaction_id as kept
    from ledger_kept where ${isTheirs}`)

/** A day's points are out; one member's are still summed where they were. */
beforeEach(async () => {
  await keepSums(hub)
  await hub.owner.query(`
    update ledger_sum set came_in = came_in + 5000 where ctid = (
      select ctid from ledger_sum where ${isTheirs} and account_kind = 'points' and span = 'Day' order by since limit 1);
    update member set venue_no = case venue_no when '1' then '2' else '1' end
    where ${isTheirs} and member_id = (select min(member_id) from member where ${isTheirs} and deleted_at is null)`)
})

/** Goes on while a transaction of somebody else is open, who has said this in it. */
async function whileOpen(statement: string, work: () => Promise<void>) {
  const client = new pg.Client({ connectionString: hub.databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(statement)
    await work()
    await client.query('commit')
  } finally {
    await client.end()
  }
}

const isStopped = `select from pg_locks where not granted and relation = 'ledger_sum'::regclass`
// As a till does it, which waits for nobody.
const inAMoment = (statement: string) =>
  hub.owner.query(`begin; set local lock_timeout = '500ms'; ${statement}; commit`)
const award = `
  select post_transaction('Award', 'u1', 'Ann', array['external', 'points'], array['awards', min(member_id)],
    array['points/points', 'points/points'], array[-700::bigint, 700::bigint]) from member where ${isTheirs}`
const move = `
  update member set venue_no = case venue_no when '1' then '2' else '1' end
  where ${isTheirs} and member_id in (
    select owner_id from ledger_account where ${isTheirs} and kind = 'points' and balance > 0 order by owner_id limit 3)`

test('the former sums are read until the new ones are there, and nobody who writes waits', async () => {
  expect(await found()).toEqual([expect.stringMatching(/^harbourside: the sums of points /)])
  const former = await pack()
  let adding = Promise.resolve()
  await whileOpen('lock table ledger_sum in share mode', async () => {
    adding = addUp()
    await expect.poll(() => rows(isStopped)).toHaveLength(1)
    expect(await pack()).toEqual(former)
    for (const statement of [award, move, award]) await inAMoment(statement)
    // The job leaves it alone, and waits for nothing either.
    await keep()
    expect(await pack()).not.toEqual((await addedUpAnew(hub, always)).Points)
  })
  await adding
  expect(await found()).toEqual([])
  expect(await pack()).toEqual((await addedUpAnew(hub, always)).Points)
  await keepSums(hub)
  expect(await found()).toEqual([])
  expect(await pack()).toEqual((await addedUpAnew(hub, always)).Points)
})

const marks = (change: string) => `update ledger_kept set ${change} where ${isTheirs}`

const waysToBeOut = [
  marks('transaction_id = 0, marked = 0, marked_before = null'),
  marks(`marked = 1000000000, marked_before = '1000000000000'`),
  `delete from ledger_sum where ${isTheirs}`,
  `delete from points_summed_at where ${isTheirs}`,
]
// Each is one of those above, or a part of it.
const furtherWays = [
  'select 1',
  marks('transaction_id = 0'),
  marks('transaction_id = 1000000000'),
  marks('marked = 1000000000'),
  `delete from ledger_kept where ${isTheirs}`,
  `update points_summed_at set venue_no = '9' where ${isTheirs}`,
]

test.each(inLong([...waysToBeOut, ...furtherWays], waysToBeOut))(
  'whatever is out, all that there is is in the sums at once: %s',
  async (change) => {
    await hub.owner.query(change)
    await addUp()
    const [{ last, kept } = {}] = await lasts()
    expect(kept).toBe(last)
    expect(await found()).toEqual([])
  },
)

test('what is still to come is waited for, and else all is left as it was', async () => {
  const sums = () => rows(`select * from ledger_sum where ${isTheirs} order by 1, 2, 3, 4, 5, 6, 7, 8`)
  const former = await sums()
  let adding = Promise.resolve()
  await whileOpen('select pg_current_xact_id()', async () => {
    await expect(addUp(0)).rejects.toThrow(
      /^The ledger of harbourside was left as it is, since a transaction .* try again once that has ended\.$/,
    )
    expect(await sums()).toEqual(former)
    adding = addUp()
    await inAMoment(award)
  })
  await adding
  expect(await found()).toEqual([])
})

test('a mark that is taken away while it waits is set again', async () => {
  let adding = Promise.resolve()
  await whileOpen('select pg_current_xact_id()', async () => {
    await hub.owner.query(marks('marked_before = null'))
    adding = addUp()
    const isMarked = `select from ledger_kept where ${isTheirs} and marked_before is not null`
    await expect.poll(() => rows(isMarked)).toHaveLength(1)
    await hub.owner.query(marks('transaction_id = 0, marked = 0, marked_before = null'))
  })
  await adding
  expect(await found()).toEqual([])
})
