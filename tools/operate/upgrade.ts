import { deepStrictEqual, match, strictEqual } from 'node:assert'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { findPostgresIn, majorOf, ownMajor, startEmbeddedPostgres } from '#platform/postgres'
import { people } from '#tests/hub.ts'
import { startServer } from '#tests/processes/server.ts'
import { run } from '#tools/run.mjs'
import { check, type Score } from '#tools/testing/checks.mjs'
import { signIn } from './calls.ts'
import { asSuperuser, initialise, programs } from './debian-postgres.ts'
import { programOf } from './packages.ts'
import { openFolder } from './process.ts'

const HUB_SECRET = 'what an installation of long ago seals with'
const command = 'server/command/main.ts'
const log = () => undefined

/** A data folder of a Hub that brought PostgreSQL 15, as Debian has it, is taken over to the one of today. */
export async function upgrade(): Promise<Score[]> {
  await programOf(`${programs}/postgres`, 'postgresql-15')
  const folder = openFolder()
  try {
    return await proveIn(folder)
  } finally {
    folder.remove()
  }
}

async function proveIn(dataFolder: ReturnType<typeof openFolder>): Promise<Score[]> {
  const scores: Score[] = []
  const prove = async (claim: string, work: () => Promise<void>) => void scores.push(await check(claim, work))
  const folder = join(dataFolder.path, 'postgres')
  const settings = { HUB_DATA_DIR: dataFolder.path, HUB_SECRET }
  const before = await makeFormer(dataFolder, folder)
  await prove('a start on it is refused, and names the command', async () => {
    const words = await startServer(settings).then(
      (server) => server.stop().then(() => 'it started'),
      (error: Error) => error.message,
    )
    match(words, /is of PostgreSQL 15, and this Hub brings \d+: hub upgrade-database takes it over/)
  })
  await prove('an upgrade that is killed leaves it as it was', async () => {
    await killUpgrading(settings)
    strictEqual(majorOf(folder), '15')
    strictEqual(existsSync(`${folder}-15`), false)
  })
  await prove('of two at once one takes it over, and the other is told', async () => {
    const call = () =>
      run(process.execPath, [command, 'upgrade-database'], { env: { PATH: process.env.PATH, ...settings } })
    const both = await Promise.all([call(), call()])
    const { output } = both.find(({ code }) => code === 0) ?? both[0]
    const other = both.find(({ code }) => code !== 0)
    match(other?.output ?? '', /Another Hub \(process \d+\) uses|lock file .* already exists/, output)
    match(output, /Backed up to \S+hub-.*\.tar\.zst[^]*The ledger is proven: [^]*is of PostgreSQL \d+ now/)
    deepStrictEqual([majorOf(folder), majorOf(`${folder}-15`)], [ownMajor, '15'])
  })
  await prove('every row of every table is there', async () => {
    const postgres = await startEmbeddedPostgres({ folder, log })
    try {
      deepStrictEqual(await asSuperuser(postgres.url, countRows), before)
    } finally {
      await postgres.stop()
    }
  })
  await prove('Hub starts on it, and people sign in', async () => {
    const server = await startServer(settings)
    try {
      await signIn(server.url, people.admin)
    } finally {
      await server.stop()
    }
  })
  return scores
}

/** The data folder as that Hub would have left it, with the demo in it; answers with its rows. */
async function makeFormer(dataFolder: ReturnType<typeof openFolder>, folder: string) {
  const password = 'a password of long ago'
  await initialise(join(folder, 'data'), dataFolder.write('password', password), 'hub_owner')
  dataFolder.write('postgres/password', password)
  const former = findPostgresIn(programs)!
  const postgres = await startEmbeddedPostgres({ folder, programs: former, log })
  try {
    const server = await startServer({ DATABASE_URL: postgres.url, HUB_SECRET })
    await server.stop()
    return await asSuperuser(postgres.url, async (superuser) => {
      // The one table that no backup has.
      await superuser.query(
        `insert into nightly_backup (file, taken_at, bytes) values ('/srv/backups/hub-nightly.tar.zst', now(), 1)`,
      )
      return countRows(superuser)
    })
  } finally {
    await postgres.stop()
  }
}

/** How many rows each table has. */
async function countRows(superuser: pg.Client): Promise<Record<string, number>> {
  const { rows } = await superuser.query<{ name: string; count: number }>(
    `select oid::regclass::text as name,
       (xpath('/row/count/text()', query_to_xml('select count(*) from ' || oid::regclass, false, true, '')))[1]::text::int as count
     from pg_class where relkind in ('r', 'p') and relnamespace = any(array['public', 'identity']::regnamespace[])
     order by 1`,
  )
  strictEqual(rows.length > 50, true)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/** Ends it without a word once its backup is there. */
async function killUpgrading(settings: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [command, 'upgrade-database'], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    if (said.includes('Backed up to')) child.kill('SIGKILL')
  }
  await closed
  strictEqual(child.signalCode, 'SIGKILL', said)
}
