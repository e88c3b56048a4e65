import { deepStrictEqual, doesNotMatch, match, strictEqual } from 'node:assert'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { get } from 'node:https'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { people } from '#tests/hub.ts'
import { build } from '#tools/build.mjs'
import { check, type Score } from '#tools/testing/checks.mjs'
import { membersOf, signIn } from './calls.ts'
import { asSuperuser, startDebianPostgres } from './debian-postgres.ts'
import { hubCommand, type Installation, ofSources, type Running, startHub } from './installation.ts'
import { startLoad } from './load.ts'
import { freePort, openFolder } from './process.ts'
import { type Proxy, startCaddy, startNginx } from './proxy.ts'

const perSecond = 60
const rounds = 2
const roles = ['web', 'web', 'worker'] as const
const note = 'While they were restarted'

/** So long after it serves the unit lets a start take, for proxies to notice. */
function noticedMs(): number {
  const [, seconds = ''] =
    /^ExecStartPost=\/bin\/sleep (\d+)$/m.exec(readFileSync('deploy/systemd/hub@.service', 'utf8')) ?? []
  return Number(seconds) * 1000
}

/** Two processes for people and one for jobs behind Debian's nginx, restarted one after the other while people work. */
export const rolling = () => behind(startNginx)

/** The same behind Debian's Caddy. */
export const caddy = () => behind(startCaddy)

async function behind(startProxy: typeof startNginx): Promise<Score[]> {
  await build(process.execPath)
  const postgres = await startDebianPostgres()
  const folders = [openFolder(), openFolder()]
  try {
    const DATABASE_URL = await postgres.makeDatabase('hub')
    // As two releases are while one is rolled out: each has a file of a name that the other doesn't know.
    const releases = folders.map(({ path }, index) => ofSources(copyTo(path, `only-in-${index}.js`)))
    return await asSuperuser(postgres.urlOf('postgres', 'hub'), (superuser) =>
      prove({ DATABASE_URL, superuser, startProxy, releases }),
    )
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
  readonly startProxy: typeof startNginx
  readonly releases: readonly Installation[]
}

async function prove({ DATABASE_URL, superuser, startProxy, releases }: Setting): Promise<Score[]> {
  const ports = [await freePort(), await freePort(), await freePort()] as const
  const proxy = await startProxy([ports[0], ports[1]])
  const settings = {
    DATABASE_URL,
    HUB_SECRET: 'what an installation seals with that is restarted',
    HUB_DEMO: 'on',
    HUB_PUBLIC_URL: proxy.url,
    HUB_TRUST_PROXY: '1',
    // What else the machine is busy with says nothing here.
    HUB_BUSY_AFTER_MS: '60000',
  }
  const installed = (index: number) => releases[index % releases.length]!
  const start = (index: number) =>
    startHub(installed(index), { ...settings, HUB_ROLE: roles[index]!, PORT: String(ports[index]) })
  const running: Running[] = []
  try {
    for (const index of roles.keys()) running.push(await start(index))
    const scores = await proveWay(proxy)
    scores.push(
      await check(`${rounds} rolling restarts at ${perSecond} requests a second: none fails`, async () => {
        // Not by the proxy: its certificate is nobody's.
        const url = `http://127.0.0.1:${ports[0]}`
        const { token: readsAs } = await signIn(url, people.reception)
        const { token: awardsAs } = await signIn(url, people.admin)
        const members = await membersOf(superuser, 'harbourside')
        const stop = startLoad({ ...proxy, readsAs, awardsAs, members, note, perSecond })
        try {
          for (let round = 0; round < rounds; round++)
            for (const index of roles.keys()) {
              await endWell(running[index]!)
              running[index] = await start(index)
              await pause(noticedMs())
            }
        } finally {
          await requireAll(await stop(), proxy, superuser)
        }
      }),
    )
    scores.push(
      await check('the ledger holds', async () => {
        const { code, output } = await hubCommand(installed(0), ['ledger', 'check'], settings)
        strictEqual(code, 0, output)
      }),
    )
    scores.push(await proveNoAddresses(proxy, running))
    return scores
  } finally {
    await endAll(running)
    await proxy.stop()
  }
}

async function endAll(running: readonly Running[]): Promise<void> {
  await Promise.all(running.filter((each) => each.isRunning()).map((each) => each.stop()))
}

function proveNoAddresses(proxy: Proxy, running: readonly Running[]): Promise<Score> {
  return check(`${proxy.name} writes no address down that opens something, served or not`, async () => {
    await askWithTicket(proxy)
    await endAll(running)
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

/** Ends it; nothing of what it was doing may be cut off. */
async function endWell(server: Running): Promise<void> {
  const { code, output } = await server.stop()
  strictEqual(code, 0)
  doesNotMatch(output, /was cut off/)
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

type Load = Awaited<ReturnType<ReturnType<typeof startLoad>>>

/** Every request was answered well, and every award that was answered was made once. */
async function requireAll({ outcomes, seconds }: Load, proxy: Proxy, superuser: pg.Client): Promise<void> {
  const counted = Object.entries(Object.groupBy(outcomes, ({ name, outcome }) => `${name} ${outcome}`))
  const list = counted.map(([kind, of]) => `${kind}: ${of?.length}`).join(', ')
  const passedOver = proxy.passedOver()
  const times =
    passedOver === null ? '' : `; ${proxy.name} passed over a process that had ended ${passedOver} times`
  console.log(`${outcomes.length} requests in ${seconds.toFixed(0)} s (${list})${times}`)
  const failed = outcomes.filter(({ outcome }) => outcome !== 200)
  if (failed.length > 0)
    throw new Error(
      [
        `${failed.length} failed.`,
        ...failed.map(({ said }) => said).slice(0, 5),
        ...proxy.complaints().slice(0, 5),
      ].join('\n'),
    )
  const { rows } = await superuser.query<{ made: number }>(
    `select count(*)::int as made from ledger_transaction where note = $1`,
    [note],
  )
  strictEqual(rows[0]?.made, outcomes.filter(({ name }) => name === 'award').length)
}
