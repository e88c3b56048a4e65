import { deepStrictEqual, strictEqual } from 'node:assert'
import { resolve } from 'node:path'
import type pg from 'pg'
import { people } from '#tests/hub.ts'
import { build } from '#tools/build.mjs'
import { check, type Score } from '#tools/checks.mjs'
import { membersOf, signIn } from './calls.ts'
import { asSuperuser, startDebianPostgres } from './debian-postgres.ts'
import { hubCommand, ofSources, type Running, startHub } from './installation.ts'
import { startLoad } from './load.ts'
import { freePort } from './process.ts'
import { startNginx } from './proxy.ts'

const perSecond = 60
const rounds = 2
const roles = ['web', 'web', 'worker'] as const
const note = 'While they were restarted'

/** Two processes for people and one for jobs behind Debian's nginx, restarted one after the other while people work. */
export async function rolling(): Promise<Score[]> {
  await build(process.execPath)
  const postgres = await startDebianPostgres()
  try {
    const DATABASE_URL = await postgres.makeDatabase('hub')
    return await asSuperuser(postgres.urlOf('postgres', 'hub'), (superuser) => prove(DATABASE_URL, superuser))
  } finally {
    await postgres.stop()
  }
}

async function prove(DATABASE_URL: string, superuser: pg.Client): Promise<Score[]> {
  const ports = [await freePort(), await freePort(), await freePort()] as const
  const nginx = await startNginx([ports[0], ports[1]])
  const hub = ofSources(resolve('.'))
  const settings = {
    DATABASE_URL,
    HUB_SECRET: 'what an installation seals with that is restarted',
    HUB_DEMO: 'on',
    HUB_PUBLIC_URL: nginx.url,
    HUB_TRUST_PROXY: '1',
    // What else the machine is busy with says nothing here.
    HUB_BUSY_AFTER_MS: '60000',
  }
  const start = (index: number) =>
    startHub(hub, { ...settings, HUB_ROLE: roles[index]!, PORT: String(ports[index]) })
  const running: Running[] = []
  try {
    for (const index of roles.keys()) running.push(await start(index))
    const scores = [await check('nginx sends plain http to https', () => requireSentOn(nginx.openUrl))]
    scores.push(
      await check(`${rounds} rolling restarts at ${perSecond} requests a second: none fails`, async () => {
        // Not by nginx: its certificate is nobody's.
        const url = `http://127.0.0.1:${ports[0]}`
        const { token: readsAs } = await signIn(url, people.reception)
        const { token: awardsAs } = await signIn(url, people.admin)
        const members = await membersOf(superuser, 'harbourside')
        const stop = startLoad({ ...nginx, readsAs, awardsAs, members, note, perSecond })
        try {
          for (let round = 0; round < rounds; round++)
            for (const index of roles.keys()) {
              strictEqual((await running[index]!.stop()).code, 0)
              running[index] = await start(index)
            }
        } finally {
          await requireAll(await stop(), nginx.complaints(), superuser)
        }
      }),
    )
    scores.push(
      await check('the ledger holds', async () => {
        const { code, output } = await hubCommand(hub, ['ledger', 'check'], settings)
        strictEqual(code, 0, output)
      }),
    )
    return scores
  } finally {
    await Promise.all(running.filter((each) => each.isRunning()).map((each) => each.stop()))
    await nginx.stop()
  }
}

async function requireSentOn(openUrl: string): Promise<void> {
  const { status, headers } = await fetch(`${openUrl}/members?page=2`, { redirect: 'manual' })
  deepStrictEqual([status, headers.get('location')], [308, 'https://127.0.0.1/members?page=2'])
}

type Load = Awaited<ReturnType<ReturnType<typeof startLoad>>>

/** Every request was answered well, and every award that was answered was made once. */
async function requireAll(
  { outcomes, seconds }: Load,
  complaints: readonly string[],
  superuser: pg.Client,
): Promise<void> {
  const counted = Object.entries(Object.groupBy(outcomes, ({ name, outcome }) => `${name} ${outcome}`))
  const list = counted.map(([kind, of]) => `${kind}: ${of?.length}`).join(', ')
  const passedOver = complaints.filter((line) => line.includes('connect() failed')).length
  console.log(
    `${outcomes.length} requests in ${seconds.toFixed(0)} s (${list}); nginx passed over a process that had ended ${passedOver} times`,
  )
  const failed = outcomes.filter(({ outcome }) => outcome !== 200)
  const others = complaints.filter((line) => !line.includes('connect() failed'))
  if (failed.length > 0)
    throw new Error(
      [`${failed.length} failed.`, ...failed.map(({ said }) => said).slice(0, 5), ...others.slice(0, 5)].join(
        '\n',
      ),
    )
  const { rows } = await superuser.query<{ made: number }>(
    `select count(*)::int as made from ledger_transaction where note = $1`,
    [note],
  )
  strictEqual(rows[0]?.made, outcomes.filter(({ name }) => name === 'award').length)
}
