import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { chromium, type BrowserContext } from '@playwright/test'
import { identityApi } from '#contract/access/identity.ts'
import { demoPassword } from '#server/demo/access'
import { build } from '#tools/build.mjs'
import { findChromium } from '#tools/chromium.mjs'
import type { Figure } from './figure.ts'

const networks = [
  { name: 'slow 4G (1.6 Mbit/s, 150 ms)', bitsPerSecond: 1_600_000, latencyMs: 150, wantedMs: 2_000 },
  { name: '400 kbit/s, 400 ms', bitsPerSecond: 400_000, latencyMs: 400, wantedMs: 6_000 },
]
const runs = 3

/** How long the list of members takes to its first row, in a browser that has nothing of ours but a session. */
export async function coldStart(databaseUrl: string): Promise<Figure[]> {
  await build(process.execPath)
  const server = fork(fileURLToPath(new URL('servers/cold-start-server.ts', import.meta.url)), [databaseUrl])
  const [{ url }] = (await once(server, 'message')) as [{ url: string }]
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath && { executablePath }),
  })
  try {
    const figures: Figure[] = []
    for (const network of networks) {
      const tookMs: number[] = []
      for (let run = 0; run < runs; run++) {
        const context = await browser.newContext({ baseURL: url })
        await signIn(context)
        tookMs.push(await firstRow(context, network))
        await context.close()
      }
      const middle = tookMs.toSorted((one, other) => one - other)[Math.floor(runs / 2)]!
      figures.push({
        what: `${network.wantedMs / 1000} s / to the first row, ${network.name}`,
        measured: network.wantedMs / middle,
        wanted: 1,
        detail: `${tookMs.map((ms) => ms.toFixed(0)).join(', ')} ms; the middle one counts`,
      })
    }
    return figures
  } finally {
    await browser.close()
    const closed = once(server, 'close')
    server.kill('SIGKILL')
    await closed
  }
}

async function signIn(context: BrowserContext): Promise<void> {
  const data = { email: 'reception@harbourside.example', password: demoPassword }
  await context.request.post(identityApi.signIn.path, { data })
}

async function firstRow(context: BrowserContext, { bitsPerSecond, latencyMs }: (typeof networks)[number]) {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bitsPerSecond / 8,
    uploadThroughput: bitsPerSecond / 8,
  })
  const began = performance.now()
  await page.goto('/businesses/harbourside/members', { waitUntil: 'commit' })
  await page.locator('tbody tr').filter({ hasText: /\d{4}/ }).first().waitFor()
  return performance.now() - began
}
