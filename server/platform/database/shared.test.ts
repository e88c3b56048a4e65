import type pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, openTestDatabase } from '#tests/database.ts'
import { whyNotPooled } from './way.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  clone = await cloneDatabase()
})
afterAll(() => clone.drop())

const question = sql`select current_user::text as role, current_setting('timezone') as zone,
  current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
  current_setting('idle_in_transaction_session_timeout') as idle, current_setting('app.business_id', true) as tenant`
const right = {
  role: 'hub_app',
  zone: 'UTC',
  statement: '30s',
  lock: '10s',
  idle: '30s',
  tenant: 'harbourside',
}

test('on a way that is shared every kind of work is under the right settings, and leaves none behind', async () => {
  const database = openTestDatabase(clone.url, { connections: 1, copies: 1, isShared: true })
  const here = database.forTenant('harbourside')
  const raw = async (pool: pg.Pool) => {
    const { rows } = await pool.query(
      `select (select count(*)::int from pg_prepared_statements) as parsed, s.* from (${question.text}) s`,
    )
    return rows[0] as Record<string, unknown>
  }
  const before = [await raw(database.pool), await raw(database.copies)]
  expect(before[0]!.role).not.toBe('hub_app')

  expect(await here.one(question)).toEqual(right)
  expect(await here.transaction((tx) => tx.one(question))).toEqual(right)
  expect(await here.transaction((tx) => tx.inOwnCommit(question))).toEqual([right])
  const members = sql`select member_id from member`
  const { count } = await here.one<{ count: number }>(sql`select count(*)::int as count from member`)
  expect(count).toBeGreaterThan(0)
  const lines = async (pieces: AsyncIterable<Uint8Array>) => (await text(pieces)).trimEnd().split('\r\n')
  expect(await lines(here.copy(question))).toEqual(['hub_app,UTC,0,10s,30s,harbourside'])
  expect(await lines(here.copy(members))).toHaveLength(count)
  const all = here.inOneMoment(async function* (moment) {
    expect(await moment.rows(question)).toEqual([{ ...right, statement: '0', idle: '0' }])
    yield* moment.copy(members)
  })
  expect(await lines(all)).toHaveLength(count)

  const after = [await raw(database.pool), await raw(database.copies)]
  expect(after.map(({ tenant, ...rest }) => ({ ...rest, tenant: tenant || null }))).toEqual(before)
  await database.close()
})

async function text(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all).toString()
}

test('two ways that lead to two databases are told apart from two that lead to one', async () => {
  const other = await cloneDatabase()
  expect(await whyNotPooled(clone.url, clone.url)).toBeNull()
  expect(await whyNotPooled(other.url, clone.url)).toBe(
    'DATABASE_URL and DATABASE_DIRECT_URL lead to two databases: both have to name the same one.',
  )
  await other.drop()
})
