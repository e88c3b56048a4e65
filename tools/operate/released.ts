import { match, ok, strictEqual } from 'node:assert'
import { chownSync, mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '#contract'
import { people } from '#tests/hub.ts'
import { run } from '#tools/run.mjs'
import { check, type Score } from '#tools/testing/checks.mjs'
import { call, signIn } from './calls.ts'
import type { DebianPostgres } from './debian-postgres.ts'
import { formerCommit, layOut } from './former.ts'
import { hubCommand, type Installation, ofRelease, type Running, startHub } from './installation.ts'

type Settings = Readonly<Record<string, string>>

export type Given = {
  readonly folder: string
  /** The newest release, laid out. */
  readonly newest: string
  readonly user: { readonly uid: number; readonly gid: number } | undefined
  readonly postgres: DebianPostgres
  readonly settings: Settings
}

/** Runs a command, which has to end well, and say this. */
export async function requireSaid(
  installed: Installation,
  settings: Settings,
  words: readonly string[],
  expected: RegExp,
): Promise<void> {
  const { code, output } = await hubCommand(installed, words, settings)
  strictEqual(code, 0, output)
  match(output, expected)
}

/** A folder of the user's that Hub runs as, as docs/operating.md makes one for backups. */
export function folderOf({ folder, user }: Pick<Given, 'folder' | 'user'>, name: string): string {
  const place = join(folder, name)
  mkdirSync(place, { mode: 0o700 })
  if (user) chownSync(place, user.uid, user.gid)
  return place
}

/** From the former release to the newest by what docs/operating.md says of an upgrade, and the way back. */
export async function proveUpgrade(given: Given): Promise<Score[]> {
  const { folder, newest, user, postgres } = given
  const before = join(folder, 'hub-before')
  const link = join(folder, 'opt-hub')
  const linked = ofRelease(link, user)
  const backup = join(folderOf(given, 'upgrade'), 'before.tar.zst')
  const settings = {
    ...given.settings,
    HUB_DEMO: 'on',
    HUB_BUSY_AFTER_MS: '60000',
    DATABASE_URL: await postgres.makeDatabase('upgraded'),
  }
  const said = (words: readonly string[], expected: RegExp, more: Settings = {}) =>
    requireSaid(linked, { ...settings, ...more }, words, expected)
  const serve = (more: Settings = {}) => startHub(linked, { ...settings, ...more })
  let old: Running | undefined
  try {
    return [
      await check('the former release is built', () => buildFormer(folder, before)),
      await check('it serves by its link, and is backed up meanwhile', async () => {
        lead(link, before)
        old = await serve()
        await requireServing(old)
        await said(['backup', '--to', backup], /./)
      }),
      await check('the newest migrates, and the former one goes on serving', async () => {
        lead(link, newest)
        // Nothing is to do where no migration came since the former release.
        await said(['migrate'], /^(Applied \d+ migrations?|Nothing to do): the database is at /m)
        await requireServing(old)
      }),
      await check('the newest serves in its place', async () => {
        await requireEnd(old)
        await serving(serve())
        const HUB_DEMO = 'off'
        await said(['doctor'], /^ok {7}The database has this version's shape\.$/m, { HUB_DEMO })
      }),
      await check('the way back: the former release on what was backed up', async () => {
        lead(link, before)
        const DATABASE_URL = await postgres.makeDatabase('upgraded_before')
        await said(['restore', backup], /^Restored/m, { DATABASE_URL })
        await serving(serve({ DATABASE_URL }))
        await said(['ledger', 'check'], /^The ledger is proven/m, { DATABASE_URL })
      }),
    ]
  } finally {
    await old?.stop()
  }
}

/** Builds the former release of its commit, and lays it out at that place, where nothing may be written. */
export async function buildFormer(folder: string, place: string): Promise<void> {
  const sources = join(folder, 'former-sources')
  mkdirSync(sources)
  await layOut(await formerCommit(), sources)
  const { code, output } = await run(process.execPath, ['tools/release/index.mjs', '--to', place], {
    cwd: sources,
  })
  strictEqual(code, 0, output)
  strictEqual((await run('chmod', ['-R', 'a-w', place])).code, 0)
}

/** As `ln -sfn` does. */
function lead(link: string, place: string): void {
  symlinkSync(place, `${link}.next`)
  renameSync(`${link}.next`, link)
}

async function requireServing(server: Running | undefined): Promise<void> {
  ok(server, 'it was never started')
  ok(server.isRunning(), 'it runs no more')
  const session = await signIn(server.url, people.admin)
  const list = await call(server.url, api.listMembers, session, { params: { businessId: 'harbourside' } })
  strictEqual(list.status, 200, list.text)
}

async function requireEnd(server: Running | undefined): Promise<void> {
  const { code, output } = (await server?.stop()) ?? {}
  strictEqual(code, 0, output)
}

async function serving(starting: Promise<Running>): Promise<void> {
  const server = await starting
  try {
    await requireServing(server)
  } finally {
    await requireEnd(server)
  }
}
