import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationLock } from '#platform/database'
import { cloneDatabase, superuserUrl } from '#tests/database.ts'
import { openSnapshot } from './snapshot.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
const clients: pg.Client[] = []
const connect = async () => {
  const client = new pg.Client(superuserUrl(database.url))
  await client.connect()
  clients.push(client)
  return client
}
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()))
  await database.drop()
})

test('a backup waits until a migration is done, and no index of it waits for the backup', async () => {
  const [migrating, building, reading] = [await connect(), await connect(), await connect()]
  await migrating.query(`begin; select pg_advisory_xact_lock(${migrationLock})`)
  const opening = openSnapshot(reading)
  await building.query(`set statement_timeout = '10s'`)
  await building.query('create index concurrently probe on venue (business_id)')
  await migrating.query('rollback')
  const { tables } = await opening
  expect(tables.map(({ name }) => name)).toContain('venue')
  const free = await building.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [
    migrationLock,
  ])
  expect(free.rows).toEqual([{ isFree: true }])
})
