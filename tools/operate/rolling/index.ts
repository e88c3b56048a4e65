import { deepStrictEqual, doesNotMatch, match, strictEqual } from 'node:assert'
import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { get } from 'node:https'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { build } from '#tools/build.mjs'
import { asSuperuser, startDebianPostgres } from '#tools/operate/debian-postgres.ts'
import { type Installation, ofSources } from '#tools/operate/installation.ts'
import { openFolder } from '#tools/operate/process.ts'
import { type Proxy, startCaddy, startNginx } from '#tools/operate/proxy.ts'
import { check, type Score } from '#tools/testing/checks.mjs'
import { type Processes, type StartProxy, startProcesses } from './processes.ts'
import { proveRollOut, requireLedger } from './roll-out.ts'
import { perSecond, underLoad } from './under-load.ts'

const rounds = 2

/**
 * Two processes for people and one for jobs behind Debian's nginx, restarted one after the other while people work; then those of
 * the former release, replaced by the newest.
 */
export const rolling = () => behind(startNginx, proveRollOut)

/** The restarts behind Debian's Caddy. */
export const caddy = () => behind(startCaddy)

async function behind(startProxy: StartProxy, proveMore?: typeof proveRollOut): Promise<Score[]> {
  await build(process.execPath)
  const postgres = await startDebianPostgres()
  const folders = [openFolder(), openFolder()]
  try {
    const DATABASE_URL = await postgres.makeDatabase('hub')
    // As two releases are while one is rolled out: each has a file of a name that the other doesn't know.
    const releases = folders.map(({ path }, index) => ofSources(copyTo(path, `only-in-${index}.js`)))
    const scores = await asSuperuser(postgres.urlOf('postgres', 'hub'), (superuser) =>
      prove({ DATABASE_URL, superuser, startProxy, releases }),
    )
    return proveMore ? [...scores, ...(await proveMore(postgres, startProxy, releases[0]!))] : scores
  } finally {
    await postgres.stop()
    for (const folder of folders) folder.remove()
  }
}

/** Hub as it lies here, with one more file among its pages'. */
function copyTo(folder: string, asset: string): string {
  for (const part of ['package.json', 'server', 'contract', 'tools', 'dist'])
    cpSync(part, join(folder, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'dist/web/assets', asset), '// Of one release alone.\n')
  return folder
}

type Setting = {
  readonly DATABASE_URL: string
  readonly superuser: pg.Client
  readonly startProxy: StartProxy
  readonly releases: readonly Installation[]
}

async function prove({ DATABASE_URL, superuser, startProxy, releases }: Setting): Promise<Score[]> {
  const installedAt = (index: number) => releases[index % releases.length]!
  const processes = await startProcesses(startProxy, DATABASE_URL, installedAt)
  const { proxy, settings } = processes
  try {
    return [
      ...(await proveWay(proxy)),
      await check(`${rounds} rolling restarts at ${perSecond} requests a second: none fails`, () =>
        underLoad(processes, superuser, async () => {
          for (let round = 0; round < rounds; round++) await processes.replaceEach(installedAt)
        }),
      ),
      await check('the ledger holds', () => requireLedger(installedAt(0), settings)),
      await proveNoAddresses(processes),
    ]
  } finally {
    await processes.stop()
  }
}

function proveNoAddresses({ proxy, endAll }: Processes): Promise<Score> {
  return check(`${proxy.name} writes no address down that opens something, served or not`, async () => {
    await askWithTicket(proxy)
    await endAll()
    await askWithTicket(proxy)
    doesNotMatch(proxy.said(), new RegExp(ticket))
  })
}

const ticket = 'what-opens-an-account'

/** Asks for pages whose address alone opens something, by either way, and from one such page. */
async function askWithTicket(proxy: Proxy): Promise<void> {
  for (const path of [`/set-password?ticket=${ticket}`, `/claim/${ticket}`]) {
    await getBy(proxy, path, { referer: `${proxy.url}${path}` })
    await fetch(`${proxy.openUrl}${path}`, { redirect: 'manual' })
  }
}

/** What the way through the proxy is like. */
async function proveWay(proxy: Proxy): Promise<Score[]> {
  return [
    await check(`${proxy.name} sends plain http to https`, async () => {
      const { status, headers } = await fetch(`${proxy.openUrl}/members?page=2`, { redirect: 'manual' })
      deepStrictEqual(
        [status, headers.get('location')?.replace(/:\d+/, '')],
        [308, 'https://127.0.0.1/members?page=2'],
      )
    }),
    await check('answers come by https with their headers', async () => {
      const { status, headers } = await getBy(proxy, '/api/version')
      strictEqual(status, 200)
      strictEqual(headers['hub-answer'] !== undefined, true, 'there is no Hub-Answer')
      match(String(headers['strict-transport-security']), /max-age=/)
    }),
    await check(
      'a file that one of two releases has is found, whichever is asked; one that neither has is not',
      async () => {
        for (let turn = 0; turn < 10; turn++)
          for (const [path, expected] of [
            ['/assets/only-in-0.js', 200],
            ['/assets/only-in-1.js', 200],
            ['/assets/in-neither.js', 404],
          ] as const)
            strictEqual((await getBy(proxy, path)).status, expected, path)
      },
    ),
  ]
}

function getBy(
  { url, certificate }: Proxy,
  path: string,
  headers: OutgoingHttpHeaders = {},
): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  return new Promise((settle, reject) => {
    const sent = get(new URL(path, url), { ca: certificate, agent: false, headers }, (answer) => {
      answer.resume()
      answer.once('end', () => settle({ status: answer.statusCode ?? 0, headers: answer.headers }))
    })
    sent.once('error', reject)
  })
}
