import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { migrationNames } from '#platform/database'
import { hubCommand } from '#tests/command.ts'
import { cloneDatabase, superuserUrl } from '#tests/database.ts'
import { createOwnedDatabase, migrateUntil } from '#tests/owned-database.ts'
import { commands } from './commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'hub-command-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('help', () => {
  test('lists every command, and tells of each what it does', async () => {
    const { code, said } = await hubCommand([])
    expect(code).toBe(0)
    for (const { name, summary } of commands) {
      expect(said).toContain(`hub ${name}`)
      expect(said).toContain(summary)
      expect((await hubCommand(['help', ...name.split(' ')])).said).toMatch(new RegExp(`^hub ${name}`))
      expect((await hubCommand([...name.split(' '), '--help'])).code).toBe(0)
    }
  })

  test('on several that begin alike tells of all', async () => {
    expect((await hubCommand(['help', 'ledger'])).said).toContain('hub ledger check')
  })
})

describe('a wrong call exits with 2 and says what is right', () => {
  test.each<[string[], string]>([
    [['bakup'], 'There is no command hub bakup (hub, without more, lists all).'],
    [['ledger'], 'There is no command hub ledger (hub ledger check, hub ledger add-up).'],
    [['help', 'nothing'], 'There is no command hub nothing (hub, without more, lists all).'],
    [
      ['migrate', '--far'],
      'hub migrate has no option --far. It is: hub migrate (hub help migrate tells more).',
    ],
    [
      ['migrate', 'now'],
      'now is more than hub migrate takes. It is: hub migrate (hub help migrate tells more).',
    ],
  ])('%j', async (words, sentence) => {
    expect(await hubCommand(words)).toEqual({ code: 2, said: '', complained: sentence })
  })
})

describe('trouble is a sentence, and exits with 1', () => {
  test.each<[string, Record<string, string>, string]>([
    ['a wrong setting', { PORT: 'abc' }, 'The setting PORT must be a number.'],
    [
      'no database that answers',
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' },
      'No PostgreSQL answers at DATABASE_URL: start it, or correct the setting.',
    ],
    [
      'a database nowhere',
      { DATABASE_URL: 'postgres://nobody@nowhere.invalid/nothing' },
      'No PostgreSQL answers at DATABASE_URL: start it, or correct the setting.',
    ],
    ['no database in the folder', { HUB_DATA_DIR: folder }, `There is no database in ${folder}: npm start`],
  ])('%s', async (_what, environment, sentence) => {
    const { code, complained } = await hubCommand(['ledger', 'check'], environment)
    expect(code).toBe(1)
    expect(complained).toContain(sentence)
  })

  test('a database that is not migrated', async () => {
    const database = await createOwnedDatabase()
    const { code, complained } = await hubCommand(['ledger', 'check'], { DATABASE_URL: database.url })
    expect([code, complained]).toEqual([
      1,
      'This database is not one of Hub, or not migrated: hub migrate does it.',
    ])
    await database.drop()
  })
})

test('migrate applies what is missing, says what, and the second time that nothing is', async () => {
  const database = await createOwnedDatabase()
  const names = migrationNames()
  await migrateUntil(database.url, names.at(-3)!)
  const { code, said } = await hubCommand(['migrate'], { DATABASE_URL: database.url })
  expect(code).toBe(0)
  // An index that is built beside writers waits for those who are at work, such as autovacuum, and says so.
  expect(said.split('\n').filter((line) => !line.includes(' waits until '))).toEqual([
    `Migrating: ${names.at(-2)}`,
    `Migrating: ${names.at(-1)}`,
    `Applied 2 migrations: the database is at ${names.at(-1)}.`,
  ])
  expect((await hubCommand(['migrate'], { DATABASE_URL: database.url })).said).toBe(
    `Nothing to do: the database is at ${names.at(-1)} already.`,
  )
  await database.drop()
})

test('ledger check proves a ledger, and exits with 1 where one is wrong', async () => {
  const database = await cloneDatabase()
  const environment = { DATABASE_URL: database.url }
  expect((await hubCommand(['ledger', 'check'], environment)).said).toMatch(/^The ledger is proven: [\d,]+ /)
  const owner = new pg.Client(superuserUrl(database.url))
  await owner.connect()
  await owner.query(`update ledger_account set balance = balance + 7 where kind = 'card'`)
  await owner.end()
  const { code, complained } = await hubCommand(['ledger', 'check'], environment)
  expect(code).toBe(1)
  expect(complained).toMatch(/^The ledger is WRONG:\n- .*keeps/)
  await database.drop()
})
