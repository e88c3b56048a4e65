import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hubCommand } from '#tests/command.ts'
import { cloneDatabase, superuserUrl } from '#tests/database.ts'
import { openSilentProxy } from '#tests/fakes/silent-proxy.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let superuser: pg.Client
/** Within its own transaction nobody sees how others' connections change. */
let watcher: pg.Client
beforeAll(async () => {
  database = await cloneDatabase()
  superuser = new pg.Client(superuserUrl(database.url))
  await superuser.connect()
  watcher = new pg.Client(superuserUrl(database.url))
  await watcher.connect()
})
afterAll(async () => {
  await superuser.end()
  await watcher.end()
  await database.drop()
})

/** Keeps a check that is begun waiting for its first rows, for so long, and then does something. */
async function inTheMidst(waitedMs: number, url: string, then: () => Promise<unknown>) {
  await superuser.query('begin')
  await superuser.query('lock table ledger_entry in access exclusive mode')
  const check = hubCommand(['ledger', 'check'], { DATABASE_URL: url })
  const waiting = async () => {
    const { rowCount } = await watcher.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'hub-ledger-check'
         and wait_event_type = 'Lock' and clock_timestamp() - query_start > $1 * interval '1 millisecond'`,
      [waitedMs],
    )
    return rowCount
  }
  await expect.poll(waiting, { timeout: 30_000 }).toBe(1)
  await then()
  const outcome = await check
  await superuser.query('rollback')
  return outcome
}

test('a ledger check whose connection is lost says so in a sentence, and exits with 1', async () => {
  const proxy = await openSilentProxy(database.url)
  expect(await inTheMidst(0, proxy.url, proxy.close)).toEqual({
    code: 1,
    said: '',
    complained: 'PostgreSQL ended the connection: nothing was finished. Try it again.',
  })
})

test('a ledger check takes its time, whatever the role is given', async () => {
  const role = new URL(database.url).username
  const name = new URL(database.url).pathname.slice(1)
  await superuser.query(`alter role ${role} in database ${name} set statement_timeout = '500ms'`)
  const { code, said } = await inTheMidst(700, database.url, () => superuser.query('rollback'))
  expect([code, said]).toEqual([0, expect.stringMatching(/^The ledger is proven/)])
})
