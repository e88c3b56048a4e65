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

test('each has its own time, and once all are answered nothing is waited for', async () => {
  const app = createServer(readSettings({ HUB_LOG_LEVEL: 'silent' }))
  answerRefusals(app)
  const answers: (() => void)[] = []
  app.get('/slow', () => new Promise((resolve) => answers.push(() => resolve({}))))
  await app.ready()
  const first = app.inject('/slow')
  await vi.advanceTimersByTimeAsync(30_000)
  const second = app.inject('/slow')
  const third = app.inject('/slow')
  await vi.advanceTimersByTimeAsync(30_000)
  expect((await first).statusCode).toBe(503)
  // Who came half way is under way still, and answered if it is done in time.
  answers[1]!()
  expect((await second).statusCode).toBe(200)
  await vi.advanceTimersByTimeAsync(30_000)
  expect((await third).statusCode).toBe(503)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(vi.getTimerCount()).toBe(0)
  // After a rest it begins anew.
  const fourth = app.inject('/slow')
  await vi.advanceTimersByTimeAsync(58_000)
  answers[3]!()
  expect((await fourth).statusCode).toBe(200)
})

test('what has begun to be sent by hand and never ends is cut off', async () => {
  const app = createServer(readSettings({ HUB_LOG_LEVEL: 'silent' }))
  app.get('/begun', (_request, reply) => {
    reply.raw.writeHead(200).write('some')
    return new Promise<never>(() => undefined)
  })
  await app.ready()
  const cut = app.inject('/begun').then(
    () => 'whole',
    () => 'cut off',
  )
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await cut).toBe('cut off')
})
