import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase, superuserUrl } from '#tests/database.ts'
import { beatsOn } from './job-beats.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let owner: pg.Pool
let beats: ReturnType<typeof beatsOn>
beforeAll(async () => {
  database = await cloneDatabase()
  owner = new pg.Pool({ connectionString: superuserUrl(database.url), max: 1 })
  beats = beatsOn(owner, { beatMs: 15_000, patienceMs: 45_000, silenceMs: 15_000 })
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})
beforeEach(async () => {
  await owner.query('delete from job_pool')
  for (const id of ['judge', 'other']) await beats.join(id)
  await owner.query(`update job_pool set steady_since = now() - interval '1 day'`)
})

const fallSilent = (id: string) =>
  owner.query(`update job_pool set beat_at = now() - interval '1 hour' where id = $1`, [id])
const dead = async () =>
  (await owner.query<{ id: string }>('select id from job_pool where lost_at is not null')).rows.map(
    ({ id }) => id,
  )

test('who is silent is taken for dead by who isn’t', async () => {
  await fallSilent('other')
  await beats.giveBackOfDead(['judge'])
  expect(await dead()).toEqual(['other'])
})

test('a machine that fell asleep between a beat and a look takes nobody for dead, not even itself', async () => {
  await fallSilent('judge')
  await fallSilent('other')
  await beats.giveBackOfDead(['judge'])
  expect(await dead()).toEqual([])
})
