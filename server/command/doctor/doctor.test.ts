import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hubCommand } from '#tests/command.ts'
import { superuserUrl } from '#tests/database.ts'
import { createOwnedDatabase, inBytes } from '#tests/owned-database.ts'
import { backupRoomIn, roomIn } from './room.ts'

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

async function asSuperuser(statements: string): Promise<void> {
  const superuser = new pg.Client(superuserUrl(database.url))
  await superuser.connect()
  await superuser.query(statements)
  await superuser.end()
}

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
  expect(said).toMatch(/^ok {7}PostgreSQL has the extensions pg_trgm, unaccent, btree_gin\.$/m)
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

const gigabyte = 2 ** 30

test.each([
  ['ok', 200, 1000, '.'],
  ['warning', 40, 1000, ': make room.'],
  ['warning', 0.5, 4, ': make room.'],
  ['wrong', 0.1, 4, ': make room at once.'],
])('of a disk with room says %s, with %d of %d GB free', (state, free, all, toDo) => {
  // Nobody fills a disk for a test.
  const disk = { bsize: gigabyte / 1024, bavail: free * 1024, blocks: all * 1024 }
  expect(roomIn('/data', disk, 'postgres://elsewhere')).toEqual({
    state,
    sentence: `${Math.floor(free)} GB of ${all} are free at /data${toDo}`,
  })
})

test.each([
  ['ok', 40, 5, ', and the last backup took 5120 MB.'],
  ['warning', 14, 5, ', and the last backup took 5120 MB: soon one may not fit. In time make room there, '],
  ['wrong', 12, 13, ', and the last backup took 13 GB: the next may not fit. Now make room there, '],
  ['ok', 12, undefined, '.'],
])('of a disk for backups says %s, with %d GB free and a last one of %s', (state, free, last, rest) => {
  const disk = { bsize: gigabyte / 1024, bavail: free * 1024 }
  const found = backupRoomIn('/backups', disk, last && last * gigabyte)
  expect(found.state).toBe(state)
  expect(found.sentence).toContain(`${free} GB are free at /backups${rest}`)
})

/** What the doctor says where the database has something else than its own, which is found before that. */
async function doctorOfOther(other: string) {
  const role = new URL(database.url).username
  await asSuperuser(`create schema other; grant usage on schema other to public; ${other};
    alter role ${role} set search_path = other, pg_catalog, public`)
  const outcome = await doctor()
  await asSuperuser(`alter role ${role} reset search_path; drop schema other cascade`)
  return outcome
}

test('warns of an owner who is a superuser, where it isn’t the embedded database', async () => {
  const role = new URL(database.url).username
  await asSuperuser(`alter role ${role} superuser`)
  const { said } = await doctorOfOther(
    `create function other.current_setting(text, boolean) returns text language sql as
       $$ select case when $1 <> 'hub.owner' then pg_catalog.current_setting($1, $2) end $$`,
  )
  await asSuperuser(`alter role ${role} nosuperuser`)
  expect(said).toContain(
    `warning  ${role} is a superuser: an ordinary owner of the database is enough, and safer.`,
  )
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

  test.each([
    [
      'lacks an extension',
      `create view other.pg_available_extensions as
         select * from pg_catalog.pg_available_extensions where name not in ('unaccent', 'btree_gin');
       grant select on other.pg_available_extensions to public`,
      'wrong    PostgreSQL lacks unaccent, btree_gin: install its contrib package (Debian: postgresql-contrib).',
    ],
    [
      'is too old',
      `create function other.current_setting(text) returns text language sql as
         $$ select case $1 when 'server_version' then '14.9' when 'server_version_num' then '140009'
              else pg_catalog.current_setting($1) end $$`,
      'wrong    PostgreSQL is of version 14.9: Hub needs 15 or later.',
    ],
    [
      'has another time',
      `create function other.clock_timestamp() returns timestamptz language sql as
         $$ select pg_catalog.clock_timestamp() + interval '1 hour' $$`,
      /^wrong {4}The clock of this machine and that of the database are 3\d{3}\.\d seconds apart: let both follow /m,
    ],
  ])('where PostgreSQL %s', async (_, other, expected) => {
    const outcome = await doctorOfOther(other)
    expect(outcome.code).toBe(1)
    if (typeof expected === 'string') expect(outcome.said).toContain(expected)
    else expect(outcome.said).toMatch(expected)
  })

  test('where the owner may not work as the role of the server', async () => {
    const role = new URL(database.url).username
    await asSuperuser(`revoke hub_app from ${role}`)
    const outcome = await doctor()
    await asSuperuser(`grant hub_app to ${role}`)
    expect(outcome.code).toBe(1)
    expect(outcome.said).toMatch(new RegExp(`^wrong {4}.*${role}.*hub_app`, 'm'))
  })

  test('where the next backup has no room', async () => {
    const HUB_BACKUP_DIR = mkdtempSync(join(folder, 'full-'))
    await asSuperuser(`insert into nightly_backup (file, taken_at, bytes) values ('huge', now(), 1e15)`)
    const outcome = await doctor({ HUB_BACKUP_DIR })
    await asSuperuser(`delete from nightly_backup`)
    expect(outcome.code).toBe(1)
    expect(outcome.said).toMatch(
      /^wrong {4}\d+ .B are free at .+, and the last backup took 931322 GB: the next may not/m,
    )
    expect((await doctor({ HUB_BACKUP_DIR })).said).toMatch(/ .B are free at .+full-/)
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
