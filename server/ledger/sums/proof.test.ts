import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkBooksOf } from '#server/reports/sums'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { keepSums } from '#tests/reading/kept-sums.ts'
import { measures } from './entries.ts'

// Whatever is kept of the ledger is proven: nobody would see otherwise that a figure of a report is out.
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await keepSums(hub)
  // Their points are still summed where they were.
  await hub.owner.query(`
    update member set venue_no = case venue_no when '1' then '2' else '1' end
    where business_id = 'harbourside' and member_id = (
      select owner_id from ledger_account where business_id = 'harbourside' and kind = 'points' and balance > 0
      order by account_id limit 1)`)
})
afterAll(() => hub.close())

beforeEach(() => hub.owner.query('begin'))
afterEach(() => hub.owner.query('rollback'))
const found = async () => (await checkBooksOf(hub.owner, 'harbourside')).wrong.join('\n')

test('what the server keeps is right', async () => {
  expect(await found()).toBe('')
})

const sums = (change: string) => `
  update ledger_sum set ${change} where ctid = (
    select ctid from ledger_sum where business_id = 'harbourside' and account_kind = 'points' limit 1)`
const marks = (change: string) => `update ledger_kept set ${change} where business_id = 'harbourside'`
const isOut = /^harbourside: the sums of (points|external) \(points\/points, .* are out, /m
const isTooFar =
  /^harbourside: sums are kept up to transaction 1000000000, the last that is there is \d+, but every sum /

type Change = readonly [change: string, statement: (change: string) => string, sentence: RegExp]
test.each<Change>([
  ...measures.map((name): Change => [`${name} = ${name} + 1`, sums, isOut]),
  [`owner_id = 'somebody'`, sums, isOut],
  [`venue_no = '9'`, sums, isOut],
  [`update points_summed_at set venue_no = '9'`, String, isOut],
  ['delete from points_summed_at', String, isOut],
  ['transaction_id = 0', marks, isOut],
  ['transaction_id = 1000000000', marks, isTooFar],
  ['marked = 1000000000', marks, isTooFar],
])('%s is found out', async (change, statement, sentence) => {
  expect((await hub.owner.query(statement(change))).rowCount).toBe(1)
  expect(await found()).toMatch(sentence)
})
