import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { tableSizes } from '#server/operations'
import { asSuperuser, backupBench, everything, type OwnDatabase } from '#tests/backups.ts'
import { hubCommand } from '#tests/command.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { harbourside, makeEvent, publishedEvent, scanOf } from '#tests/records/events.ts'
import {
  aMonthLater,
  begin,
  cutAll,
  cuttable,
  monthOf,
  oneMonthOn,
  partsOf,
  rename,
} from '#tests/records/months.ts'

const partition = (hub: TestHub, ...words: string[]) =>
  hubCommand(['partition', ...words], { DATABASE_URL: hub.databaseUrl })
const trailOf = async (hub: TestHub) =>
  (await hub.as(people.admin)(api.listAudit, { params: harbourside, query: { limit: '100' } })).body.Results
const rowsIn = async (hub: TestHub, part: string) =>
  (await hub.owner.query<{ count: string }>(`select count(*) from ${part}`)).rows[0]!.count

describe('tables that are in one piece', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await startTestHub()
  })
  afterAll(() => hub.close())

  test('are shown, and told what cutting one comes to; nothing is cut by that', async () => {
    const { code, said } = await partition(hub)
    expect(code).toBe(0)
    for (const name of cuttable)
      expect(said).toMatch(new RegExp(`^${name}: [\\d.,]+ \\w+, [\\d,]+ rows, in one piece$`, 'm'))
    expect((await partition(hub, 'audit_entry')).said).toContain('with its indexes, 12 a month:')
    expect((await partition(hub, 'audit_entry')).said).toMatch(
      /^Do it with: hub partition audit_entry --yes$/m,
    )
    const { said: ofScans } = await partition(hub, 'event_scan')
    expect(ofScans).toContain('A scan asks every month, too')
    expect(ofScans).toMatch(
      /with its indexes, 6 a month: for 36 months set max_locks_per_transaction\nof PostgreSQL to 216 or more/,
    )
    expect(await partsOf(hub, 'audit_entry')).toEqual([])
    await begin(hub)
    expect(await partsOf(hub, 'audit_entry')).toEqual([])
  })

  test('others aren’t cut', async () => {
    expect(await partition(hub, 'member', '--yes')).toMatchObject({
      code: 1,
      complained: expect.stringContaining('member can’t be cut by month'),
    })
  })

  test('aren’t cut while a process of another version is at work, which would write scans where none may be', async () => {
    await hub.owner.query(
      `insert into process_beat (process_id, name, role, version) values ('former', 'old-one (7)', 'web', '0.0.1')`,
    )
    expect(await partition(hub, 'event_scan', '--yes')).toMatchObject({
      code: 1,
      complained: expect.stringContaining('old-one (7) is at work with Hub 0.0.1'),
    })
    expect(await partsOf(hub, 'event_scan')).toEqual([])
    await hub.owner.query(
      `update process_beat set beat_at = now() - interval '6 minutes' where process_id = 'former'`,
    )
  })

  test('are cut while they are read and written, and nothing else is seen of it', async () => {
    const eventId = await publishedEvent(hub, { EventName: 'Before the cut' })
    const scan = scanOf('10002')
    const door = hub.as(people.door)
    const record = (body = scan) => door(api.recordScans, { params: { ...harbourside, eventId }, body })
    const told = (await record()).body
    const ids = (await trailOf(hub)).map(({ EntryId }) => EntryId)
    const over = new AbortController()
    const writing = Array.from({ length: 3 }, async () => {
      const statuses: number[] = []
      while (!over.signal.aborted) {
        statuses.push(
          (await door(api.recordScans, { params: { ...harbourside, eventId }, body: scanOf('nobody’s') }))
            .status,
        )
        await makeEvent(hub)
        await trailOf(hub)
      }
      return statuses
    })
    // Of two at once one does it.
    const atOnce = await Promise.all([1, 2].map(() => partition(hub, 'audit_entry', '--yes')))
    expect(atOnce.filter(({ code }) => code === 0)).toHaveLength(1)
    for (const name of cuttable.slice(1)) {
      const { code, said, complained } = await partition(hub, name, '--yes')
      expect([name, code, complained]).toEqual([name, 0, ''])
      expect(said).toMatch(new RegExp(`^  ${name}_until_${monthOf(0)}: `, 'm'))
    }
    over.abort()
    for (const statuses of await Promise.all(writing)) expect(new Set(statuses)).toEqual(new Set([200]))
    const { rows: kept } = await hub.owner.query<{ id: string }>(
      'select id from audit_entry where id = any($1)',
      [ids],
    )
    expect(kept).toHaveLength(ids.length)
    // Sent again it is the same scan.
    expect((await record()).body).toEqual(told)
    expect((await record(scanOf('10002'))).body).toMatchObject({ Result: 'AlreadyIn' })
    expect(await partsOf(hub, 'event_scan')).toEqual([
      `event_scan_${monthOf(1)}`,
      `event_scan_until_${monthOf(0)}`,
    ])
    expect((await partition(hub, 'audit_entry', '--yes')).complained).toContain(
      'audit_entry is cut by month already.',
    )
    const { rows } = await hub.owner.query(
      `select record_id as id from audit_entry where action = 'partition' order by 1`,
    )
    expect(rows.map(({ id }) => id)).toEqual(cuttable)
  })
})

