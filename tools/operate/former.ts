import { match, strictEqual } from 'node:assert'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { run, Trouble } from '#tools/run.mjs'
import { step } from '#tools/step.mjs'
import { check, type Score, suite } from '#tools/testing/checks.mjs'
import { serveCrowd } from './calls.ts'
import { asSuperuser, type DebianPostgres, startDebianPostgres } from './debian-postgres.ts'
import { hubCommand, type Installation, ofSources, type Running, startHub } from './installation.ts'
import { vitestOn } from './postgres15.ts'
import { openFolder } from './process.ts'

const secret = 'what an installation seals with that is upgraded'
const callers = 10

/** What people do all day, as the tests of the former release have it. */
const core = [
  'server/identity/sign-in/sign-in.test.ts',
  'server/members/search/search.test.ts',
  'server/members/changes/member-changes.test.ts',
  'server/members/lists/member-export.test.ts',
  'server/points/points.test.ts',
  'server/cards/account/cards.test.ts',
  'server/cards/issuing/issue.test.ts',
  'server/till/till.test.ts',
  'server/events/record/events.test.ts',
  'server/events/scans/scans.test.ts',
  'server/passes/invitations/passes.test.ts',
  'server/requests/decisions/applications.test.ts',
  'server/requests/decisions/renewals.test.ts',
  'server/reports/reports.test.ts',
  'server/reports/close/close-pack.test.ts',
  'tests/downloads.test.ts',
]

/** The former release on the schema of this one: it goes on serving, as its own tests say, and isn't started anew. */
export async function former({ tests }: { tests: readonly string[] }): Promise<Score[]> {
  const commit = await formerCommit()
  const folder = openFolder()
  const postgres = await startDebianPostgres()
  try {
    await step(`Laying out ${commit.slice(0, 12)}`, () => layOut(commit, folder.path))
    return await prove(postgres, ofSources(folder.path), tests)
  } finally {
    await postgres.stop()
    folder.remove()
  }
}

/** The commit of the former release, which has to be in this clone. */
export async function formerCommit(): Promise<string> {
  const commit = readFileSync('deploy/former-release', 'utf8').trim()
  if ((await run('git', ['cat-file', '-e', `${commit}^{commit}`])).code === 0) return commit
  const { output } = await run('git', ['rev-parse', '--is-shallow-repository'])
  throw new Trouble(
    output.trim() === 'true'
      ? `The former release ${commit} isn't in this clone, which is a shallow one: git fetch --unshallow brings it.`
      : `The former release ${commit} isn't in this clone: deploy/former-release has to name a commit of it.`,
  )
}

async function prove(
  postgres: DebianPostgres,
  before: Installation,
  tests: readonly string[],
): Promise<Score[]> {
  const now = ofSources(resolve('.'))
  const settings = {
    DATABASE_URL: await postgres.makeDatabase('hub'),
    HUB_SECRET: secret,
    HUB_DEMO: 'on',
    HUB_BUSY_AFTER_MS: '60000',
    PORT: '0',
  }
  await step('The former release makes its database', async () => {
    await (await startHub(before, settings)).stop()
    await copyDatabase(postgres, 'hub', 'suite')
  })
  const scores = await asSuperuser(postgres.urlOf('postgres', 'hub'), (superuser) =>
    proveProcesses(before, now, settings, superuser),
  )
  const DATABASE_URL = postgres.urlOf('hub', 'suite')
  scores.push(
    await check('the newest migrates what the tests are given', () =>
      migrate(now, { ...settings, DATABASE_URL }),
    ),
  )
  const env = { TEST_DATABASE_URL: DATABASE_URL, TEST_SUPERUSER_URL: postgres.superuserUrl }
  const files = tests.length > 0 ? tests : core
  const runner = vitestOn(env, files, before.folder)
  return [...scores, await suite('tests of the former release on the newest schema', runner)]
}

async function proveProcesses(
  before: Installation,
  now: Installation,
  settings: Record<string, string>,
  superuser: pg.Client,
): Promise<Score[]> {
  const scores: Score[] = []
  const claim = async (title: string, work: () => Promise<unknown>) =>
    void scores.push(await check(title, async () => void (await work())))
  const servers: Running[] = []
  const start = async (which: Installation) => {
    const server = await startHub(which, settings)
    servers.push(server)
    return server
  }
  try {
    const old = await start(before)
    await claim('the former release serves a crowd', () => serveCrowd(old.url, superuser, callers))
    await claim('the newest migrates beneath it', () => migrate(now, settings))
    await claim('the former release goes on serving', () => serveCrowd(old.url, superuser, callers))
    const next = await start(now)
    await claim('the newest serves beside it', () => serveCrowd(next.url, superuser, callers))
    await claim('and the former release still does', () => serveCrowd(old.url, superuser, callers))
    strictEqual(old.isRunning(), true)
    if (hasMigrations(now, before))
      await claim('a new start of the former release is refused with a sentence', () =>
        requireRefused(before, settings),
      )
    else
      await claim('no migration came since: a new start of the former release serves', async () =>
        (await startHub(before, settings)).stop(),
      )
  } finally {
    for (const server of servers) await server.stop()
  }
  await claim('the ledger holds', async () => {
    const { code, output } = await hubCommand(now, ['ledger', 'check'], settings)
    strictEqual(code, 0, output)
  })
  return scores
}

async function migrate(now: Installation, settings: Record<string, string>): Promise<void> {
  const { code, output } = await hubCommand(now, ['migrate'], settings)
  strictEqual(code, 0, output)
  console.log(output.trim())
}

/** True if a release has migrations that the one before had not. */
function hasMigrations(now: Installation, before: Installation): boolean {
  const migrationsOf = ({ folder }: Installation) => new Set(readdirSync(join(folder, 'server/migrations')))
  return !migrationsOf(now).isSubsetOf(migrationsOf(before))
}

async function requireRefused(before: Installation, settings: Record<string, string>): Promise<void> {
  const said = await startHub(before, settings).then(
    async (server) => {
      await server.stop()
      return 'it started'
    },
    (error: Error) => error.message,
  )
  match(said, /ended with 1: .*\nThis database is of a newer Hub \(it has \S+\): start that version, .+\.$/)
}

async function copyDatabase(postgres: DebianPostgres, from: string, to: string): Promise<void> {
  await asSuperuser(postgres.superuserUrl, (superuser) =>
    superuser.query(`create database ${to} owner hub template ${from}`),
  )
}

/** Its sources with today's packages if they are the same, else with its own. */
export async function layOut(commit: string, folder: string): Promise<void> {
  const archive = join(folder, 'former.tar')
  await must('git', ['archive', `--output=${archive}`, commit])
  await must('tar', ['-xf', archive, '-C', folder])
  const then = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const now = readFileSync('package-lock.json', 'utf8')
  if (isDeepStrictEqual(packagesIn(then), packagesIn(now)))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  else
    await must(
      'npm',
      ['ci', '--include=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'],
      folder,
    )
  // Its tests would migrate first, and be refused: the database is as the newest release left it.
  writeFileSync(join(folder, 'tests/harness/processes/postgres.ts'), 'export default () => undefined\n')
}

/** What a lock file asks for: two versions of Hub may need the same. */
function packagesIn(lockFile: string): object {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, object> }
  return { ...packages, '': { ...packages[''], version: undefined } }
}

async function must(program: string, args: readonly string[], cwd = '.'): Promise<void> {
  const { code, output } = await run(program, [...args], { cwd })
  if (code !== 0) throw new Trouble(`${program} ${args[0]} ended with ${code}: ${output.trim()}`)
}
