import { getHeapStatistics } from 'node:v8'
import { afterEach, expect, test, vi } from 'vitest'
import { answerRefusals } from '#platform/http'
import { readSettings } from '#platform/settings'
import { shedLoad } from './pressure.ts'
import { createServer } from './server.ts'

let close: () => Promise<unknown>
afterEach(async () => {
  vi.restoreAllMocks()
  await close()
})

/** A server that is late after so many milliseconds, and why it refused whom it refused. */
function serve(busyAfterMs: string) {
  const settings = readSettings({ HUB_LOG_LEVEL: 'silent', HUB_BUSY_AFTER_MS: busyAfterMs })
  const app = createServer(settings)
  const shed: string[] = []
  close = () => app.close()
  answerRefusals(app)
  shedLoad(app, settings, (reason) => shed.push(reason))
  app.get('/work', async () => 'done')
  app.get('/how', { config: { isAlwaysAnswered: true } }, async () => 'busy')
  return { app, shed }
}

/** Keeps everything else in the process from its turn. */
function block(ms: number) {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('a process that is late with its work takes no more on, says so, and comes back by itself', async () => {
  const { app, shed } = serve('50')
  expect((await app.inject('/work')).body).toBe('done')

  const refused = await vi.waitUntil(
    async () => {
      block(300)
      const answer = await app.inject('/work')
      return answer.statusCode === 200 ? null : answer
    },
    { timeout: 120_000, interval: 1 },
  )
  expect(refused.statusCode).toBe(503)
  expect(refused.json()).toMatchObject({
    ErrorCode: 'busy',
    ErrorMessage: 'Hub is busy. Try again in a moment.',
  })
  expect(refused.headers['retry-after']).toBe('2')
  expect(shed).toContain('late')
  expect((await app.inject('/how')).body).toBe('busy')

  await vi.waitFor(async () => expect((await app.inject('/work')).body).toBe('done'), { timeout: 120_000 })
})

const { heap_size_limit: limit } = getHeapStatistics()
const plenty = { rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }

test.each([
  ['heap', { heapUsed: limit * 0.95 }, { heapUsed: limit * 0.85 }],
  ['buffers', { arrayBuffers: limit * 0.55 }, { arrayBuffers: limit * 0.45 }],
])('a process whose %s is full takes no more on until there is room', async (reason, full, room) => {
  const { app, shed } = serve('60000')
  const memory = vi.spyOn(process, 'memoryUsage').mockReturnValue({ ...plenty, ...full })
  await vi.waitFor(async () => expect((await app.inject('/work')).statusCode).toBe(503), { timeout: 120_000 })
  expect((await app.inject('/work')).json()).toMatchObject({ ErrorCode: 'busy' })
  expect(new Set(shed)).toEqual(new Set([reason]))
  expect((await app.inject('/how')).body).toBe('busy')

  memory.mockReturnValue({ ...plenty, ...room })
  await vi.waitFor(async () => expect((await app.inject('/work')).body).toBe('done'), { timeout: 120_000 })
})
