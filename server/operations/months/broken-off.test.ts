import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { migrationClient } from '#platform/database'
import { cutByMonth } from '#server/operations/months'
import { hubCommand } from '#tests/command.ts'
import { superuserUrl } from '#tests/database.ts'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { begin, partsOf } from '#tests/records/months.ts'

// What was begun with a table that isn't cut in the end.
let hub: TestHub
beforeEach(async () => {
  hub = await startTestHub()
  return () => hub.close()
})

/** What there is of a table beside what belongs to it. */
async function left(): Promise<string[]> {
  const { rows } = await hub.owner.query<{ name: string }>(`
    select conname as name from pg_constraint where conname = 'before_months'
    union all select relname from pg_class where relname like '%\\_by\\_part' order by 1`)
  return rows.map(({ name }) => name)
}
const doctor = async () => (await hubCommand(['doctor'], { DATABASE_URL: hub.databaseUrl })).said
async function untilTakenBack(): Promise<void> {
  await expect
    .poll(async () => {
      await begin(hub)
      return left()
    })
    .toEqual([])
}

/** Somebody who cuts a table, as far as its keys. */
async function cutter(name: string): Promise<pg.Client> {
  const client = migrationClient(hub.databaseUrl)
  await client.connect()
  await client.query(`select pg_advisory_lock(hashtext('cut_by_month'), hashtext($1))`, [name])
  await client.query('select prepare_parts($1)', [name])
  if (name === 'event_scan')
    await client.query(
      'create unique index concurrently event_scan_pkey_by_part on event_scan (business_id, event_id, scan_id, event_part)',
    )
  return client
}

test.each([
  ['audit_entry', ['before_months']],
  ['event_scan', ['before_months', 'event_scan_pkey_by_part']],
] as const)('of %s is taken back once nobody is at it', async (name, begun) => {
  const killed = await cutter(name)
  await begin(hub)
  expect(await left()).toEqual(begun)
  await killed.end()
  expect(await doctor()).toMatch(
    new RegExp(`^warning +${name} is just being cut by month, or that was broken off: `, 'm'),
  )
  await untilTakenBack()
  expect(await doctor()).not.toContain('cut by month')
})

test('is known and taken back also where the bound is gone already', async () => {
  const killed = await cutter('event_scan')
  await killed.query('alter table event_scan drop constraint before_months')
  await killed.end()
  expect(await doctor()).toMatch(/^warning +event_scan is just being cut by month, or that was broken off: /m)
  await untilTakenBack()
})

test('is taken back by who gives up', async () => {
  const other = new pg.Client(superuserUrl(hub.databaseUrl))
  await other.connect()
  // The keys wait for whoever sees how it was before.
  await other.query('begin isolation level repeatable read; select from member limit 1')
  const cutting = cutByMonth(hub.databaseUrl, { name: 'event_scan' }, () => undefined)
  await expect.poll(left, { timeout: 10_000 }).toContain('event_scan_pkey_by_part')
  await hub.owner.query(`select setval('event_scan_part', 9)`)
  await other.query('commit')
  await expect(cutting).rejects.toThrow(
    'event_scan is as it was: a business with higher numbers came meanwhile',
  )
  await other.end()
  expect([await left(), await partsOf(hub, 'event_scan')]).toEqual([[], []])
})
