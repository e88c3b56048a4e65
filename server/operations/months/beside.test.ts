import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildIndexes, migrationClient } from '#platform/database'
import { tableSizes } from '#server/operations'
import { cutByMonth } from '#server/operations/months'
import { hubCommand } from '#tests/command.ts'
import { superuserUrl } from '#tests/database.ts'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { publishedEvent } from '#tests/records/events.ts'
import { aMonthLater, begin, cutAll, monthOf, oneMonthOn, partsOf, rename } from '#tests/records/months.ts'

// What others do while a table is cut, or a month begins or goes.
let hub: TestHub
const others: pg.Client[] = []
beforeEach(async () => {
  hub = await startTestHub()
  return async () => {
    for (const other of others.splice(0)) await other.end()
    await hub.close()
  }
})

/** Somebody else within Harbourside, in a transaction. */
async function somebody(): Promise<pg.Client> {
  const client = new pg.Client(superuserUrl(hub.databaseUrl))
  client.on('error', () => undefined)
  await client.connect()
  others.push(client)
  await client.query(`set role hub_app; set app.business_id = 'harbourside'; begin`)
  return client
}
const row = {
  audit_entry: `insert into audit_entry (business_id, actor_id, actor_name, address, request_id, action, title)
    values ('harbourside', '', 'Somebody', '', '', 'x', 'x')`,
  card_change: `insert into card_change (business_id, card_id, actor_id, actor_name, title)
    select business_id, min(card_id), '', 'Somebody', 'x' from card where business_id = 'harbourside' group by 1`,
  member_change: `insert into member_change (business_id, member_id, actor_id, actor_name, title)
    select business_id, min(member_id), '', 'Somebody', 'x' from member where business_id = 'harbourside' group by 1`,
}
const scanAt = (eventId: string) => `
  insert into event_scan (business_id, event_id, scan_id, code, result, scanned_at, device_name, actor_id, actor_name, event_part)
  select business_id, event_id, 'late', 'x', 'UnknownCard', now(), '', '', '', scan_part from event where event_id = '${eventId}'`
const rowsOf = async (query: string) => (await hub.owner.query<Record<string, unknown>>(query)).rows
// Others wait in other databases.
const whoWait = `select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`
const untilSomebodyWaits = async () => {
  await expect.poll(async () => (await rowsOf(whoWait)).length, { timeout: 10_000 }).toBeGreaterThan(0)
}

describe('while a table is cut', () => {
  test.each([
    [
      'a writer who comes by another table that is needed',
      'member_change',
      `update member set last_name = last_name where business_id = 'harbourside'`,
      row.member_change,
    ],
    ['a reader of a view', 'audit_entry', 'select 1', 'select count(*) from audit_search'],
  ] as const)('%s isn’t ended for it', async (_, name, before, then) => {
    const [first, second] = [await somebody(), await somebody()]
    await first.query(row[name])
    await second.query(before)
    const cutting = cutByMonth(hub.databaseUrl, { name }, () => undefined)
    await untilSomebodyWaits()
    await second.query(then)
    await second.query('commit')
    await first.query('commit')
    expect(await cutting).toBe(true)
  })

  test('and can’t be, that is said, and it is as it was', async () => {
    await hub.owner.query('create materialized view actions as select action from audit_entry')
    const cut = (databaseUrl: string) =>
      hubCommand(['partition', 'audit_entry', '--yes'], { DATABASE_URL: databaseUrl })
    expect(await cut(hub.databaseUrl)).toMatchObject({
      code: 1,
      complained: 'public.actions is made of audit_entry: drop it, and make it anew once that is cut.',
    })
    expect((await cut(superuserUrl(hub.databaseUrl))).complained).toMatch(
      /^This role of the database may not do that: DATABASE_URL has to be of the owner of its tables\.$/,
    )
    const readOnly = `${hub.databaseUrl}?options=-c%20default_transaction_read_only%3Don`
    expect((await cut(readOnly)).complained).toBe(
      'The database only reads: DATABASE_URL has to be of the primary.',
    )
    expect(await rowsOf(`select from pg_constraint where conname = 'before_months'`)).toEqual([])
    expect(await partsOf(hub, 'audit_entry')).toEqual([])
  })
})

