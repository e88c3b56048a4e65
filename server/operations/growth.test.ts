import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { noTenant } from '#platform/database'
import { hubCommand } from '#tests/command.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({
    HUB_PLATFORM_TRAIL_MONTHS: '24',
    HUB_METRICS_TOKEN: 'a token for those who watch',
  })
})
afterAll(() => hub.close())

const growth = async () => (await hub.as(people.superAdmin)(api.getGrowth)).body
const measure = () => hub.tasks['measure_sizes']!({} as never, { isLast: false })
const sizeOf = async (name: string) => (await growth()).Results.find(({ Name }) => Name === name)!
const figures = async () =>
  (
    await hub.app.inject({
      url: '/metrics',
      headers: { authorization: 'Bearer a token for those who watch' },
    })
  ).body

test('tables are told with what they take, the largest first, and by what their rows fall away', async () => {
  const { DatabaseBytes, Results } = await growth()
  const sizes = Results.map(({ Bytes, IndexBytes }) => Bytes + IndexBytes)
  expect(DatabaseBytes).toBeGreaterThan(sizes.reduce((sum, size) => sum + size, 0))
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
  expect(await sizeOf('audit_entry')).toMatchObject({ FallsAwayAs: ['AuditTrail'], State: 'Well' })
})

test('only super administrators see it', async () => {
  expect((await hub.as(people.admin)(api.getGrowth)).status).toBe(403)
})

test('a table that was counted while it was empty, or never, is told with the rows that came since', async () => {
  await hub.owner.query(`create table late (filler text) with (autovacuum_enabled = false)`)
  await hub.owner.query(`analyze late`)
  await hub.owner.query(`create table uncounted (filler text) with (autovacuum_enabled = false)`)
  // Among the largest, which the page shows.
  for (const table of ['late', 'uncounted'])
    await hub.owner.query(
      `insert into ${table} select string_agg(md5(n::text || p::text), '') from generate_series(1, 300) n, generate_series(1, 50) p
       group by n`,
    )
  // Who has written tells of it within a second otherwise.
  await hub.owner.query('select pg_stat_force_next_flush()')
  for (const table of ['late', 'uncounted'])
    await expect.poll(async () => (await sizeOf(table)).Rows).toBe(300)
  await hub.owner.query('drop table late, uncounted')
})

test('a table whose rows are gone is bloated, in the figures and on the page, and well again when it was written anew', async () => {
  await hub.owner.query(`create table wide (filler text)`)
  await hub.owner.query(`alter table wide alter filler set storage plain`)
  await hub.owner.query(`insert into wide select repeat('x', 7000) from generate_series(1, 12000)`)
  await hub.owner.query(`analyze wide`)
  await measure()
  expect(await sizeOf('wide')).toMatchObject({
    Rows: 12_000,
    SpareBytes: 0,
    State: 'Well',
    BytesAMonth: null,
  })
  await hub.owner.query(`delete from wide where ctid in (select ctid from wide limit 11000)`)
  await hub.owner.query(`analyze wide`)
  const bloated = await sizeOf('wide')
  expect(bloated).toMatchObject({ Rows: 1_000, State: 'Bloated' })
  expect(bloated.SpareBytes).toBeGreaterThan(64 * 1024 * 1024)
  expect(await figures()).toContain(`hub_table_spare_bytes{table="wide"} ${bloated.SpareBytes}`)
  // What was small from the start is measured no leaner by it, and a night more changes nothing.
  await measure()
  expect((await sizeOf('wide')).State).toBe('Bloated')
  // Rows stay for as long as a transaction that began before they went is open, such as that of an autovacuum.
  const writtenAnew = async () => {
    await hub.owner.query(`vacuum full analyze wide`)
    return (await sizeOf('wide')).State
  }
  await expect.poll(writtenAnew).toBe('Well')
  await hub.owner.query(`drop table wide`)
})

test('how much a table grows in a month is told once it was measured for a week', async () => {
  await hub.owner.query(`delete from relation_size`)
  const now = await sizeOf('member')
  await hub.owner.query(
    `insert into relation_size (relation, measured_at, bytes, rows) values ('member', now() - interval '6 days', 0, 1)`,
  )
  expect((await sizeOf('member')).BytesAMonth).toBeNull()
  await hub.owner.query(
    `insert into relation_size (relation, measured_at, bytes, rows) values ('member', now() - interval '15 days', 0, 1)`,
  )
  expect((await sizeOf('member')).BytesAMonth).toBeCloseTo(now.Bytes * 2, -3)
})

test('sizes of more than a year ago are forgotten, and measuring at once twice is no trouble', async () => {
  await hub.owner.query(
    `insert into relation_size (relation, measured_at, bytes, rows) values ('old', now() - interval '401 days', 1, 1)`,
  )
  await Promise.all([measure(), measure()])
  const { rows } = await hub.owner.query(`select from relation_size where relation = 'old'`)
  expect(rows).toEqual([])
})

test('what would fall away of the platform’s own is counted before a setting says so', async () => {
  await hub.owner.query(
    `insert into audit_entry (business_id, at, actor_id, actor_name, address, request_id, action, title)
     select $1, now() - interval '30 months', 'x', 'X', '', '', 'dated', 'Dated' from generate_series(1, 3)`,
    [noTenant],
  )
  const { Platform } = await growth()
  expect(Platform.map(({ Kind, Months }) => [Kind, Months])).toEqual([
    ['MessageTexts', null],
    ['Messages', null],
    ['AuditTrail', 24],
  ])
  expect(Platform[2]!.Older.map(({ Months, Count }) => [Months, Count])).toEqual([
    [12, 3],
    [24, 3],
    [36, 0],
  ])
  const settings = { DATABASE_URL: hub.databaseUrl, HUB_SECRET: 'a secret that is long enough for all of it' }
  const { code, said } = await hubCommand(['growth', '--months', '24'], settings)
  expect(code).toBe(0)
  expect(said).toMatch(/^ {2}member: \d+ MB/m)
  expect(said).toContain('None of them is bloated.')
  expect(said).toMatch(/^With 24 months everywhere, this would fall away:$/m)
  expect(said).toMatch(/^ {2}Audit trail: 3$/m)
  const short = await hubCommand(['growth', '--months', '6'], settings)
  expect(short.said).toMatch(/^ {2}Audit trail: 0 \(kept for 12 at the least\)$/m)
  const wrong = await hubCommand(['growth', '--months', 'two'], settings)
  expect([wrong.code, wrong.complained]).toEqual([2, expect.stringContaining('--months is a whole number')])
})
