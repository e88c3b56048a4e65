import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asSuperuser } from '#tests/backups.ts'
import { hubCommand } from '#tests/command.ts'
import { cloneDatabase } from '#tests/database.ts'
import { startServer } from '#tests/processes/server.ts'
import { sealSomething, startWith } from '#tests/secrets.ts'

const first = { HUB_SECRET: 'the first secret of this installation' }
const second = { HUB_SECRET: 'another secret, just as long as that' }
const isRefused = /^HUB_SECRET is not the one that this database is sealed with: set HUB_SECRET to that one, /

const folder = mkdtempSync(join(tmpdir(), 'hub-secret-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeEach(async () => {
  database = await cloneDatabase()
})
afterEach(() => database.drop())

const start = (environment: Record<string, string>) => startWith(database.url, environment)
const checks = () =>
  asSuperuser(database, async (client) => (await client.query('select sealed from secret_check')).rows)

test('the first start has the database know its secret, and another is refused', async () => {
  expect(await start(first)).toBe(first.HUB_SECRET)
  const written = await checks()
  expect(written).toHaveLength(1)
  expect(await start(second)).toMatch(isRefused)
  expect(await start(first)).toBe(first.HUB_SECRET)
  expect(await checks()).toEqual(written)
})

test('a whole server ends with the sentence', async () => {
  await start(first)
  await expect(startServer({ DATABASE_URL: database.url, ...second })).rejects.toThrow(
    /ended with 1: .*\nHUB_SECRET is not the one that this database is sealed with: .*\.$/,
  )
})

test('of two that start at once with different secrets one is let in', async () => {
  const outcomes = await Promise.all([start(first), start(second)])
  expect(outcomes.filter((outcome) => isRefused.test(outcome))).toHaveLength(1)
  expect(await checks()).toHaveLength(1)
})

test('while the secret is being changed nobody starts', async () => {
  await asSuperuser(database, async (client) => {
    await client.query(`select pg_advisory_lock(hashtextextended('secret_check', 0))`)
    expect(await start({ ...first, HUB_STATEMENT_SECONDS: '1' })).toBe(
      'HUB_SECRET is being changed just now (hub rotate-secret): try it again after that.',
    )
  })
})

describe('a database of the version before', () => {
  beforeEach(() => sealSomething(database.url, first.HUB_SECRET))

  test('is not given a check of a secret that opens nothing in it', async () => {
    expect(await start(second)).toMatch(isRefused)
    expect(await checks()).toEqual([])
    expect(await start(first)).toBe(first.HUB_SECRET)
    expect(await checks()).toHaveLength(1)
  })

  test('gets no secret made for it', async () => {
    const HUB_DATA_DIR = join(folder, 'empty')
    expect(await start({ HUB_DATA_DIR })).toMatch(
      /^HUB_SECRET is not set and there is none in .*: set HUB_SECRET/,
    )
    expect(existsSync(HUB_DATA_DIR)).toBe(false)
  })
})

test('a secret that is made at the first start is known at the next', async () => {
  const HUB_DATA_DIR = join(folder, 'made')
  const outcomes = await Promise.all([start({ HUB_DATA_DIR }), start({ HUB_DATA_DIR })])
  const made = readFileSync(join(HUB_DATA_DIR, 'secret'), 'utf8').trim()
  expect(outcomes).toEqual([made, made])
  expect(await start({ HUB_DATA_DIR })).toBe(made)
})

test('doctor and backup tell of a secret that differs', async () => {
  await start(first)
  const run = (words: string[], environment: Record<string, string>) =>
    hubCommand(words, { DATABASE_URL: database.url, ...environment })
  expect((await run(['doctor'], first)).said).toMatch(/^ok {7}The secret is the one of this database\.$/m)
  const { code, said } = await run(['doctor'], second)
  expect([code, said]).toEqual([1, expect.stringMatching(/^wrong {4}HUB_SECRET is not the one that this/m)])
  const file = join(folder, 'backup.tar.zst')
  expect((await run(['backup', '--to', file], second)).complained).toMatch(/^HUB_SECRET is not the one/)
  expect(existsSync(file)).toBe(false)
  expect(await run(['backup', '--to', file], first)).toMatchObject({ code: 0 })
})
