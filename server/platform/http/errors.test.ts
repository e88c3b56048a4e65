import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { sendDownload } from '#platform/formats'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({}, (app) => {
    app.get('/api/broken', async () => {
      throw new Error('select secret from /srv/hub')
    })
    app.get('/api/broken-file', (_, reply) =>
      sendDownload(reply, { type: 'text/csv', name: 'a.csv', content: failing() }),
    )
  })
})
afterAll(() => hub.close())

function failing(): Readable {
  return new Readable({
    read() {
      this.destroy(new Error('no such column'))
    },
  })
}

test('an unforeseen failure tells nothing but its number', async () => {
  const answer = await hub.app.inject({ url: '/api/broken' })
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({
    ErrorCode: 'internal_error',
    ErrorMessage: `Something went wrong on our side. Try again, or quote the request id ${answer.headers['x-request-id'] as string} to support.`,
    RequestId: answer.headers['x-request-id'],
  })
})

test.each([
  ['broken JSON', { headers: { 'content-type': 'application/json' }, payload: '{' }, 400],
  ['another type', { headers: { 'content-type': 'text/plain' }, payload: 'hello' }, 415],
  ['too large a body', { headers: {}, payload: { Name: 'x'.repeat(1024 * 1024) } }, 413],
])('%s is refused with a sentence', async (_, request, status) => {
  const authorization = `Bearer ${await hub.tokenOf(people.superAdmin)}`
  const headers = { authorization, ...request.headers }
  const answer = await hub.app.inject({ method: 'POST', url: '/api/business', ...request, headers })
  expect(answer.statusCode).toBe(status)
  expect(answer.json().ErrorMessage).toMatch(/^The request .*\.$/)
})

test('an unknown address of the API is JSON, not the console', async () => {
  const answer = await hub.app.inject({ url: '/api/nothing-here' })
  expect(answer.statusCode).toBe(404)
  expect(answer.json().ErrorMessage).toBe('There is nothing at this address.')
})

const unstorable = ['a\u0000b', 'a\ud800b']

test.each(unstorable)('a character that cannot be stored is refused, not a failure', async (text) => {
  const as = hub.as(people.superAdmin)
  const answers = [
    await as(api.listBusinesses, { query: { q: text } }),
    await as(api.createBusiness, {
      body: { ABN: '51 824 753 556', Name: text, State: 'ACT', Postcode: '2600' },
    }),
  ]
  for (const { status, error } of answers.slice(text.isWellFormed() ? 0 : 1))
    expect([status, error.ErrorMessage]).toEqual([400, 'The text has characters that cannot be stored.'])
})

test('a path longer than any id is refused', async () => {
  const answer = await hub.app.inject({ url: `/api/business/lookup/${'x'.repeat(300)}?q=a` })
  expect(answer.statusCode).toBe(414)
  expect(answer.json().ErrorMessage).toBe('The address is too long.')
})

test('an address that cannot be read is refused with a sentence', async () => {
  const answer = await hub.app.inject({ url: '/api/business/lookup/%zz' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().ErrorMessage).toBe('The request could not be read.')
})

test('a date before the calendar is refused, not a failure', async () => {
  const { status, error } = await hub.as(people.admin)(api.listEvents, {
    params: { businessId: 'harbourside' },
    query: { startDateFrom: '0000-01-01' },
  })
  expect(status).toBe(400)
  expect(error.ErrorMessage).toBe('Start date from must be a date, such as 2026-11-15.')
})

test.each([
  [{}, 'Scans is required.'],
  [{ ScanId: 5, Code: '1', ScannedAt: '2026-11-15T00:00:00Z' }, 'Scan ID must be text.'],
  [{ Scans: [] }, 'Scans is required.'],
  [{ Scans: [{ ScanId: 'scan-0001', ScannedAt: '2026-11-15T00:00:00Z' }] }, 'Code is required.'],
  [[], 'The request must be an object.'],
])('of two forms a body can have, %o is told what it lacks of the nearer one', async (body, sentence) => {
  const { status, error } = await hub.as(people.admin)(api.recordScans, {
    params: { businessId: 'harbourside', eventId: 'any' },
    body,
  } as never)
  expect({ status, sentence: error.ErrorMessage }).toEqual({ status: 400, sentence })
})

test('a file that fails before its first byte is answered as JSON that can be read', async () => {
  const answer = await hub.app.inject({ url: '/api/broken-file', headers: { 'accept-encoding': 'gzip' } })
  expect(answer.statusCode).toBe(500)
  expect(answer.headers).not.toHaveProperty('content-encoding')
  expect(answer.headers).not.toHaveProperty('content-disposition')
  expect(answer.json().ErrorCode).toBe('internal_error')
})

test('a request whose headers are too long is refused with a sentence', async () => {
  const url = await hub.app.listen({ port: 0 })
  const answer = await fetch(`${url}/api/business?q=${'x'.repeat(20_000)}`)
  expect([answer.status, await answer.json()]).toEqual([
    431,
    { ErrorCode: 'headers_too_long', ErrorMessage: 'The address and the headers are too long.' },
  ])
})
