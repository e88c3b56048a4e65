import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hubCommand } from '#tests/command.ts'
import { createOwnedDatabase, inBytes } from '#tests/owned-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'hub-doctor-'))
let database: Awaited<ReturnType<typeof createOwnedDatabase>>
let environment: Record<string, string>
const mailServer = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
beforeAll(async () => {
  database = await createOwnedDatabase()
  await new Promise<void>((resolve) => void mailServer.listen(0, '127.0.0.1', () => resolve()))
  const { port } = mailServer.server.address() as AddressInfo
  environment = {
    DATABASE_URL: database.url,
    HUB_SECRET: 'a secret that is long enough for all of it',
    HUB_DATA_DIR: folder,
    HUB_SMTP_URL: `smtp://127.0.0.1:${port}`,
  }
  await hubCommand(['migrate'], environment)
})
afterAll(async () => {
  await new Promise<void>((resolve) => mailServer.close(resolve))
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const doctor = (more: Record<string, string> = {}, ...words: string[]) =>
  hubCommand(['doctor', ...words], { ...environment, ...more })

test('without a folder of backups says how to have them looked at, or taken', async () => {
  expect((await doctor()).said).toMatch(
    /^warning {2}Backups were not looked at: --backups .+ HUB_BACKUP_DIR /m,
  )
})

test('of an installation that is well says so, a line each', async () => {
  writeFileSync(join(folder, 'hub-now.tar.zst'), '')
  const { code, said } = await doctor({}, '--backups', folder)
  expect(code).toBe(0)
  expect(said).toMatch(/^ok {7}The settings can be read\.$/m)
  expect(said).toMatch(/^ok {7}PostgreSQL is of version \d+/m)
  expect(said).toMatch(/^ok {7}Nothing is between Hub and PostgreSQL\.$/m)
  expect(said).toMatch(/^ok {7}The database is encoded in UTF8\.$/m)
  expect(said).toMatch(/^ok {7}owned_\w+ may work as hub_app\.$/m)
  expect(said).toMatch(/^ok {7}The database has this version's shape\.$/m)
  expect(said).toMatch(
    /^ok {7}The clock of this machine and that of the database are 0\.\d seconds apart\.$/m,
  )
  expect(said).toMatch(/^ok {7}The mail server 127\.0\.0\.1:\d+ lets Hub in\.$/m)
  expect(said).toMatch(/^ok {7}The newest backup in .+ is 0 hours old\.$/m)
  expect(said).toMatch(/^warning {2}HUB_PUBLIC_URL is not set: .*Set it to what people type\.$/m)
  expect(said).toMatch(/^ok {7}No table is bloated\.$/m)
  expect(said).not.toMatch(/^wrong/m)
})

test('names what is still an example where people are reached', async () => {
  const HUB_PUBLIC_URL = 'http://127.0.0.1:1'
  const { said } = await doctor({ HUB_PUBLIC_URL, HUB_CHAT_URL: 'https://chat.club.test' })
  expect(said).toContain('warning  HUB_MAIL_FROM is Hub <no-reply@hub.example>: set it to')
  expect(said).toMatch(/these are examples: HUB_SUPPORT_EMAIL, HUB_CHECK_URL, HUB_MARKETING_URL\.$/m)
})

describe('exits with 1 and says what to do', () => {
  test('where no database answers', async () => {
    const outcome = await doctor({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
    expect([outcome.code, outcome.complained]).toEqual([1, 'One thing is wrong.'])
    expect(outcome.said).toContain(
      "wrong    The database can't be used. No PostgreSQL answers at DATABASE_URL: start it, or correct the setting.",
    )
  })

  test('where the database keeps bytes rather than letters, on which nothing starts', async () => {
    const other = await createOwnedDatabase(inBytes)
    const sentence = /The database owned_\w+ is encoded in SQL_ASCII, and Hub needs UTF8\. As a superuser .+;/
    const outcome = await doctor({ DATABASE_URL: other.url })
    expect(outcome.code).toBe(1)
    expect(outcome.said).toMatch(new RegExp(`^wrong {4}${sentence.source}$`, 'm'))
    expect(await hubCommand(['migrate'], { ...environment, DATABASE_URL: other.url })).toMatchObject({
      code: 1,
      complained: expect.stringMatching(sentence),
    })
    await other.drop()
  })

  test('where no mail server answers, the demo is open to all, and there is no backup', async () => {
    const empty = mkdtempSync(join(folder, 'none-'))
    const outcome = await doctor({ HUB_SMTP_URL: 'smtp://127.0.0.1:1', HUB_DEMO: 'on' }, '--backups', empty)
    expect([outcome.code, outcome.complained]).toEqual([1, '3 things are wrong.'])
    expect(outcome.said).toMatch(/^wrong {4}The mail server 127\.0\.0\.1:1 doesn't let Hub in/m)
    expect(outcome.said).toMatch(/^wrong {4}HUB_DEMO is on/m)
    expect(outcome.said).toMatch(/^wrong {4}There is no backup in/m)
  })

  test('where the database is of a newer version, and the backup of another night', async () => {
    const owner = new pg.Client(database.url)
    await owner.connect()
    await owner.query(`insert into migration (name) values ('9999-later.sql')`)
    const nights = mkdtempSync(join(folder, 'old-'))
    writeFileSync(join(nights, 'hub-then.tar.zst'), '')
    utimesSync(join(nights, 'hub-then.tar.zst'), new Date(0), new Date(0))
    const outcome = await doctor({}, '--backups', nights)
    await owner.query(`delete from migration where name = '9999-later.sql'`)
    await owner.end()
    expect(outcome.code).toBe(1)
    expect(outcome.said).toMatch(/^wrong {4}The database is of a newer Hub \(it has 9999-later\.sql\)/m)
    expect(outcome.said).toMatch(/^warning {2}The newest backup .* see why/m)
  })
})
