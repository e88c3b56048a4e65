import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate, migrationNames } from '#platform/database'
import { asSuperuser, backupBench, everything, type OwnDatabase, tableNames } from '#tests/backups.ts'
import { hubCommand } from '#tests/command.ts'
import { isLong } from '#tests/long.ts'
import { migrateUntil } from '#tests/owned-database.ts'
import { startWith } from '#tests/secrets.ts'

const bench = backupBench()
/** One that has a business, and no more: that every row comes out again is held by backup.test.ts. */
let small: OwnDatabase
let file: string
/** Where nothing comes of it. */
let nothing: OwnDatabase
/** One of a former version. */
let older: OwnDatabase
const own = { HUB_SECRET: bench.secret }
beforeAll(async () => {
  small = await bench.migrated()
  await asSuperuser(small, (client) =>
    client.query(
      `insert into business (business_id, display_name, abn, state, postcode)
       values ('harbourside', 'Harbourside', '51824753556', 'NSW', '2000')`,
    ),
  )
  await startWith(small.url, own)
  nothing = await bench.empty()
  older = await bench.empty()
  await migrateUntil(older.url, migrationNames().at(-4)!)
  await startWith(older.url, own)
  file = await bench.backUp(small, 'small.tar.zst')
})
afterAll(() => bench.close())

const other = { HUB_SECRET: 'another secret, which is as long as that one' }

