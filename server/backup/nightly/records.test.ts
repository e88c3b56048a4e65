import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#tests/database.ts'
import { takeOverRecords } from './records.ts'

let databases: Awaited<ReturnType<typeof cloneDatabase>>[]
let former: pg.Client
let next: pg.Client
beforeAll(async () => {
  databases = [await cloneDatabase(), await cloneDatabase()]
  ;[former, next] = databases.map(({ url }) => new pg.Client(url)) as [pg.Client, pg.Client]
  await Promise.all([former.connect(), next.connect()])
})
afterAll(async () => {
  await Promise.all([former.end(), next.end()])
  for (const database of databases) await database.drop()
})

const recordsIn = async (client: pg.Client) =>
  (await client.query('select * from nightly_backup order by file')).rows

test('a database that takes the place of another knows of its backups, good, failed and broken off', async () => {
  await takeOverRecords(former, next)
  expect(await recordsIn(next)).toEqual([])
  await former.query(`insert into nightly_backup (file, taken_at, bytes, failure) values
    ('/srv/one.tar.zst', '2026-11-16T16:00:00.123456Z', 5000000000, null),
    ('/srv/two.tar.zst', '2026-11-17T16:00:00Z', null, 'The disk is full: "no" room.'),
    ('/srv/three.tar.zst', '2026-11-18T16:00:00Z', null, null)`)
  await takeOverRecords(former, next)
  expect(await recordsIn(next)).toEqual(await recordsIn(former))
  expect(await recordsIn(next)).toHaveLength(3)
})

test('one of a version without them has none to take over', async () => {
  await former.query('drop table nightly_backup')
  await takeOverRecords(former, next)
  expect(await recordsIn(next)).toHaveLength(3)
})
