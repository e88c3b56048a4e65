import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
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
    expect(answer.json()).toEqual({ status: state, version })
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
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    const figures = figuresIn(body)
    expect(figures.get('hub_requests_total endpoint=getMe status=401')).toBe(1)
    expect(figures.get('hub_request_seconds_bucket endpoint=getMe le=+Inf')).toBe(1)
    expect(figures.get('hub_request_seconds_count endpoint=getMe')).toBe(1)
    // One that nobody has called is known, too.
    expect(figures.get('hub_request_seconds_count endpoint=listVenues')).toBe(0)
  })

  // What operators' dashboards ask for: a name that changes is a figure that is gone.
  const names = [
    `hub_version_info version=${version}`,
    'hub_requests_total endpoint=other status=404',
    'hub_request_seconds_bucket endpoint=getMe le=0.005',
    'hub_request_seconds_sum endpoint=getMe',
    ...['open', 'idle', 'waited_for'].flatMap((state) => [
      `hub_database_connections state=${state}`,
      `hub_pool_connections pool=calls state=${state}`,
      `hub_pool_connections pool=copies state=${state}`,
    ]),
    'hub_jobs state=waiting task=expire_holds',
    'hub_lane_jobs lane=at_once state=waiting',
    'hub_lane_oldest_seconds lane=bulk',
    'process_resident_memory_bytes',
    'process_start_time_seconds',
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_heap_size_used_bytes',
    'nodejs_active_handles_total',
  ]

  test('have the names they are known by', async () => {
    await get('/nowhere.txt')
    const { body } = await get('/metrics', token)
    expect([...figuresIn(body).keys()]).toEqual(expect.arrayContaining(names))
    expect(body).toContain('# TYPE nodejs_gc_duration_seconds histogram')
  })

  test('are of one hub each, in one process', async () => {
    const other = await startTestHub({ HUB_METRICS_TOKEN: 'a-long-metrics-token' })
    await get(api.getMe.path)
    const { body } = await other.app.inject({ url: '/metrics', headers: token })
    expect(figuresIn(body).get('hub_request_seconds_count endpoint=getMe')).toBe(0)
    await other.close()
  })

  test('tell what waits, runs and has failed in the job queue', async () => {
    await hub.owner.query(`
      select start_job('expire_points', '{}') from generate_series(1, 5);
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody'
        where id in (select id from graphile_worker.jobs where task_identifier = 'expire_points' limit 1);
      update graphile_worker._private_jobs set attempts = max_attempts
        where id in (select id from graphile_worker.jobs
          where task_identifier = 'expire_points' and locked_at is null limit 2)`)
    const figures = figuresIn((await get('/metrics', token)).body)
    expect(
      ['waiting', 'running', 'failed'].map((state) =>
        figures.get(`hub_jobs state=${state} task=expire_points`),
      ),
    ).toEqual([2, 1, 2])
  })

  test('tell the same by lane, how long the oldest has been due, and of jobs that no lane knows', async () => {
    await hub.owner.query(`
      delete from graphile_worker._private_jobs;
      select start_job('expire_holds', '{}');
      select start_job('deliver_message_bulk', '{}') from generate_series(1, 3);
      select start_job('deliver_message_bulk', '{}', now() + interval '1 day');
      select start_job('of_another_version', '{}');
      update graphile_worker._private_jobs set run_at = now() - interval '1 hour'
        where id in (select id from graphile_worker.jobs where task_identifier = 'deliver_message_bulk'
          order by id limit 1);
      update graphile_worker._private_jobs set attempts = max_attempts, run_at = now() - interval '2 days'
        where id in (select id from graphile_worker.jobs where task_identifier = 'expire_holds')`)
    const figures = figuresIn((await get('/metrics', token)).body)
    const ofLane = (lane: string) =>
      ['waiting', 'running', 'failed'].map((state) =>
        figures.get(`hub_lane_jobs lane=${lane} state=${state}`),
      )
    expect(['at_once', 'soon', 'bulk', 'maintenance', 'none'].map(ofLane)).toEqual([
      [0, 0, 1],
      [0, 0, 0],
      [4, 0, 0],
      [0, 0, 0],
      [1, 0, 0],
    ])
    const oldest = (lane: string) => Math.floor(figures.get(`hub_lane_oldest_seconds lane=${lane}`)! / 60)
    expect(['at_once', 'soon', 'bulk', 'none'].map(oldest)).toEqual([0, 0, 60, 0])
  })

  test('ask the database for the job queue once, however many collect them at once', async () => {
    const asked = vi.spyOn(hub.database.pool, 'query')
    await Promise.all(Array.from({ length: 20 }, () => hub.figures.text()))
    expect(asked).toHaveBeenCalledTimes(1)
    asked.mockRestore()
  })
})

/** The figures by name and labels, whatever order these are in. */
function figuresIn(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      const named = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, is]) => `${label}=${is}`)
      return [[name, ...named.toSorted()].join(' '), Number(value)]
    }),
  )
}