describe('tables that are cut', () => {
  let hub: TestHub
  beforeEach(async () => {
    hub = await startTestHub()
    await cutAll(hub.databaseUrl)
    return () => hub.close()
  })

  test('are reached through their whole alone', async () => {
    for (const name of cuttable)
      for (const part of await partsOf(hub, name))
        await expect(hub.database.pool.query(`select from ${part}`), part).rejects.toThrow(
          'permission denied',
        )
  })

  test('go on with the part that was made ahead once its month begins, and the next is made', async () => {
    const former = await publishedEvent(hub, { EventName: 'Of the month before' })
    const before = await trailOf(hub)
    await aMonthLater(hub)
    for (const name of cuttable)
      expect(await partsOf(hub, name)).toEqual([
        `${name}_${monthOf(1)}`,
        `${name}_${monthOf(0)}`,
        `${name}_until_${monthOf(-1)}`,
      ])
    const eventId = await publishedEvent(hub, { EventName: 'Of this month' })
    const scan = scanOf('10002')
    for (const each of [former, eventId]) {
      const record = () =>
        hub.as(people.door)(api.recordScans, { params: { ...harbourside, eventId: each }, body: scan })
      const { status, body } = await record()
      expect([status, body]).toMatchObject([200, { Result: 'Valid' }])
      expect((await record()).body).toEqual(body)
    }
    expect(await rowsIn(hub, `event_scan_${monthOf(0)}`)).toBe('1')
    const after = await trailOf(hub)
    expect(after.slice(0, 2).map(({ RecordName }) => RecordName)).toContain('Of this month')
    expect(
      after.slice(after.findIndex(({ EntryId }) => EntryId === before[0]!.EntryId)).slice(0, 90),
    ).toEqual(before.slice(0, 90))
    expect(await rowsIn(hub, `audit_entry_${monthOf(0)}`)).not.toBe('0')
    // Once an hour it is asked for, and begins once.
    const { rows } = await hub.owner.query('select last_value from audit_entry_id_seq')
    await begin(hub)
    expect((await hub.owner.query('select last_value from audit_entry_id_seq')).rows).toEqual(rows)
    const sizes = await tableSizes(hub.database.forTenant('*'))
    expect(sizes.filter(({ Name }) => Name.startsWith('audit_entry')).map(({ Name }) => Name)).toEqual([
      'audit_entry',
    ])
  })

  test('are known to the doctor, with or without the next one’s part', async () => {
    const doctor = async () => (await hubCommand(['doctor'], { DATABASE_URL: hub.databaseUrl })).said
    expect(await doctor()).toMatch(/^ok +audit_entry is cut by month, and has the next one's part\.$/m)
    await rename(hub, `audit_entry_${monthOf(1)}`, 'audit_entry_2020_02')
    expect(await doctor()).toMatch(/^warning +audit_entry is cut by month, and has no part for the next: /m)
  })

  test('go on as they are while nobody begins a month, and then with the one that it is', async () => {
    for (const name of cuttable) {
      await rename(hub, `${name}_until_${monthOf(0)}`, `${name}_until_2020_01`)
      await rename(hub, `${name}_${monthOf(1)}`, `${name}_2020_02`)
    }
    await publishedEvent(hub)
    await begin(hub)
    expect(await partsOf(hub, 'audit_entry')).toEqual([
      `audit_entry_${monthOf(1)}`,
      `audit_entry_${monthOf(0)}`,
      'audit_entry_2020_02',
      'audit_entry_until_2020_01',
    ])
    await publishedEvent(hub)
    expect([
      await rowsIn(hub, 'audit_entry_2020_02'),
      await rowsIn(hub, `audit_entry_${monthOf(0)}`),
    ]).toEqual(['0', '2'])
  })

  test('lose a month that everything has fallen away from, but for scans, whose events may go on', async () => {
    await aMonthLater(hub)
    await publishedEvent(hub)
    await oneMonthOn(hub, '2020_02')
    await begin(hub)
    // The month before stays: somebody may just be writing with a number of it.
    for (const name of cuttable) expect(await partsOf(hub, name)).toContain(`${name}_2020_02`)
    await oneMonthOn(hub, '2020_03')
    await begin(hub)
    expect(await partsOf(hub, 'audit_entry')).toContain('audit_entry_2020_02')
    expect(await partsOf(hub, 'card_change')).not.toContain('card_change_2020_02')
    expect(await partsOf(hub, 'event_scan')).toContain('event_scan_2020_02')
    await hub.owner.query('delete from audit_entry_2020_02')
    await begin(hub)
    expect(await partsOf(hub, 'audit_entry')).not.toContain('audit_entry_2020_02')
  })

  test('refuse a scan that a former version, which knows of no parts, would let in twice', async () => {
    await aMonthLater(hub)
    const eventId = await publishedEvent(hub)
    await expect(
      hub.owner.query(
        `insert into event_scan (business_id, event_id, scan_id, code, result, scanned_at, device_name, actor_id, actor_name)
         values ('harbourside', $1, 'former', 'x', 'UnknownCard', now(), '', '', '')`,
        [eventId],
      ),
    ).rejects.toThrow('the scan is not in the part of its event')
  })

  test('look up one by its number in its part alone', async () => {
    const { rows } = await hub.owner.query<{ 'QUERY PLAN': string }>(
      `explain select from outbox_message where business_id = 'harbourside' and id = 1000000007`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join()).not.toContain('until')
  })
})

describe('what is cut', () => {
  const bench = backupBench()
  let cut: OwnDatabase
  beforeAll(async () => {
    cut = await bench.demo()
    await cutAll(cut.url)
    await asSuperuser(cut, (client) =>
      client.query(
        `select setval(t.counter, p.lowest) from tables_by_month() t cross join parts_by_month(t.name) p where p.lowest is not null`,
      ),
    )
    await asSuperuser(cut, (client) =>
      client.query(`insert into card_change (business_id, card_id, actor_id, actor_name, title)
        select business_id, card_id, '', '', 'Of the next month' from card limit 3`),
    )
  })
  afterAll(() => bench.close())

  test('is in a backup with every row, in one piece', async () => {
    const before = await everything(cut)
    const owned = await bench.empty()
    const file = await bench.backUp(cut, 'cut.tar.zst')
    await bench.restore(file, owned)
    const after = await everything(owned)
    for (const name of cuttable) expect(after[name]).toMatchObject({ count: expect.stringMatching(/^[1-9]/) })
    expect(after).toMatchObject(Object.fromEntries(cuttable.map((name) => [name, before[name]])))
  })
})
