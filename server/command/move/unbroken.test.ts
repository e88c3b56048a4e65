import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noTenant } from '#platform/database'
import { writeCheck } from '#server/secret'
import { asSuperuser, type OwnDatabase } from '#tests/backups.ts'
import { openTestDatabase } from '#tests/database.ts'
import { startCommand } from '#tests/processes/command.ts'
import { moveBench, rowsOfBusiness, suspend } from '#tests/records/moves.ts'

const bench = moveBench()
const file = join(bench.folder, 'valley.hub')
let source: OwnDatabase
let target: OwnDatabase
beforeAll(async () => {
  source = await bench.demo()
  target = await bench.migrated()
  await suspend(source, 'valley-golf')
})
afterAll(() => bench.close())

/** Kills the command once it waits for a table that we hold, and lets what it left behind come to its end. */
async function killedAt(
  table: string,
  database: OwnDatabase,
  words: readonly string[],
  environment: Record<string, string>,
) {
  await asSuperuser(database, (holder) =>
    asSuperuser(database, async (client) => {
      const others = (more: string) => async () =>
        (
          await client.query(
            `select from pg_stat_activity where datname = current_database() and application_name = 'hub-backup' ${more}`,
          )
        ).rowCount
      await holder.query('begin')
      await holder.query(`lock table ${table} in access exclusive mode`)
      const command = startCommand(words, environment, bench.passphrase)
      await expect.poll(others(`and wait_event_type = 'Lock'`)).toBe(1)
      await command.kill()
      await holder.query('rollback')
      await expect.poll(others('')).toBe(0)
    }),
  )
}

test('an export that was killed leaves no file by its name, and the next one is whole', async () => {
  await killedAt(
    'trend',
    source,
    ['export-business', 'valley-golf', '--to', file, '--stdin'],
    bench.environment(source),
  )
  expect(existsSync(file)).toBe(false)
  expect(await bench.exports('valley-golf', source, file)).toMatchObject({ code: 0, complained: '' })
  expect(readdirSync(bench.folder)).toEqual(['valley.hub'])
})

test('an import that was killed has brought nothing, and can be begun again', async () => {
  await killedAt(
    'venue',
    target,
    ['import-business', file, '--stdin'],
    bench.environment(target, { HUB_SECRET: bench.secretThere }),
  )
  const { rows } = await asSuperuser(target, (client) =>
    client.query(
      'select (select count(*)::int from business) as businesses, (select count(*)::int from identity.account) as accounts',
    ),
  )
  expect(rows).toEqual([{ businesses: 0, accounts: 0 }])
})

test('an import during which the secret was changed has brought nothing', async () => {
  const changed = await bench.migrated()
  await asSuperuser(changed, async (holder) => {
    await holder.query('begin')
    await holder.query('lock table venue in access exclusive mode')
    const importing = bench.imports(file, changed)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect
      .poll(() => asSuperuser(changed, async (client) => (await client.query(waiting)).rowCount))
      .toBe(1)
    const database = openTestDatabase(changed.url)
    await writeCheck(database.forTenant(noTenant), 'the secret that came in between, and is as long')
    await database.close()
    await holder.query('rollback')
    const { code, complained } = await importing
    expect([code, complained]).toEqual([1, expect.stringMatching(/^HUB_SECRET is not the one that this/)])
    expect((await holder.query('select from business')).rowCount).toBe(0)
  })
})

test('of two imports at once one brings it, and the other says so', async () => {
  const outcomes = await Promise.all([bench.imports(file, target), bench.imports(file, target)])
  expect(outcomes.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(outcomes.find(({ code }) => code === 1)!.complained).toMatch(
    /^Another business is being imported|here already/,
  )
  expect(await rowsOfBusiness(target, 'valley-golf')).toEqual(await rowsOfBusiness(source, 'valley-golf'))
})

test('it goes on from there, by an owner who is nobody special', async () => {
  const further = await bench.migrated()
  const again = join(bench.folder, 'again.hub')
  const HUB_SECRET = bench.secretThere
  expect(await bench.exports('valley-golf', target, again, { HUB_SECRET })).toMatchObject({ code: 0 })
  expect(await bench.imports(again, further)).toMatchObject({ code: 0, complained: '' })
  expect(await rowsOfBusiness(further, 'valley-golf')).toEqual(await rowsOfBusiness(source, 'valley-golf'))
})
