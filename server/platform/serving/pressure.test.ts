import { afterEach, expect, test, vi } from 'vitest'
import { answerRefusals } from '#platform/http'
import { readSettings } from '#platform/settings'
import { shedLoad } from './pressure.ts'
import { createServer } from './server.ts'

const settings = readSettings({ HUB_LOG_LEVEL: 'silent', HUB_BUSY_AFTER_MS: '50' })
const app = createServer(settings)
const shed: string[] = []

afterEach(() => app.close())

/** Keeps everything else in the process from its turn. */
function block(ms: number) {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('a process that is late with its work takes no more on, says so, and comes back by itself', async () => {
  answerRefusals(app)
  shedLoad(app, settings, (reason) => shed.push(reason))
  app.get('/work', async () => 'done')
  app.get('/how', { config: { isAlwaysAnswered: true } }, async () => 'busy')
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
