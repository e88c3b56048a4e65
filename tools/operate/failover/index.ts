import { ok, strictEqual } from 'node:assert'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { startServer } from '#tests/processes/server.ts'
import { asSuperuser } from '#tools/operate/debian-postgres.ts'
import { run } from '#tools/run.mjs'
import { check, type Score } from '#tools/testing/checks.mjs'
import { type Cluster, startCluster } from './cluster.ts'
import { type Load, requireKept, startLoad } from './load.ts'

const secret = 'what an installation of three machines seals with'
const steadyMs = 10_000
// Patroni's ttl, and some for HAProxy and for Hub's own connections.
const mostSilent = { switchOver: 30, kill: 60 }

/** Hub on three PostgreSQL of which one leads: it goes on when another takes over, and nothing is lost or doubled. */
export async function failover(): Promise<Score[]> {
  const scores: Score[] = []
  const prove = async (claim: string, work: () => Promise<void>) => void scores.push(await check(claim, work))
  let cluster: Cluster | undefined
  await prove('three machines are set up as deploy/ha says', async () => {
    cluster = await startCluster()
  })
  if (!cluster) return scores
  try {
    const DATABASE_URL = await cluster.makeDatabase('hub')
    const settings = { DATABASE_URL, HUB_SECRET: secret, HUB_BUSY_AFTER_MS: '60000' }
    const server = await startServer(settings)
    try {
      await proveOn(cluster, server.url, prove)
    } finally {
      await server.stop()
    }
    await prove('the ledger is proven', () => requireLedger(settings))
    return scores
  } finally {
    await cluster.stop()
  }
}

type Prove = (claim: string, work: () => Promise<void>) => Promise<void>

async function proveOn(cluster: Cluster, url: string, prove: Prove): Promise<void> {
  const onPrimary = <Result>(work: (superuser: pg.Client) => Promise<Result>) =>
    asSuperuser(cluster.urlOf('postgres', 'hub'), work)
  const load = await onPrimary((superuser) => startLoad(url, superuser))
  await pause(steadyMs)
  const former = (await cluster.leader())!
  await prove('a switch-over under load: another leads, and writes go on', async () => {
    const since = performance.now()
    await cluster.switchOver(former)
    await goOn(cluster, load, { since, former, most: mostSilent.switchOver })
    await cluster.untilWhole(3)
  })
  const killed = (await cluster.leader())!
  await prove('the primary is killed under load: another leads, and writes go on', async () => {
    const since = performance.now()
    cluster.node(killed).die()
    await goOn(cluster, load, { since, former: killed, most: mostSilent.kill })
  })
  await prove('the killed machine comes back, and follows', async () => {
    await cluster.node(killed).startEtcd()
    await cluster.node(killed).startPatroni()
    await cluster.untilWhole(3)
    strictEqual((await cluster.leader()) === killed, false)
  })
  await prove('its disk is lost under load: another machine takes its place, and writes go on', async () => {
    const since = performance.now()
    cluster.node(killed).die()
    await cluster.replace(killed)
    await cluster.untilWhole(3)
    // Until the primary waits no more for what was its second.
    const silence = load.longestSilence(since)
    console.log(`  nothing was acknowledged for ${silence.toFixed(1)} seconds`)
    ok(silence < mostSilent.kill, 'nothing was acknowledged for too long')
  })
  const done = await load.stop()
  const { award, scan } = done.acknowledged
  const answers = [...done.statuses].map(([status, count]) => `${status}: ${count}`).join(', ')
  console.log(`  ${award.length} awards and ${scan.length} scans acknowledged; answers ${answers}`)
  await prove('everything that was acknowledged is there, once', () =>
    onPrimary((superuser) => requireKept(superuser, done)),
  )
}

type Change = { readonly since: number; readonly former: string; readonly most: number }

/** Somebody else leads, and work is acknowledged again, in good time. */
async function goOn(cluster: Cluster, load: Load, { since, former, most }: Change): Promise<void> {
  const deadline = performance.now() + most * 1000
  const hasOther = async () => ![undefined, former].includes(await cluster.leader())
  while (!(await hasOther())) {
    if (performance.now() > deadline) throw new Error(`after ${most} seconds nobody else leads`)
    await pause(100)
  }
  const before = load.count()
  while (load.count() < before + 20) {
    if (performance.now() > deadline) throw new Error(`after ${most} seconds nothing is acknowledged`)
    await pause(100)
  }
  console.log(`  nothing was acknowledged for ${load.longestSilence(since).toFixed(1)} seconds`)
}

async function requireLedger(settings: Record<string, string>): Promise<void> {
  const { code, output } = await run(process.execPath, ['server/command/main.ts', 'ledger', 'check'], {
    env: { PATH: process.env.PATH, ...settings },
  })
  strictEqual(code, 0, output)
}
