import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({
    HUB_STRIPE_SECRET_KEY: 'sk_test_1',
    HUB_STRIPE_WEBHOOK_SECRET: 'whsec_1',
    HUB_MICROSOFT_CLIENT_ID: 'hub',
    HUB_MICROSOFT_CLIENT_SECRET: 'not-to-be-told',
    // Nothing answers there.
    HUB_MICROSOFT_ISSUER: 'http://127.0.0.1:9',
    HUB_DEV_PAGES: 'on',
  })
})
afterAll(() => hub.close())

type Request = {
  method: string
  url: string
  headers?: Record<string, string>
  payload?: string
}

/** Anything but a failure of ours is an answer; a refusal says why. */
async function expectAnswer({ method, url, headers = {}, payload }: Request) {
  const answer = await hub.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload !== undefined && { payload }),
  })
  const told = `${method} ${url.slice(0, 200)} ${JSON.stringify(headers).slice(0, 200)}`
  expect(answer.statusCode, told).toBeLessThan(500)
  if (answer.statusCode < 400 || method === 'HEAD') return
  const { ErrorMessage, code } = answer.json()
  expect(ErrorMessage ?? `${code}.`, told).toMatch(/\w.*\.$/)
}

// Half of a percent sign, bytes that are no text, a NUL, another folder, and more than anybody's id.
const names = [
  '%',
  '%zz',
  '%ff%fe',
  '%00',
  'a%00b',
  '..%2f..%2fetc',
  '%F0%9F%92%A9',
  'x'.repeat(3000),
  '__proto__',
]

const rows = Object.values(api as Record<string, Endpoint>)

// One part reads the names of all rows: in the short form each row has one of them, the next row the next.
const named = rows
  .filter(({ path }) => path.includes('{'))
  .map((row, place) => ({
    ...row,
    names: inLong(
      names,
      names.filter((_, at) => at === place % names.length),
    ),
  }))

test.each(named)('$method $path is asked by no name', async (row) => {
  const token = await hub.tokenOf(people.superAdmin)
  for (const name of row.names)
    await expectAnswer({
      method: row.method,
      url: row.path.replaceAll(/\{\w+\}/g, name),
      headers: { authorization: `Bearer ${token}` },
    })
})

describe('what is no row of the contract', () => {
  const known = new Set(rows.map((row) => `${row.method} ${row.path}`))
  const beside = () => hub.routes.filter((route) => !known.has(route) && !route.startsWith('HEAD'))

  const bodies: [string, string | undefined][] = [
    ['application/json', undefined],
    ['application/json', ''],
    ['application/json', 'null'],
    ['application/json', '{"logs":[{}]}'],
    ['application/json', '['.repeat(20_000)],
    ['application/json', `"${'x'.repeat(3_000_000)}"`],
    ['application/octet-stream', '\u0000\u0001'],
    ['text/plain', 'text'],
    ['multipart/form-data', 'no boundary'],
    ['nonsense', '{}'],
    ['', '{}'],
  ]
  const headers: Record<string, string>[] = [
    {},
    { authorization: 'ApplePass ' },
    { authorization: `ApplePass ${'é'.repeat(500)}` },
    { 'if-modified-since': 'yesterday' },
    { 'stripe-signature': 't=now,v1=' },
    { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=00` },
    { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)}` },
    { cookie: 'hub_microsoft=; hub_microsoft=%00; hub_session=\u00ff' },
    { 'content-length': 'many' },
    { 'accept-encoding': 'nonsense;q=nonsense', range: 'bytes=9-1' },
  ]

  test('is there to be looked at', () => {
    expect(beside()).toContain('POST /api/webhooks/stripe')
    expect(beside()).toContain('GET /wallet/v1/passes/{passTypeId}/{serial}')
  })

  test('answers every method, name, header and body', async () => {
    for (const [place, route] of beside().entries()) {
      const [own, path = ''] = route.split(' ')
      // In the short form a third of them, and for the next route the next.
      const isTurn = (_: unknown, at: number) => inLong(true, at % 3 === place % 3)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']) {
        const url = path.replaceAll(/\{\w+\}/g, 'x').replace('*', 'x')
        // By another method nobody of this route's is asked: that is the same for all of them.
        const most = method === own ? Infinity : inLong(Infinity, 1)
        for (const each of headers.filter(isTurn).slice(0, most))
          await expectAnswer({ method, url, headers: each })
        if (method === 'GET' || method === 'HEAD') continue
        for (const [type, payload] of bodies.filter(isTurn).slice(0, most))
          await expectAnswer({
            method,
            url,
            headers: { 'content-type': type },
            ...(payload !== undefined && { payload }),
          })
      }
    }
  })

  test('answers names and queries that can not be read', async () => {
    for (const route of beside()) {
      const [method = '', path = ''] = route.split(' ')
      for (const name of names) {
        await expectAnswer({ method, url: path.replaceAll(/\{\w+\}|\*/g, name) })
        await expectAnswer({
          method,
          url: `${path.replaceAll(/\{\w+\}|\*/g, 'x')}?to=${name}&${name}&passesUpdatedSince=${name}`,
        })
      }
    }
  })
})
