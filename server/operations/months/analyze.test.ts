import { beforeEach, expect, test } from 'vitest'
import { beginMonths } from '#server/operations/months'
import { openTestDatabase } from '#tests/database.ts'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { begin, cutAll, cuttable } from '#tests/records/months.ts'

// What the planner knows of a table that is cut, which PostgreSQL looks up of its parts alone by itself.
let hub: TestHub
beforeEach(async () => {
  hub = await startTestHub()
  await cutAll(hub.databaseUrl)
  return () => hub.close()
})

/** The tables of which it isn't known any more that they were looked at, as after a look that failed. */
async function forget(...names: string[]): Promise<void> {
  for (const name of names)
    await hub.owner.query('select pg_stat_reset_single_table_counters($1::regclass)', [name])
}
async function known(): Promise<string[]> {
  const { rows } = await hub.owner.query<{ name: string }>(
    `select relname as name from pg_stat_user_tables where relname = any($1) and last_analyze is not null order by 1`,
    [cuttable],
  )
  return rows.map(({ name }) => name)
}

test('is looked up as it is cut, and by the next turn where that failed, though no month begins', async () => {
  expect(await known()).toEqual(cuttable)
  await forget('audit_entry', 'event_scan')
  expect(await known()).toEqual(['card_change', 'member_change', 'outbox_message'])
  await begin(hub)
  expect(await known()).toEqual(cuttable)
})

test('is looked up once a month', async () => {
  const looks = async () =>
    (
      await hub.owner.query<{ count: string }>(
        `select sum(analyze_count) as count from pg_stat_user_tables where relname = any($1)`,
        [cuttable],
      )
    ).rows[0]!.count
  const before = await looks()
  await begin(hub)
  await begin(hub)
  expect(await looks()).toBe(before)
})

test('is looked up however long that takes', async () => {
  const database = new URL(hub.databaseUrl).pathname.slice(1)
  await hub.owner.query(`
    alter database ${database} set vacuum_cost_delay = '100ms';
    alter database ${database} set vacuum_cost_limit = 1`)
  await forget('audit_entry')
  const [statementMs, silenceMs] = [500, 1_000]
  const impatient = openTestDatabase(hub.databaseUrl, { statementMs, silenceMs })
  const began = performance.now()
  await beginMonths(impatient)
  await impatient.close()
  // By the delays above alone it has taken longer than anything else may.
  expect(performance.now() - began).toBeGreaterThan(silenceMs)
  expect(await known()).toEqual(cuttable)
})