describe('a restore is refused', () => {
  test('into a database that has something in it', async () => {
    const outcome = await bench.restore(file, small)
    expect(outcome.code).toBe(1)
    expect(outcome.complained).toMatch(/^The database isn't empty \(it has \d+ tables and the like/)
  })

  test('with another secret, unless that is meant', async () => {
    expect((await bench.restore(file, nothing, other)).complained).toMatch(/^HUB_SECRET is not the one/)
    expect((await bench.restore(file, nothing, { HUB_SECRET: '' })).complained).toMatch(
      /^HUB_SECRET is not set/,
    )
  })

  test.each<[string, (whole: Buffer) => Buffer, RegExp]>([
    ['cut off', (whole) => whole.subarray(0, whole.length - 1000), /is damaged/],
    ['of nothing', () => Buffer.alloc(0), /is damaged/],
    ['of something else', () => Buffer.from('no archive at all'), /is damaged/],
    ['with a byte that flipped', (whole) => flipped(whole, Math.floor(whole.length / 2)), /is damaged/],
    [
      'with a row that somebody changed',
      (whole) =>
        zstdCompressSync(
          Buffer.from(
            zstdDecompressSync(whole).toString('latin1').replace('Harbourside', 'Harborside!'),
            'latin1',
          ),
        ),
      /is not as it was written/,
    ],
  ])('of a file %s', async (_what, change, reason) => {
    const changed = join(bench.folder, 'changed.tar.zst')
    writeFileSync(changed, change(readFileSync(file)))
    const outcome = await bench.restore(changed, nothing)
    expect([outcome.code, outcome.complained]).toEqual([1, expect.stringMatching(reason)])
    expect((await asSuperuser(nothing, (client) => client.query(tableNames))).rowCount).toBe(0)
  })

  test('of a manifest that somebody without the secret wrote', async () => {
    const plain = zstdDecompressSync(readFileSync(file)).toString('latin1')
    const manifest = /\{\n {2}"format": 1,[\s\S]*?\n\}\n/.exec(plain)![0]
    const changed = manifest.replace(/"takenAt": "2/, '"takenAt": "1')
    const sum = (text: string) => createHash('sha256').update(Buffer.from(text, 'latin1')).digest('hex')
    const archive = plain.replace(manifest, changed).replace(sum(manifest), sum(changed))
    const made = join(bench.folder, 'forged.tar.zst')
    writeFileSync(made, zstdCompressSync(Buffer.from(archive, 'latin1')))
    const outcome = await bench.restore(made, nothing)
    expect(outcome.complained).toContain('its seal is not ours')
  })
})

const flipped = (whole: Buffer, at: number) => {
  const copy = Buffer.from(whole)
  copy[at]! ^= 1
  return copy
}

test('a restore that was broken off is known as such, and can be begun again, also with another secret where that is meant', async () => {
  const target = await bench.empty()
  await asSuperuser(target, async (client) => {
    await client.query('create table unfinished_restore (begun_at timestamptz)')
    await client.query(`alter table unfinished_restore owner to ${new URL(target.url).username}`)
  })
  await expect(migrate(target.url)).rejects.toThrow(
    'A restore into this database is under way or was broken off: run hub restore again, or make the database anew.',
  )
  expect(await bench.restore(file, target, other, '--other-secret')).toMatchObject({
    code: 0,
    complained: '',
  })
  expect(await everything(target)).toEqual({ ...(await everything(small)), secret_check: expect.anything() })
  // It knows the secret that it was restored with.
  expect(await startWith(target.url, own)).toMatch(/^HUB_SECRET is not the one/)
  expect(await startWith(target.url, other)).toBe(other.HUB_SECRET)
})

test('a backup of an older version is brought to this one, and starts with the secret it was made with', async () => {
  const taken = await bench.backUp(older, 'older.tar.zst')
  const target = await bench.empty()
  const outcome = await bench.restore(taken, target)
  expect(outcome).toMatchObject({ code: 0, complained: '' })
  expect(outcome.said).toContain(`Migrating: ${migrationNames().at(-1)}`)
  expect((await hubCommand(['migrate'], bench.environment(target))).said).toMatch(/^Nothing to do/)
  expect(await startWith(target.url, other)).toMatch(/^HUB_SECRET is not the one/)
  expect(await startWith(target.url, own)).toBe(bench.secret)
})

test('a backup of a newer version is refused', async () => {
  const newer = await bench.migrated()
  await asSuperuser(newer, (client) => client.query(`insert into migration (name) values ('9999-later.sql')`))
  const outcome = await hubCommand(
    ['backup', '--to', join(bench.folder, 'newer.tar.zst')],
    bench.environment(newer),
  )
  expect(outcome.complained).toBe(
    'This database is of a newer Hub (it has 9999-later.sql): back it up with that version.',
  )
})

// Held by what follows, too, where it stays though the restore fails.
test.runIf(isLong)('the secret comes along where that is asked for', async () => {
  const target = await bench.empty()
  const HUB_DATA_DIR = join(bench.folder, 'moved')
  const taken = await bench.backUp(small, 'with-secret.tar.zst', '--with-secret')
  const outcome = await bench.restore(taken, target, { HUB_SECRET: '', HUB_DATA_DIR })
  expect(outcome).toMatchObject({ code: 0, complained: '' })
  expectSecretIn(HUB_DATA_DIR)
})

function expectSecretIn(folder: string) {
  const brought = join(folder, 'secret')
  expect(readFileSync(brought, 'utf8').trim()).toBe(bench.secret)
  expect(statSync(brought).mode & 0o777).toBe(0o600)
}

test('without that being asked for the secret does not come along', () => {
  expect(zstdDecompressSync(readFileSync(file)).includes(bench.secret)).toBe(false)
})

describe('where only what follows the rows fails', () => {
  /** Lets nothing be changed in the shape of a database from the moment on in which all rows are in. */
  const close = (target: OwnDatabase) =>
    asSuperuser(target, (client) =>
      client.query(`
        create function refuse() returns event_trigger language plpgsql as $$ begin
          if to_regclass('public.migration') is not null and to_regclass('public.unfinished_restore') is null then
            raise 'nothing is changed here';
          end if;
        end $$;
        create event trigger refusing on ddl_command_start execute function refuse()`),
    )
  const open = (target: OwnDatabase) =>
    asSuperuser(target, (client) => client.query('drop event trigger refusing; drop function refuse()'))
  const goneOnWith = (
    target: OwnDatabase,
    environment: Record<string, string>,
    { code, complained }: { code: number; complained: string },
  ) => {
    expect([code, complained]).toEqual([
      1,
      expect.stringMatching(/nothing is changed here.* The rows of the backup are in: hub migrate goes on/),
    ])
    return open(target).then(() => hubCommand(['migrate'], bench.environment(target, environment)))
  }
  test('the secret stays that came along, and hub migrate goes on', async () => {
    const target = await bench.empty()
    const environment = { HUB_SECRET: '', HUB_DATA_DIR: join(bench.folder, 'half') }
    const taken = await bench.backUp(older, 'half.tar.zst', '--with-secret')
    await close(target)
    const outcome = await bench.restore(taken, target, environment)
    expectSecretIn(environment.HUB_DATA_DIR)
    expect((await goneOnWith(target, environment, outcome)).code).toBe(0)
    expect(await startWith(target.url, environment)).toBe(bench.secret)
  })

  // Held by the restore that was broken off, and by the one before.
  test.runIf(isLong)('the other secret is known where that was meant', async () => {
    const target = await bench.empty()
    const taken = await bench.backUp(older, 'half-other.tar.zst')
    await close(target)
    const outcome = await bench.restore(taken, target, other, '--other-secret')
    expect((await goneOnWith(target, other, outcome)).code).toBe(0)
    expect(await startWith(target.url, other)).toBe(other.HUB_SECRET)
  })

  test('before that the secret that came along is gone again', async () => {
    const HUB_DATA_DIR = join(bench.folder, 'none')
    const taken = await bench.backUp(older, 'none.tar.zst', '--with-secret')
    expect((await bench.restore(taken, small, { HUB_SECRET: '', HUB_DATA_DIR })).code).toBe(1)
    expect(existsSync(join(HUB_DATA_DIR, 'secret'))).toBe(false)
  })
})
