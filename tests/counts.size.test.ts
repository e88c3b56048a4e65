import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { mostCounted } from '#contract/endpoint.ts'
import type { TodayLineName } from '#contract/today/today.ts'
import { growMembers } from '#server/demo/members'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { rowsRead } from '#tests/reading/rows-read.ts'
import { growWaiting } from '#tests/records/many.ts'

// What waits is counted so far and no further: twice as many are no more to read. Of each kind there are more than are counted.
const few = 3 * (mostCounted + 500)
// What the database does once more by itself; what is counted to its end reads 10,000 more.
const more = 3_000
const connections = 2

const params = { businessId: 'harbourside' }
let hub: TestHub
const before = new Map<string, number>()
beforeAll(async () => {
  hub = await startTestHub({ HUB_DATABASE_CONNECTIONS: String(connections) })
  await grow(0, few)
  for (const [name, call] of Object.entries(calls)) before.set(name, await readBy(call))
  await grow(few, 2 * few)
}, 15 * 60_000)
afterAll(() => hub.close())

/**
 * Everybody was born on one day of the year. All memberships end on one of three: one that is near, one that has just lapsed, and
 * one that lapses only after its grace.
 */
async function grow(from: number, to: number): Promise<void> {
  await growMembers(hub.databaseUrl, params.businessId, to, () => undefined, 'fast')
  await hub.owner.query(`
    update option_list_item set grace_days = 60, never_lapses = false where business_id = 'harbourside' and list = 'MembershipType'`)
  await hub.owner.query(`
    update member set birth_date = current_date + 2 - interval '40 years',
      date_financial = current_date + (array[3, -20, -63])[1 + membership_number::bigint % 3]
    where business_id = 'harbourside' and membership_number ~ '^[0-9]+$'`)
  await growWaiting(hub.owner, from, to)
  await hub.owner.query('vacuum analyze')
}

const readBy = (work: () => Promise<unknown>) => rowsRead(hub, connections).secondTime(work)
const admin = () => hub.as(people.admin)
const bureau = () => hub.as(people.superAdmin)
const done = ({ status, error }: { status: number; error?: { ErrorMessage: string } }) =>
  expect([status, error?.ErrorMessage]).toEqual([200, undefined])

const calls = {
  'what waits today': async () => done(await admin()(api.getToday, { params })),
  forms: async () => done(await admin()(api.listRequestForms, { params })),
  'orders to export': async () => done(await bureau()(api.countOrdersToExport, { params })),
  'what went to the bureau': async () => done(await bureau()(api.listCardOrderBatches, { params })),
  'orders that should have come': async () =>
    done(await admin()(api.listCardOrders, { params, query: { placedDays: 40 } })),
} as const

test.each(Object.keys(calls) as (keyof typeof calls)[])('%s', async (name) => {
  const [was, is] = [before.get(name)!, await readBy(calls[name])]
  expect(was).toBeGreaterThan(0)
  expect(is - was, `${was} rows before`).toBeLessThan(more)
})

test('today says that there are more', async () => {
  const { body } = await admin()(api.getToday, { params })
  const counts = Object.fromEntries(body.Lines.map(({ Line, Count }) => [Line, Count]))
  const counted: TodayLineName[] = ['applications', 'renewals', 'due', 'lapsed', 'birthdays', 'orders']
  const beyond = Object.fromEntries(counted.map((line) => [line, mostCounted + 1]))
  expect(counts).toMatchObject(beyond)
})
