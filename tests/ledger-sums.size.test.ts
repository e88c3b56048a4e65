import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { growMembers } from '#server/demo/members'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { keepSums } from '#tests/reading/kept-sums.ts'
import { rowsRead } from '#tests/reading/rows-read.ts'
import { harbourside } from '#tests/records/events.ts'
import { days } from '#tests/samples/report-rows.ts'

// What is said of all money and points is read from sums: as much in a club of any size.
const members = 200_000
// The new quarters of an hour, and whatever the database does once more by itself.
const more = 1_500
const connections = 4

let hub: TestHub
const before = new Map<string, number>()
beforeAll(async () => {
  hub = await startTestHub({ HUB_DATABASE_CONNECTIONS: String(connections) })
  await hub.owner.query(`update business_user set venue_nos = '{2}' where email = $1`, [people.admin])
  await keepSums(hub)
  for (const [name, call] of Object.entries(calls)) before.set(name, await readBy(call))
  await growMembers(hub.databaseUrl, harbourside.businessId, members, () => undefined, 'fast')
  await growLedger()
  await keepSums(hub)
}, 15 * 60_000)
afterAll(() => hub.close())

/** Everybody is given points and pays with some at a till, so that they have accounts and something was in flight. */
async function growLedger(): Promise<void> {
  const grown = `member where business_id = 'harbourside' and membership_number ~ '^[0-9]+$'
    and membership_number::bigint > 12000 order by member_id`
  await hub.owner.query(`
    select post_transaction('Award', 'u', 'U', array['external', 'points'], array['awards', member_id],
      array['points/points', 'points/points'], array[-500, 500]) from ${grown}`)
  await hub.owner.query(`
    select settle_hold(held.id, 'Captured', 'Purchase settled', 'u', 'U', 100, 'external', 'till') from (
      select (hold_balance('Purchase', 'u', 'U', 'points', member_id, 'points/points', 100, null)).transaction_id as id
      from ${grown} offset 0) held`)
  const { rows } = await hub.owner.query<{ accounts: string }>(
    `select count(*) as accounts from ledger_account where kind = 'in-flight' and business_id = 'harbourside'`,
  )
  expect(Number(rows[0]!.accounts)).toBeGreaterThan(members / 2)
}

const readBy = (work: () => Promise<unknown>) => rowsRead(hub, connections).secondTime(work)

const params = { businessId: harbourside.businessId }
const month = { startDate: days(30), endDate: '2100-01-01T00:00:00.000Z' }
const finance = () => hub.as(people.finance)
const done = ({ status, error }: { status: number; error?: { ErrorMessage: string } }) =>
  expect([status, error?.ErrorMessage]).toEqual([200, undefined])
const listed = (account: 'points' | 'purse') => async () =>
  done(await finance()(api.listCloseTransactions, { params, query: { ...month, account, limit: 50 } }))

const calls = {
  'the close pack': async () => done(await finance()(api.getClosePack, { params, query: month })),
  'the points behind it': listed('points'),
  'what moved purses, where little did': listed('purse'),
  'what does not match': async () => done(await finance()(api.listUnmatchedHolds, { params })),
  'the totals of the disbursement account': async () =>
    done(await finance()(api.sumDisbursementTransactions, { params })),
  'the figures': async () => done(await finance()(api.getKpi, { params })),
  'the figures of a user who is confined to a venue': async () =>
    done(await hub.as(people.admin)(api.getKpi, { params })),
} as const

test.each(Object.keys(calls) as (keyof typeof calls)[])('%s', async (name) => {
  const [few, many] = [before.get(name)!, await readBy(calls[name])]
  expect(few).toBeGreaterThan(0)
  expect(many - few, `${few} rows before`).toBeLessThan(more)
})
