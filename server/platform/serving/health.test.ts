import fastify from 'fastify'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '#platform/database'
import { answerRefusals } from '#platform/http'
import { cloneDatabase, openTestDatabase } from '#tests/database.ts'
import { openSilentProxy } from '#tests/fakes/silent-proxy.ts'
import { serveHealth } from './health.ts'

vi.setConfig({ testTimeout: 30_000 })

const app = fastify()
let clone: Awaited<ReturnType<typeof cloneDatabase>>
let proxy: Awaited<ReturnType<typeof openSilentProxy>>
let database: Database
beforeAll(async () => {
  clone = await cloneDatabase()
  proxy = await openSilentProxy(clone.url)
  database = openTestDatabase(proxy.url, { connections: 2 })
  serveHealth(app, database.pool, () => [])
  answerRefusals(app)
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await proxy.close()
  await database.close()
  await clone.drop()
})

const ready = async () => (await app.inject('/health/ready')).statusCode

test('where many wait for a connection, and get one in the end, it goes on being ready', async () => {
  const db = database.forTenant('harbourside')
  const calls = Promise.allSettled(Array.from({ length: 16 }, () => db.rows(sql`select pg_sleep(0.4)`)))
  // They are at it, and who asks now waits behind them for more than two seconds.
  await vi.waitFor(() => expect(database.pool.waitingCount).toBeGreaterThan(12))
  expect(await ready()).toBe(200)
  expect(new Set((await calls).map(({ status }) => status))).toEqual(new Set(['fulfilled']))
})

test('where nothing answers any more it is not ready, within seconds', async () => {
  expect(await ready()).toBe(200)
  proxy.cut()
  // The last yes counts for a second, and who asks after that waits for two.
  await expect.poll(ready, { timeout: 5_000 }).toBe(503)
})
