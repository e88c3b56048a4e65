import { deepStrictEqual, match, ok, strictEqual } from 'node:assert'
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, globSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { api } from '#contract'
import { people } from '#tests/hub.ts'
import { ensureChromium, findChromium } from '#tools/chromium.mjs'
import { run } from '#tools/run.mjs'
import { check, type Score } from '#tools/testing/checks.mjs'
import { call, signIn } from './calls.ts'
import { startDebianPostgres } from './debian-postgres.ts'
import { hubCommand, type Installation, ofRelease, startHub } from './installation.ts'
import { programOf } from './packages.ts'
import { freePort, openFolder } from './process.ts'
import { folderOf, type Given, proveUpgrade, requireSaid } from './released.ts'

// Where we are root, somebody who is nobody; else it is us, who must not be able to write there either.
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined

/** What `npm run build` makes, run as on a machine that has nothing else of Hub: by somebody who may write nothing there. */
export async function release(): Promise<Score[]> {
  const folder = openFolder()
  const postgres = await startDebianPostgres()
  try {
    const place = join(folder.path, 'hub')
    const scores = [
      await check('npm run build lays it out in a clean folder', () => layOut(folder.path, place)),
    ]
    const settings = {
      DATABASE_URL: await postgres.makeDatabase('hub'),
      HUB_SECRET: 'what an installed release seals with',
      PORT: String(await freePort()),
    }
    const before = filesIn(place)
    const given = { folder: folder.path, newest: place, user, postgres, settings }
    scores.push(...(await prove(given)), ...(await proveUpgrade(given)))
    scores.push(
      await check('nothing of it has changed', async () => deepStrictEqual(filesIn(place), before)),
      await check('systemd takes its unit', () => requireUnit(folder.path)),
    )
    return scores
  } finally {
    await postgres.stop()
    await run('chmod', ['-R', 'u+w', folder.path])
    folder.remove()
  }
}

async function layOut(around: string, place: string): Promise<void> {
  const { code, output } = await run(process.execPath, ['tools/release/index.mjs', '--to', place])
  strictEqual(code, 0, output)
  chmodSync(around, 0o755)
  strictEqual((await run('chmod', ['-R', 'a-w', place])).code, 0)
  const { status } = spawnSync('touch', [join(place, 'server/another.ts')], { ...user })
  ok(status !== 0, 'whoever runs it may write there')
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { devDependencies: object }
  // Some come as what another package needs at run time.
  const forDeveloping = Object.keys(devDependencies).filter((name) => !name.startsWith('@types/'))
  const found = [...forDeveloping, 'vite', 'react', '@mantine/core'].filter((name) =>
    existsSync(join(place, 'node_modules', name)),
  )
  deepStrictEqual(found, [])
}

async function prove(given: Given): Promise<Score[]> {
  const { newest: place, postgres, settings } = given
  const installed = ofRelease(place, user)
  const said = (words: readonly string[], expected: RegExp, more: Record<string, string> = {}) =>
    requireSaid(installed, { ...settings, ...more }, words, expected)
  const backup = join(folderOf(given, 'backups'), 'hub.tar.zst')
  return [
    await check('hub migrate', () => said(['migrate'], /Applied \d+ migrations: the database is at /)),
    await check('hub doctor', () => requireDoctor(installed, settings)),
    await check('it serves: somebody signs in, the console comes, and it ends in good order', () =>
      requireServing(place, installed, { ...settings, HUB_DEMO: 'on' }),
    ),
    await check('hub ledger check', () => said(['ledger', 'check'], /./)),
    await check('hub backup', () => said(['backup', '--to', backup], /./)),
    // A folder of its own for what it is restored into: where it runs nothing may be written.
    await check('hub verify backup', () =>
      said(['verify', 'backup', backup], /./, { TMPDIR: folderOf(given, 'room') }),
    ),
    await check('hub restore, and what is restored is proven', async () => {
      const DATABASE_URL = await postgres.makeDatabase('hub_again')
      await said(['restore', backup], /^Restored/m, { DATABASE_URL })
      await said(['ledger', 'check'], /^The ledger is proven/m, { DATABASE_URL })
    }),
  ]
}

/** It may warn of what a test has none of, such as backups, and finds nothing wrong. */
async function requireDoctor(installed: Installation, settings: Record<string, string>): Promise<void> {
  const { output } = await hubCommand(installed, ['doctor'], settings)
  match(output, /^ok {7}/m)
  deepStrictEqual(output.match(/^wrong.*$/gm) ?? [], [])
}

async function requireServing(
  place: string,
  installed: Installation,
  settings: Record<string, string>,
): Promise<void> {
  const server = await startHub(installed, settings)
  try {
    const ready = spawnSync(join(place, 'bin/hub-ready'), ['5'], {
      env: { PATH: process.env.PATH, ...settings },
      ...user,
    })
    strictEqual(ready.status, 0, String(ready.stderr))
    const session = await signIn(server.url, people.admin)
    const list = await call(server.url, api.listMembers, session, { params: { businessId: 'harbourside' } })
    strictEqual(list.status, 200)
    await requirePage(server.url)
  } finally {
    const { code, output } = await server.stop()
    strictEqual(code, 0, output)
  }
}

/** The console in a browser: signed in by a button of the demo, it shows the business. */
async function requirePage(url: string): Promise<void> {
  await ensureChromium(process.execPath)
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }) })
  try {
    const page = await browser.newPage()
    await page.goto(url)
    await page.getByRole('button', { name: /Alex Admin/ }).click()
    await page.getByRole('link', { name: 'Members', exact: true }).first().waitFor({ timeout: 60_000 })
  } finally {
    await browser.close()
  }
}

/** Every file by its size and when it was written. */
function filesIn(place: string): Record<string, string> {
  const files = globSync('**', { cwd: place }).toSorted()
  return Object.fromEntries(
    files.map((file) => {
      const { size, mtimeMs } = lstatSync(join(place, file))
      return [file, `${size} ${mtimeMs}`]
    }),
  )
}

/** As Debian's systemd reads it; what it starts isn't where it says on this machine. */
async function requireUnit(folder: string): Promise<void> {
  const analyze = await programOf('/usr/bin/systemd-analyze', 'systemd')
  const unit = join(folder, 'hub@.service')
  cpSync('deploy/systemd/hub@.service', unit)
  writeFileSync(unit, readFileSync(unit, 'utf8').replaceAll(/\/opt\/hub\/bin\/[a-z-]+/g, '/bin/true'))
  const { code, output } = await run(analyze, ['verify', join(folder, 'hub@web1.service')])
  strictEqual(code, 0, output)
  strictEqual(output, '')
  const { output: told } = await run(analyze, ['security', '--offline=true', unit])
  const exposure = /Overall exposure level.*: ([\d.]+)/.exec(told)?.[1]
  console.log(`systemd-analyze security: ${exposure}`)
  ok(Number(exposure) < 2, told)
}
