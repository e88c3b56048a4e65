import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { answerMark } from '#contract/answer-mark.ts'
import { type Endpoint, stream } from '#contract/endpoint.ts'
import { conflict } from '#platform/refusals'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { samples } from '#tests/samples/samples.ts'

const { name: header, value: mark } = answerMark

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({}, (app) => {
    app.get('/api/broken', async () => {
      throw new Error('unforeseen')
    })
    app.get('/api/conflict', async () => {
      throw conflict('closed', 'It is closed.')
    })
    app.get('/api/seldom', { config: { rateLimit: { max: 1, timeWindow: 60_000 } } }, async () => ({}))
  })
})
afterAll(() => hub.close())

test('every row of the contract answers as Hub, to strangers, to staff, and to those of another business', async () => {
  const callers = [null, people.superAdmin, people.otherAdmin].map((email) => hub.as(email))
  const unmarked: string[] = []
  const statuses = new Set<number>()
  for (const [name, row] of Object.entries(api as Record<string, Endpoint>)) {
    // It would end the sessions that the others need, or never end itself.
    if (name === 'signOut' || row.output === stream) continue
    const sample = samples[name as keyof typeof samples]
    const input = { ...sample, params: { businessId: 'harbourside', ...sample.params } }
    for (const call of row.method === 'GET' ? callers : callers.filter((_, i) => i !== 1)) {
      const { status, headers } = await call(row, input)
      statuses.add(status)
      if (headers[header] !== mark) unmarked.push(`${name} ${status}`)
    }
  }
  expect(unmarked).toEqual([])
  for (const status of [200, 400, 401, 403, 404]) expect(statuses).toContain(status)
})

test.each([
  ['/api/broken', 500],
  ['/api/conflict', 409],
  ['/api/nothing-here', 404],
  ['/identity/nothing-here', 404],
  ['/api/business/lookup/%zz', 400],
  [`/api/business/lookup/${'x'.repeat(300)}`, 414],
  ['/health/live', 200],
])('so does %s', async (url, status) => {
  const answer = await hub.app.inject({ url })
  expect([answer.statusCode, answer.headers[header]]).toEqual([status, mark])
})

test('and whoever comes too often, in a form that is not taken, or on a broken connection', async () => {
  const at = (url: string, headers = {}) => hub.app.inject({ url, headers })
  await at('/api/seldom')
  const often = await at('/api/seldom')
  expect([often.statusCode, often.headers[header]]).toEqual([429, mark])
  for (const url of ['/api/version', '/identity/token']) {
    const packed = await at(url, { 'content-encoding': 'gzip' })
    expect([packed.statusCode, packed.headers[header]]).toEqual([415, mark])
  }
  const address = await hub.app.listen({ port: 0 })
  const long = await fetch(`${address}/api/business?q=${'x'.repeat(20_000)}`)
  expect([long.status, long.headers.get(header)]).toEqual([431, mark])
  // A page is known by it as well: none but Hub's own is kept on a device.
  const page = await fetch(`${address}/scan/harbourside/any`)
  expect(page.headers.get(header)).toBe(mark)
})
