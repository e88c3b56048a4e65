import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { patienceMs } from '#platform/outside'
import { type Chain, makeLocalChain } from '#server/wallets/signing'
import { startFakePush } from '#tests/fakes/fake-push.ts'
import { push, PushRefused } from './apple-push.ts'

let chain: Chain
let trust: string
let apple: Awaited<ReturnType<typeof startFakePush>>
beforeAll(async () => {
  chain = await makeLocalChain('pass.hub.test', 'TEAM000001')
  const made = execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      '-',
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  ).toString()
  const [key = ''] = /-----BEGIN PRIVATE KEY[^]+?END PRIVATE KEY-----/.exec(made) ?? []
  trust = made.slice(made.indexOf('-----BEGIN CERTIFICATE'))
  apple = await startFakePush({ key, cert: trust, ca: chain.authority })
})
afterAll(() => apple.close())

const pushTo = (tokens: readonly string[], service = {}) =>
  push(
    {
      url: apple.url,
      certificate: chain.certificate,
      key: chain.key,
      passTypeId: 'pass.hub.test',
      trust,
      ...service,
    },
    tokens,
  )

test('tells each device once, by the certificate of the pass type, and says nothing more', async () => {
  const tokens = Array.from({ length: 250 }, (_, index) => `token-${index}`)
  const outcomes = await pushTo(tokens)
  expect(new Set(outcomes.values())).toEqual(new Set(['told']))
  expect(apple.pushes.map(({ token }) => token).toSorted()).toEqual(tokens.toSorted())
  expect(apple.pushes[0]).toMatchObject({
    topic: 'pass.hub.test',
    body: '{}',
    client: 'Pass Type ID: pass.hub.test',
  })
})

describe('tells apart', () => {
  test.each([
    [410, 'Unregistered', 'gone'],
    [400, 'BadDeviceToken', 'gone'],
    [429, 'TooManyRequests', 'later'],
    [500, 'InternalServerError', 'later'],
    [503, 'ServiceUnavailable', 'later'],
  ])('%i %s: %s', async (status, reason, outcome) => {
    apple.answers.set('one', { status, reason })
    expect(await pushTo(['one', 'other'])).toEqual(
      new Map([
        ['one', outcome],
        ['other', 'told'],
      ]),
    )
  })

  test('what no later try would change', async () => {
    apple.answers.set('one', { status: 403, reason: 'BadCertificate' })
    await expect(pushTo(['one'])).rejects.toThrow(PushRefused)
  })

  test('a service that does not answer', async () => {
    expect(await pushTo(['one'], { url: 'https://localhost:1' })).toEqual(new Map([['one', 'later']]))
  })

  test('a service that takes what it is told and says nothing', async () => {
    apple.answers.set('one', 'never')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const taken = apple.pushes.length
    const told = pushTo(['one'])
    while (apple.pushes.length === taken) await new Promise(setImmediate)
    vi.advanceTimersByTime(patienceMs.ofJobs)
    expect(await told).toEqual(new Map([['one', 'later']]))
    vi.useRealTimers()
  })

  test('a service that falls silent: however many are left, it is waited for once', async () => {
    const tokens = Array.from({ length: 1_000 }, (_, index) => `silent-${index}`)
    for (const token of tokens) apple.answers.set(token, 'never')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const taken = apple.pushes.length
    const told = pushTo(['heard', ...tokens])
    while (apple.pushes.length <= taken + 100) await new Promise(setImmediate)
    vi.advanceTimersByTime(patienceMs.ofJobs)
    const outcomes = await told
    vi.useRealTimers()
    expect(outcomes.get('heard')).toBe('told')
    expect(tokens.map((token) => outcomes.get(token))).toEqual(tokens.map(() => 'later'))
    expect(apple.pushes.length).toBe(taken + 101)
  })

  test('a service that is not to be trusted', async () => {
    expect(await pushTo(['one'], { trust: chain.authority })).toEqual(new Map([['one', 'later']]))
  })
})
