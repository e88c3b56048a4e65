import { randomUUID } from 'node:crypto'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { ConnectionLost } from '#platform/driver'
import { openTestDatabase, superuserUrl } from '#tests/database.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { isPassing } from './index.ts'

let hub: TestHub
/** Beside the database, which lets nobody in: nor whoever changes that. */
let beside: pg.Client
beforeAll(async () => {
  hub = await startTestHub()
  beside = new pg.Client(superuserUrl(new URL('/postgres', hub.databaseUrl).href))
  await beside.connect()
  await hub.tokenOf(people.admin)
})
afterAll(async () => {
  await beside.end()
  await hub.close()
})

const owner = () => new URL(hub.databaseUrl).username

/** As after a changed password or a line that pg_hba.conf has no more: who is connected is cut, and let in no more. */
async function whileRefused(work: () => Promise<void>): Promise<void> {
  const name = new URL(hub.databaseUrl).pathname.slice(1)
  await beside.query(`alter database ${name} allow_connections false`)
  await beside.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = $2`,
    [name, owner()],
  )
  try {
    await work()
  } finally {
    await beside.query(`alter database ${name} allow_connections true`)
  }
}

test('a call that PostgreSQL lets nobody in for is asked to come again, and answered once it does', async () => {
  const member = { FirstName: 'Pat', LastName: randomUUID(), MembershipType: 'Ordinary' } as const
  const read = () => hub.as(people.admin)(api.listCards, { params: { businessId: 'harbourside' } })
  const write = () =>
    hub.as(people.admin)(api.createMember, {
      params: { businessId: 'harbourside' },
      query: { venueId: '1' },
      body: member,
    })
  expect((await read()).status).toBe(200)
  await whileRefused(async () => {
    for (const { status, error } of [await read(), await write()])
      expect([status, error.ErrorCode]).toEqual([503, 'busy'])
  })
  expect((await read()).status).toBe(200)
  expect((await write()).status).toBe(200)
})

test('whatever is asked, nothing was begun, and it passes', async () => {
  const database = openTestDatabase(hub.databaseUrl)
  const db = database.forTenant('harbourside')
  const drained = async (pieces: AsyncIterable<unknown>) => {
    for await (const piece of pieces) expect(piece).toBeDefined()
  }
  await whileRefused(async () => {
    for (const ask of [
      () => db.rows(sql`select 1`),
      () => db.transaction((tx) => tx.rows(sql`select 1`)),
      () => drained(db.copy(sql`select 1`)),
      () => drained(db.inOneMoment((moment) => moment.copy(sql`select 1`))),
    ]) {
      const error = await ask().then(
        () => undefined,
        (reason: unknown) => reason,
      )
      expect(error).toBeInstanceOf(ConnectionLost)
      expect((error as ConnectionLost).mayBeDone).toBe(false)
      expect(isPassing(error)).toBe(true)
    }
  })
  expect(await db.rows(sql`select 1 as one`)).toEqual([{ one: 1 }])
  await database.close()
})
