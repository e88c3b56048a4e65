import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { hubCommand } from '#tests/command.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { keepSums } from '#tests/reading/kept-sums.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await keepSums(hub)
})
afterAll(() => hub.close())

const ledger = (what: 'check' | 'add-up') => hubCommand(['ledger', what], { DATABASE_URL: hub.databaseUrl })
const params = { businessId: 'harbourside' }
const read = async () => [
  (await hub.as(people.finance)(api.sumPayments, { params })).body,
  (await hub.as(people.finance)(api.sumCardsByMember, { params })).body,
  (await hub.as(people.finance)(api.getKpi, { params })).body,
]

/** Which transaction wrote each row of a business's sums of the ledger. */
const versions = async (businessId: string) =>
  (await hub.owner.query('select xmin, ctid from ledger_sum where business_id = $1', [businessId])).rows
const keptUpTo = async () => {
  const { rows } = await hub.owner.query<{ id: string }>(
    `select transaction_id as id from ledger_kept where business_id = 'harbourside'`,
  )
  return Number(rows[0]!.id)
}

test('sums that are out are found, and added up anew', async () => {
  expect((await ledger('check')).said).toMatch(/every sum that is kept is right\.$/)
  const right = await read()
  await hub.owner.query(`
    delete from ledger_sum where business_id = 'harbourside' and account_kind = 'points' and span = 'Day';
    update record_sum set cents = cents + 700 where business_id = 'harbourside' and about = 'Payment';
    insert into record_sum_change (business_id, about, since, kind, records, cents, tax_cents)
    values ('harbourside', 'Card', '2026-01-01', 'nobody’s', 1, 500, 0);
    delete from record_sum where business_id = 'valley-golf'`)
  expect(await read()).not.toEqual(right)
  const { code, complained } = await ledger('check')
  expect(code).toBe(1)
  for (const found of [
    /^- harbourside: the sums of points \(points\/points, Award\) are out, \d+ of those by day and 0 by quarter of an hour, first of 20\S+ 00:00:00 UTC, but every sum .* \(hub ledger add-up mends it\)\.$/m,
    /^- harbourside: the sums of payments \(CardOnline Renewal Paid Taken\) are out, \d+ of those by day and \d+ by quarter of an hour, /m,
    /^- harbourside: the sums of cards \(nobody’s\) are out, 1 of those by day and 1 by quarter of an hour, first of 2026-01-01 00:00:00 UTC, /m,
    /^- valley-golf: the sums of cards \(\S+\) are out, /m,
  ])
    expect(complained).toMatch(found)

  await hub.owner.query(`delete from record_sum_change where kind = 'nobody’s'`)
  const [former, kept] = [await versions('valley-golf'), await keptUpTo()]
  expect((await ledger('add-up')).said).toMatch(
    /^Added up anew: payments and cards of \d+ businesses, the ledger of 1\. hub ledger check proves it\.$/,
  )
  // What is right is left alone, and nobody reads entries instead of sums until the job has been there.
  expect(await versions('valley-golf')).toEqual(former)
  expect(await keptUpTo()).toBeGreaterThanOrEqual(kept)
  expect(await read()).toEqual(right)
  expect((await ledger('check')).code).toBe(0)
  await keepSums(hub)
  expect(await read()).toEqual(right)
  expect((await ledger('check')).code).toBe(0)
  const { rows } = await hub.owner.query(
    `select business_id, actor_name from audit_entry where action = 'ledger add-up'`,
  )
  expect(rows).toEqual([{ business_id: '*', actor_name: expect.stringMatching(/^Operator \(/) }])
})
