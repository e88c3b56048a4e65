import { doesNotMatch, strictEqual } from 'node:assert'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Installation, type Running, startHub } from '#tools/operate/installation.ts'
import { freePort } from '#tools/operate/process.ts'
import type { startNginx } from '#tools/operate/proxy.ts'

export type StartProxy = typeof startNginx
export type Processes = Awaited<ReturnType<typeof startProcesses>>

const roles = ['web', 'web', 'worker'] as const

/** Two processes for people and one for jobs, and a proxy before them. */
export async function startProcesses(
  startProxy: StartProxy,
  DATABASE_URL: string,
  installedAt: (index: number) => Installation,
) {
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
  const start = (installed: Installation, index: number) =>
    startHub(installed, { ...settings, HUB_ROLE: roles[index]!, PORT: String(ports[index]) })
  const running: Running[] = []
  const endAll = () => Promise.all(running.filter((each) => each.isRunning()).map((each) => each.stop()))
  const stop = async () => {
    await endAll()
    await proxy.stop()
  }
  try {
    for (const index of roles.keys()) running.push(await start(installedAt(index), index))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    proxy,
    settings,
    // Not by the proxy: its certificate is nobody's.
    url: `http://127.0.0.1:${ports[0]}`,
    /** One after the other, each by what is installed now. */
    replaceEach: async (installedNow: (index: number) => Installation) => {
      for (const [index, role] of roles.entries()) {
        await told(`${role} ${index + 1} ends`, () => endWell(running[index]!))
        await told(`${role} ${index + 1} starts`, async () => {
          running[index] = await start(installedNow(index), index)
          await pause(noticedMs())
        })
      }
    },
    endAll,
    stop,
  }
}

const seconds = (at: number) => (at / 1000).toFixed(1)

/** Says when it was done: what fails meanwhile says when, too. */
export async function told(what: string, work: () => Promise<void>): Promise<void> {
  const began = performance.now()
  await work()
  console.log(`  ${what}: ${seconds(began)} to ${seconds(performance.now())}`)
}

/** So long after it serves the unit lets a start take, for proxies to notice. */
function noticedMs(): number {
  const [, pauseSeconds = ''] =
    /^ExecStartPost=\/bin\/sleep (\d+)$/m.exec(readFileSync('deploy/systemd/hub@.service', 'utf8')) ?? []
  return Number(pauseSeconds) * 1000
}

/** Ends it; nothing of what it was doing may be cut off. */
async function endWell(server: Running): Promise<void> {
  const { code, output } = await server.stop()
  strictEqual(code, 0)
  doesNotMatch(output, /was cut off/)
}
