import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { TillReceipt } from '#contract/till/till.ts'
import { demoPassword, demoTillSecret } from '#server/demo/access'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { startServer } from '#tests/processes/server.ts'
import { freshCard, tillOf } from '#tests/till.ts'

// A process on a machine whose clock is wrong, beside one whose clock is right.
const hourMs = 3_600_000
const metricsToken = 'metrics of the wrong clock'
let right: TestHub
beforeAll(async () => {
  right = await startTestHub()
})
afterAll(() => right.close())

describe.each([
  ['ahead of', hourMs],
  ['behind', -hourMs],
])('a clock that is an hour %s that of the database', (word, aheadMs) => {
  let wrong: Awaited<ReturnType<typeof startServer>>
  let output: Promise<string> | undefined
  beforeAll(async () => {
    wrong = await startServer(
      {
        DATABASE_URL: right.databaseUrl,
        HUB_SECRET: right.secret,
        HUB_METRICS_TOKEN: metricsToken,
        HUB_ROLE: 'web',
        TEST_CLOCK_AHEAD_MS: String(aheadMs),
      },
      { first: [new URL('./harness/processes/wrong-clock.ts', import.meta.url)] },
    )
  })
  afterAll(() => output ?? wrong.stop())

  const call = (path: string, init: { method?: string; bearer?: string; body?: object } = {}) =>
    fetch(new URL(path, wrong.url), {
      method: init.method ?? 'GET',
      headers: {
        ...(init.bearer && { authorization: `Bearer ${init.bearer}` }),
        ...(init.body && { 'content-type': 'application/json' }),
      },
      ...(init.body && { body: JSON.stringify(init.body) }),
    })

  test('is told to whoever watches, and keeps nobody from being served', async () => {
    const ready = await call('/health/ready')
    const { status, warnings } = (await ready.json()) as { status: string; warnings: string[] }
    expect([ready.status, status]).toEqual([200, 'ready'])
    expect(warnings).toEqual([
      expect.stringMatching(
        `^The clock of this machine is 3[56]\\d\\d\\.\\d seconds ${word} the database's: `,
      ),
    ])
    const figures = await (await call('/metrics', { bearer: metricsToken })).text()
    const [, seconds] = /^hub_clock_offset_seconds (\S+)$/m.exec(figures)!
    expect(Math.abs(Number(seconds) - aheadMs / 1000)).toBeLessThan(60)
  })

  test('makes no session that is over, or not begun, for another process; nor refuses those of others', async () => {
    const body = { email: people.finance, password: demoPassword }
    const signedIn = await call(api.signIn.path, { method: 'POST', body })
    const { token } = (await signedIn.json()) as { token: string }
    expect((await right.withToken(token)(api.getMe)).status).toBe(200)
    const own = await right.tokenOf(people.reception)
    expect((await call(api.getMe.path, { bearer: own })).status).toBe(200)
  })

  test('makes no hold that has expired, nor one that lasts an hour longer', async () => {
    const { number } = await freshCard(right)
    const held = await call(api.tillHold.path.replace('{businessId}', 'harbourside'), {
      method: 'POST',
      bearer: demoTillSecret,
      body: { Code: number, Amount: 5, TimeToLiveSeconds: 120 },
    })
    const receipt = (await held.json()) as TillReceipt
    const left = Date.parse(receipt.ExpiresAt!) - Date.now()
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(125_000)
    expect((await tillOf(right).capture(receipt.HoldId)).status).toBe(200)
  })

  test('is in the log', async () => {
    const { output: said } = await wrong.stop()
    output = Promise.resolve(said)
    expect(said).toContain(`seconds ${word} the database's`)
  })
})
