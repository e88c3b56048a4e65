import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { migrate, noTenant } from '#platform/database'
import { startEmbeddedPostgres } from '#platform/postgres'
import { fillLocalRegister } from '#server/business/register'
import { seedDemo } from '#server/demo'
import { demoPassword } from '#server/demo/access'
import { cutByMonth, tablesOfMonths } from '#server/operations/months'
import { keepBare, openTestDatabase, superuserUrl, testSettings } from '#tests/database.ts'
import { createOrdinaryOwner, hashQuickly } from '#tests/owned-database.ts'
import { fastFolder } from '#tests/processes/fast-folder.ts'

const quiet = () => undefined

/**
 * Starts the one PostgreSQL of a test run, its database migrated and filled with demo data, ready to be cloned; or takes
 * the empty database of another version that TEST_DATABASE_URL names. Its owner is nobody special, as operators have it:
 * what a migration or a trigger may do as a superuser proves nothing.
 */
export default async function startTestPostgres() {
  const folder = fastFolder()
  // Vitest's and Playwright's workers alike are started after this and inherit what is set here.
  process.env.TMPDIR = folder
  // What was compiled for one process or thread is there for the next: there are hundreds in a run.
  process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled')
  const stop = process.env.TEST_DATABASE_URL ? async () => undefined : await startOwn(folder)
  const url = process.env.TEST_DATABASE_URL!
  await migrate(url, quiet)
  if (process.env.HUB_TEST_BY_MONTH) await cutAll(url)
  await keepBare()
  await seedDemo(url, quiet, testSettings(url).database.driver)
  if (process.env.HUB_TEST_BY_MONTH) await beginNextMonth(url)
  await makeCheap(url)

  return async function stopTestPostgres() {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As after `hub partition` for all that can be cut: nothing may be otherwise by it. */
async function cutAll(url: string) {
  const database = openTestDatabase(url)
  const tables = await tablesOfMonths(database.forTenant(noTenant))
  await database.close()
  for (const table of tables) await cutByMonth(url, table, quiet)
}

/** What the demo has is of the month before then. */
async function beginNextMonth(url: string) {
  const owner = new pg.Client(superuserUrl(url))
  await owner.connect()
  // As after many of them: beyond what an integer of four bytes can be.
  await owner.query(`
    select make_room_in_parts(name, 7 * room) from tables_by_month();
    select setval(counter, 7 * room) from tables_by_month()`)
  await owner.end()
}

/** What every hub would do at its start is done, and signing in, which each test begins with, takes no arithmetic. */
async function makeCheap(url: string) {
  const database = openTestDatabase(url)
  await fillLocalRegister(database)
  await database.close()
  const owner = new pg.Client(superuserUrl(url))
  await owner.connect()
  const cheap = await hash(demoPassword, { memoryCost: 8, timeCost: 1 })
  await owner.query('update identity.account set password_hash = $1 where password_hash is not null', [cheap])
  // As autovacuum would within minutes. What the planner doesn't know of a table it takes for nearly empty.
  await owner.query('vacuum analyze')
  await owner.end()
}

async function startOwn(folder: string) {
  const postgres = await startEmbeddedPostgres({ folder, log: quiet, durable: false })
  const superuser = new pg.Client(postgres.url)
  await superuser.connect()
  await hashQuickly(superuser)
  await superuser.query(`alter role current_user password '${new URL(postgres.url).password}'`)
  process.env.TEST_SUPERUSER_URL = postgres.url
  process.env.TEST_DATABASE_URL = await createOrdinaryOwner(superuser, postgres.url, 'ordinary')
  await superuser.end()
  return () => postgres.stop()
}