describe('once tables are cut', () => {
  beforeEach(() => cutAll(hub.databaseUrl))

  test('a scan that is being written while its month is emptied stays', async () => {
    await aMonthLater(hub)
    const eventId = await publishedEvent(hub, { EventName: 'It goes on' })
    for (const over of ['2020_02', '2020_03']) {
      await oneMonthOn(hub, over)
      await begin(hub)
    }
    const door = await somebody()
    await door.query(scanAt(eventId))
    await begin(hub)
    await door.query('commit')
    await begin(hub)
    expect(
      await rowsOf(`select tableoid::regclass::text as part from event_scan where scan_id = 'late'`),
    ).toEqual([{ part: 'event_scan_2020_02' }])
  })

  test('a reader keeps a month from going, and none from beginning; nobody waits for that', async () => {
    await aMonthLater(hub)
    for (const over of ['2020_02', '2020_03']) {
      await oneMonthOn(hub, over)
      await begin(hub)
    }
    await oneMonthOn(hub, '2020_04')
    const former = await rowsOf('select from card_change_2020_03')
    expect(former).toEqual([])
    const reader = await somebody()
    await reader.query('select from card_change')
    await begin(hub)
    expect(await partsOf(hub, 'card_change')).toEqual(
      expect.arrayContaining([
        `card_change_${monthOf(1)}`,
        `card_change_${monthOf(0)}`,
        'card_change_2020_03',
      ]),
    )
    await hub.owner.query(row.card_change)
    expect(await rowsOf(`select from card_change_${monthOf(0)}`)).toHaveLength(1)
    await reader.query('commit')
    await begin(hub)
    expect(await partsOf(hub, 'card_change')).not.toContain('card_change_2020_03')
  })

  test('what takes a month’s number has its part, whenever the one who begins months is stopped', async () => {
    await aMonthLater(hub)
    // Nobody has begun either of the next two.
    await oneMonthOn(hub, '2020_02')
    await rename(hub, `event_scan_${monthOf(0)}`, 'event_scan_2020_03')
    const job = await somebody()
    await job.query('reset role')
    await job.query(`select make_months_ahead('event_scan')`)
    await job.query('rollback')
    await job.query('begin')
    await job.query(`select begin_month('event_scan')`)
    const eventId = await publishedEvent(hub, { EventName: 'Just now' })
    await job.query('rollback')
    await begin(hub)
    await hub.owner.query(scanAt(eventId))
    expect(await rowsOf(`select from event_scan where scan_id = 'late'`)).toHaveLength(1)
  })

  test('an index that is built concurrently is on a part that is made meanwhile, too', async () => {
    const holder = await somebody()
    await holder.query('select from member')
    await holder.query('commit')
    await holder.query('begin isolation level repeatable read')
    await holder.query('select from member limit 1')
    const client = migrationClient(hub.databaseUrl)
    await client.connect()
    others.push(client)
    const sql = 'create unique index concurrently by_card on card_change (business_id, card_id, id)'
    const building = buildIndexes(
      { client, ownerUrl: hub.databaseUrl },
      [{ name: 'by_card', table: 'card_change', sql }],
      () => undefined,
    )
    await untilSomebodyWaits()
    const made = hub.owner.query(`select make_room_in_parts('card_change', 7000000000)`)
    await expect(made).rejects.toThrow('lock timeout')
    await holder.query('commit')
    await building
    await hub.owner.query(`select make_room_in_parts('card_change', 7000000000)`)
    const indexes = await rowsOf(
      `select indisvalid as "isValid" from pg_index where indexrelid::regclass::text like 'by_card%'`,
    )
    expect(indexes).toEqual(Array.from({ length: 4 }, () => ({ isValid: true })))
  })

  test('whoever may read a table reads it by its rules alone', async () => {
    const reports = `reports_${process.pid}`
    await hub.owner.query(`create role ${reports}; grant select on audit_entry to ${reports}`)
    try {
      await hub.owner.query(`alter default privileges grant select on tables to ${reports}`)
      await hub.owner.query(`select make_room_in_parts('audit_entry', 7000000000)`)
      for (const part of await partsOf(hub, 'audit_entry')) {
        await hub.owner.query(`begin; set local role ${reports}`)
        await expect(hub.owner.query(`select from ${part}`), part).rejects.toThrow('permission denied')
        await hub.owner.query('rollback')
      }
    } finally {
      await hub.owner.query(`drop owned by ${reports}; drop role ${reports}`)
    }
  })

  test('one that grows is told to, also while its newest part has only begun to', async () => {
    const grown = async () =>
      (await tableSizes(hub.database.forTenant('*'))).find(({ Name }) => Name === 'audit_entry')!.BytesAMonth!
    await hub.owner.query(`
      insert into relation_size (relation, measured_at, bytes, rows)
      select name, now() - interval '20 days', pg_table_size(name::regclass), 1 from parts_by_month('audit_entry') where lowest is null`)
    expect(await grown()).toBeLessThan(1_000_000)
    await hub.owner.query(`
      select setval('audit_entry_id_seq', 1000000000);
      ${row.audit_entry.replace("'x', 'x')", "'x', repeat('x', 900))")};
      insert into audit_entry (business_id, actor_id, actor_name, address, request_id, action, title)
      select business_id, '', '', '', '', 'x', title from audit_entry, generate_series(1, 3000) where action = 'x'`)
    expect(await grown()).toBeGreaterThan(3_000_000)
  })
})
