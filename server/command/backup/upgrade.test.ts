import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ownMajor } from '#platform/postgres'
import { hubCommand } from '#tests/command.ts'

// With the programs of a former version it is done whole in `npm run test:operate -- upgrade`.

let HUB_DATA_DIR: string
beforeEach(() => {
  HUB_DATA_DIR = mkdtempSync(join(tmpdir(), 'hub-upgrade-'))
})
afterEach(() => rmSync(HUB_DATA_DIR, { recursive: true, force: true }))

const upgrade = (more: readonly string[] = [], settings: Record<string, string> = {}) =>
  hubCommand(['upgrade-database', ...more], { HUB_DATA_DIR, ...settings })

function makeData(major: string, name = 'postgres') {
  mkdirSync(join(HUB_DATA_DIR, name, 'data'), { recursive: true })
  writeFileSync(join(HUB_DATA_DIR, name, 'data/PG_VERSION'), `${major}\n`)
}

test("a PostgreSQL of one's own, and a folder without a database, are left alone", async () => {
  const own = await upgrade([], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
  expect(own).toMatchObject({
    code: 1,
    complained: expect.stringMatching(/^DATABASE_URL names a PostgreSQL/),
  })
  expect(await upgrade()).toMatchObject({
    code: 1,
    complained: `There is no database in ${HUB_DATA_DIR}: HUB_DATA_DIR names another folder.`,
  })
})

test('one of this version has nothing to be done', async () => {
  makeData(ownMajor)
  expect(await upgrade()).toEqual({
    code: 0,
    said: `The database is of PostgreSQL ${ownMajor} already: nothing is to be done.`,
    complained: '',
  })
})

test('one that was cut off when the former was aside already is ended', async () => {
  makeData('9', 'postgres-9')
  makeData(ownMajor, 'postgres.upgraded')
  expect((await upgrade()).said).toContain('nothing is to be done')
})

test('without programs of its version, and with those of another, it says what to do', async () => {
  makeData('9')
  expect((await upgrade()).complained).toMatch(
    /^The database is of PostgreSQL 9, and there are no programs of that version in .*: name the folder/,
  )
  const program = join(HUB_DATA_DIR, 'bin/postgres')
  mkdirSync(dirname(program))
  writeFileSync(program, '#!/bin/sh\necho "postgres (PostgreSQL) 12.7 (Debian)"\n', { mode: 0o755 })
  expect((await upgrade(['--programs', dirname(program)])).complained).toMatch(
    /^The programs in \S+ are of PostgreSQL 12, and the database is of 9: name the folder/,
  )
})

test('a start, and every other command, names the command', async () => {
  makeData('9')
  expect((await hubCommand(['ledger', 'check'], { HUB_DATA_DIR })).complained).toBe(
    `The database in ${HUB_DATA_DIR}/postgres/data is of PostgreSQL 9, and this Hub brings ${ownMajor}: hub upgrade-database takes it over, with a backup first.`,
  )
})

test('what was kept aside before is not overwritten', async () => {
  makeData('9')
  makeData('9', 'postgres-9')
  const program = join(HUB_DATA_DIR, 'bin/postgres')
  mkdirSync(dirname(program))
  writeFileSync(program, '#!/bin/sh\necho "postgres (PostgreSQL) 9.6"\n', { mode: 0o755 })
  expect((await upgrade(['--programs', dirname(program)])).complained).toBe(
    `${HUB_DATA_DIR}/postgres-9 is in the way: move it elsewhere, or remove it.`,
  )
})
