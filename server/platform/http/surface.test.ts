import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { openMetricsPort } from '#platform/serving'
import { version } from '#platform/settings'
import { startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({ HUB_METRICS_TOKEN: 'a-long-metrics-token' })
})
afterAll(() => hub.close())
const get = (url: string, headers = {}) => hub.app.inject({ url, headers })

test('no page may run an inline script or be framed', async () => {
  const { headers } = await get('/api/docs')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('answers of the API are not kept by caches', async () => {
  expect((await get(api.getConsoleSettings.path)).headers['cache-control']).toBe('no-store')
})

test('what is open to anyone is limited by address', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 601; i++) {
    const { statusCode } = await hub.app.inject({
      url: api.getConsoleSettings.path,
      remoteAddress: '203.0.113.9',
    })
    statuses.push(statusCode)
  }
  expect(statuses.slice(0, 600).every((status) => status === 200)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
  expect((await get(api.getConsoleSettings.path)).statusCode).toBe(200)
})

test('anyone may ask for the version, and learns nothing else', async () => {
  expect((await get('/api/version')).json()).toEqual({ Version: version })
  expect((await get('/api/openapi.json')).json().info).toEqual({ title: 'Hub API', version })
})

describe('health', () => {
  test.each(['live', 'ready'])('%s', async (state) => {
    const answer = await get(`/health/${state}`)
    expect(answer.json()).toEqual({ status: state })
  })
})

describe('metrics', () => {
  const token = { authorization: 'Bearer a-long-metrics-token' }

  test('are for those with the token, wherever they call from', async () => {
    expect((await get('/metrics', token)).statusCode).toBe(200)
    for (const authorization of [
      '',
      'Bearer a-long-metrics-tokem',
      'Bearer a-long-metrics-token!',
      'Basic x',
    ])
      expect((await get('/metrics', { authorization })).statusCode).toBe(404)
  })

  test('are nowhere without one: behind a proxy on this machine everybody calls from it', async () => {
    const other = await startTestHub({ HUB_TRUST_PROXY: '1' })
    for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }, token])
      for (const remoteAddress of ['127.0.0.1', '::1', '203.0.113.9']) {
        const answer = await other.app.inject({ url: '/metrics', headers, remoteAddress })
        expect(answer.statusCode).toBe(404)
      }
    await other.close()
  })

  test('may have a port of their own, which this machine alone reaches', async () => {
    const { port, close } = await openMetricsPort(hub.figures, 0)
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(await answer.text()).toContain('hub_requests_total')
    expect((await fetch(`http://127.0.0.1:${port}/api/console/settings`)).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404)
    await close()
  })

  test('count requests by endpoint and status', async () => {
    await get(api.getMe.path)
    const { body, headers } = await get('/metrics', token)
    expect(headers['content-type']).toMatch(/^text\/plain/)
    expect(body).toMatch(/hub_requests_total\{endpoint="getMe",status="401"\} 1/)
    expect(body).toMatch(/hub_request_seconds_bucket\{endpoint="getMe",le="\+Inf"\} 1/)
  })
})

describe('the documentation', () => {
  test('names every call with its access and shapes', async () => {
    const document = (await get('/api/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    const operations = Object.values(
      document.paths as Record<string, Record<string, { operationId: string }>>,
    )
      .flatMap((methods) => Object.values(methods))
      .map((operation) => operation.operationId)
    expect(operations.toSorted()).toEqual(Object.keys(api).toSorted())
    expect(document.paths['/api/business/lookup/{type}'].get.parameters).toContainEqual({
      name: 'type',
      in: 'path',
      required: true,
      schema: { type: 'string', enum: ['name', 'abn', 'acn'] },
    })
  })

  test('is readable as a page', async () => {
    const { body } = await get('/api/docs')
    expect(body).toContain('POST /api/business')
    expect(body).toContain('Super administrators.')
  })
})
