import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { addUpAnew, checkBooks } from './index.ts'
import { mayAdd } from './turns.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const businesses = ['harbourside', 'valley-golf']
const keep = () => hub.tasks['keep_record_sums']!({} as never, { isLast: false })
const noted = async () => {
  const { rows } = await hub.owner.query<{ id: string }>(
    `select distinct business_id as id from record_sum_change order by 1`,
  )
  return rows.map(({ id }) => id)
}
/** A card of each is dated back, which two notes tell of. */
beforeEach(async () => {
  await keep()
  for (const business of businesses)
    await hub.database.transaction(business, (tx) =>
      tx.run(sql`
        update card set created_at = created_at - interval '1 day' where business_id = ${business}
          and card_id = (select min(card_id) from card where business_id = ${business})`),
    )
})

/** Somebody else at work with the sums of Harbourside, until they have committed. */
async function whileAtWork(statement: string, work: () => Promise<unknown>) {
  const client = new pg.Client({ connectionString: hub.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  try {
    await work()
  } finally {
    await client.query('commit')
    await client.end()
  }
}
const lock = `hashtextextended('record-sums harbourside', 0)`

test('while one business is added up anew what was noted of others is added, and its own later', async () => {
  await whileAtWork(`select pg_advisory_xact_lock(${lock})`, async () => {
    await keep()
    expect(await noted()).toEqual(['harbourside'])
    await addUpAnew(hub.database, 'valley-golf')
  })
  await keep()
  expect(await noted()).toEqual([])
  expect((await checkBooks(hub.databaseUrl)).wrong).toEqual([])
})

test('who adds up anew waits for who is adding', async () => {
  let anew: Promise<unknown> = Promise.resolve()
  await whileAtWork(`select pg_advisory_xact_lock_shared(${lock})`, async () => {
    anew = addUpAnew(hub.database, 'harbourside')
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted and database = (
      select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await hub.owner.query(waiting)).rowCount, { timeout: 30_000 }).toBe(1)
    // It has its turn before who comes now.
    await keep()
    expect(await noted()).toEqual(['harbourside'])
  })
  await anew
  expect((await checkBooks(hub.databaseUrl)).wrong).toEqual([])
})

test('of a business that is being erased nothing is kept or proven, and its end waits for what is at work', async () => {
  const become = (...values: (string | null)[]) =>
    hub.owner.query(
      `update business set standing = $1, standing_since = now(), standing_reason = 'For a test', standing_by = 'Ann', erase_at = $2,
         erasing_since = $3 where business_id = 'harbourside'`,
      values,
    )
  await become('Ended', 'yesterday', 'now')
  await hub.owner.query(`delete from record_sum where business_id = 'harbourside'`)
  expect(await hub.database.transaction('harbourside', mayAdd)).toBe(false)
  await addUpAnew(hub.database, 'harbourside')
  const { rowCount } = await hub.owner.query(`select from record_sum where business_id = 'harbourside'`)
  expect(rowCount).toBe(0)
  expect((await checkBooks(hub.databaseUrl)).wrong).toEqual([])

  await become('Open', null, null)
  await hub.database.transaction('harbourside', async (tx) => {
    expect(await mayAdd(tx)).toBe(true)
    const end = `begin; set local lock_timeout = '100ms'; delete from business where business_id = 'harbourside'`
    await expect(hub.owner.query(end)).rejects.toThrow('lock timeout')
    await hub.owner.query('rollback')
  })
})

test.each([
  `about = 'Nothing'`,
  `since = since + interval '1 minute'`,
  `since = 'infinity'`,
  `records = 2`,
  `cents = 1000000000000001`,
  `tax_cents = -1000000000000001`,
])('a note that can’t be added is refused: %s', async (change) => {
  await expect(hub.owner.query(`update record_sum_change set ${change}`)).rejects.toThrow(
    /violates check constraint|out of range/,
  )
})
