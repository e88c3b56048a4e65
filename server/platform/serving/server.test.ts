import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerRefusals } from '#platform/http'
import { readSettings } from '#platform/settings'
import { createServer } from './server.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('what takes too long is given up in a sentence, but for what is sent as it comes', async () => {
  const app = createServer(readSettings({ HUB_LOG_LEVEL: 'silent' }))
  answerRefusals(app)
  const never = () => new Promise<never>(() => undefined)
  app.get('/endless', never)
  app.get('/stream', { config: { isStream: true } }, never)
  await app.ready()
  const given = app.inject('/endless')
  const streamed = app.inject('/stream')
  await vi.advanceTimersByTimeAsync(60_000)
  const answer = await given
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({
    ErrorMessage: 'This took too long, and was given up. Try again in a moment.',
  })
  expect(answer.headers['retry-after']).toBe('5')
  const none = {}
  expect(await Promise.race([streamed, Promise.resolve(none)])).toBe(none)
})
