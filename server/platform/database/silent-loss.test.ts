import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isConnectionLoss } from '#platform/driver'
import { cloneDatabase, openTestDatabase } from '#tests/database.ts'
import { openSilentProxy } from '#tests/fakes/silent-proxy.ts'
import type { Database } from './types.ts'

const size = 4

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let proxy: Awaited<ReturnType<typeof openSilentProxy>>
let database: Database
// Longer than a busy machine takes to connect anew.
const silenceMs = 2000
beforeAll(async () => {
  clone = await cloneDatabase()
  proxy = await openSilentProxy(clone.url)
  database = openTestDatabase(proxy.url, { connections: size, silenceMs })
})
afterAll(async () => {
  await database.close()
  await proxy.close()
  await clone.drop()
})

const atOnce = <Result>(work: (index: number) => Promise<Result>) =>
  Promise.allSettled(Array.from({ length: size }, (_, index) => work(index)))

test('connections that are cut without a word are given up, and their places are free again', async () => {
  const db = database.forTenant('harbourside')
  expect(await atOnce(() => db.rows(sql`select pg_sleep(0.05)`))).toHaveLength(size)
  proxy.cut()
  const lost = await atOnce((index) =>
    index % 2 === 0
      ? db.rows(sql`select 1`)
      : database.transaction('harbourside', (tx) => tx.rows(sql`select 1`)),
  )
  for (const each of lost) expect(each.status === 'rejected' && isConnectionLoss(each.reason)).toBe(true)
  const after = await atOnce(() => db.rows<{ two: number }>(sql`select 2 as two`))
  expect(after).toEqual(Array.from({ length: size }, () => ({ status: 'fulfilled', value: [{ two: 2 }] })))
})
