import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHub } from '#hub'
import { asSuperuser } from '#tests/backups.ts'
import { hubCommand } from '#tests/command.ts'
import { cloneDatabase, testSettings } from '#tests/database.ts'
import { startServer } from '#tests/processes/server.ts'

const HUB_SECRET = 'the secret of the installation that is backed up'
const HUB_BACKUP_DIR = mkdtempSync(join(tmpdir(), 'hub-killed-'))
let database: Awaited<ReturnType<typeof cloneDatabase>>
/** Two on the same database. */
const hubs: Awaited<ReturnType<typeof createHub>>[] = []
beforeAll(async () => {
  database = await cloneDatabase()
  // Nothing that compresses: so it takes a while.
  await asSuperuser(database, async (client) => {
    for (let each = 0; each < 24; each++)
      await client.query(
        `insert into file (business_id, file_id, type, content) values ('harbourside', $1, 'image/png', $2)`,
        [`large-${each}`, randomBytes(2 ** 20)],
      )
  })
  const settings = testSettings(database.url, { HUB_BACKUP_DIR, HUB_BACKUP_KEEP_DAYS: '1' })
  for (let each = 0; each < 2; each++)
    hubs.push(await createHub({ settings, databaseUrl: database.url, secret: HUB_SECRET }))
})
afterAll(async () => {
  for (const { app } of hubs) await app.close()
  await database.drop()
  rmSync(HUB_BACKUP_DIR, { recursive: true, force: true })
})

const files = (ending: RegExp) => readdirSync(HUB_BACKUP_DIR).filter((name) => ending.test(name))
const whole = /\.tar\.zst$/
const half = /\.part$/
const addJob = () =>
  asSuperuser(database, (client) => client.query(`select graphile_worker.add_job('take_backup')`))
const take = (hub: (typeof hubs)[number]) => hub.tasks['take_backup']!({} as never, { isLast: false })

test('killed in the midst of it nothing counts as a backup, and the next good one clears up', async () => {
  const server = await startServer({ DATABASE_URL: database.url, HUB_SECRET, HUB_BACKUP_DIR })
  await addJob()
  await expect.poll(() => files(half), { interval: 10 }).toHaveLength(1)
  await server.stop('SIGKILL')
  expect([files(whole), files(half).length]).toEqual([[], 1])

  await take(hubs[0]!)
  expect([files(whole).length, files(half)]).toEqual([1, []])
})

test('of two processes at once one takes it', async () => {
  const outcomes = await Promise.allSettled(hubs.map(take))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: expect.stringMatching(/^Another process is taking a backup just now/) },
  })
  expect([files(whole).length, files(half)]).toEqual([1, []])
})

test('one that was damaged on the disk is found out', async () => {
  const file = join(HUB_BACKUP_DIR, files(whole)[0]!)
  const content = readFileSync(file)
  content[Math.floor(content.length / 2)]! ^= 1
  writeFileSync(file, content)
  const { code, complained } = await hubCommand(['verify', 'backup', file], { HUB_SECRET })
  expect([code, complained]).toEqual([1, expect.stringMatching(/is no backup of Hub, or is damaged/)])
})
