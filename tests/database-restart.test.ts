import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { startServer } from '#tests/processes/server.ts'

let folder: string
let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hub-restart-'))
  server = await startServer({ HUB_DATA_DIR: folder, HUB_DEMO: 'off', HUB_LOG_LEVEL: 'silent' })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The process of the database; 0 while there is no file of it. */
function postmaster(): number {
  const file = join(folder, 'postgres/data/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
}

/** The processes that PostgreSQL has for our connections. */
const backends = () =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(postmaster())], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => /postgres: .* 127\.0\.0\.1/.test(line))
    .map((line) => Number.parseInt(line, 10))

const ask = () =>
  fetch(new URL(api.getCardClaim.path.replace('{code}', 'nothing'), server.url)).then(async (answer) => {
    await answer.text()
    return answer.status
  })
const isReady = async () => (await fetch(new URL('/health/ready', server.url))).status

/** Calls while something is done to the database, until that has come about and we are ready again. */
async function underLoad(harm: () => { isDone: () => boolean }): Promise<Set<number>> {
  const seen = new Set<number>()
  const over = new AbortController()
  const load = Array.from({ length: 6 }, async () => {
    while (!over.signal.aborted) seen.add(await ask())
  })
  await ask()
  const { isDone } = harm()
  await expect.poll(isDone).toBe(true)
  await expect.poll(isReady).toBe(200)
  over.abort()
  await Promise.all(load)
  return seen
}

function endPostmaster(signal: NodeJS.Signals) {
  const former = postmaster()
  process.kill(former, signal)
  return { isDone: () => postmaster() !== former }
}

function killBackend() {
  const [backend = 0] = backends()
  process.kill(backend, 'SIGKILL')
  return { isDone: () => !backends().includes(backend) }
}

test.each([
  ['an orderly restart of the database', () => endPostmaster('SIGINT')],
  ['a backend that is killed, which takes all others along', killBackend],
  ['a database that is killed', () => endPostmaster('SIGKILL')],
])('%s is a pause', async (_, harm) => {
  const seen = await underLoad(harm)
  // Found nothing, tried too often, or told to come back: never a fault.
  expect([...seen].filter((status) => ![404, 429, 503].includes(status))).toEqual([])
  await expect.poll(ask).toBeLessThan(500)
})

test('and the end comes as ever', async () => {
  const { code } = await server.stop()
  expect(code).toBe(0)
})
