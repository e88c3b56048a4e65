import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({}, (app) =>
    app.get('/api/broken', async () => {
      throw new Error('select secret from /srv/hub')
    }),
  )
})
afterAll(() => hub.close())

test('an unforeseen failure tells nothing but its number', async () => {
  const answer = await hub.app.inject({ url: '/api/broken' })
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({
    ErrorCode: 'internal_error',
    ErrorMessage: 'Something went wrong on our side. Try again, or quote the request id to support.',
    RequestId: answer.headers['x-request-id'],
  })
})

test.each([
  ['broken JSON', { headers: { 'content-type': 'application/json' }, payload: '{' }, 400],
  ['another type', { headers: { 'content-type': 'text/plain' }, payload: 'hello' }, 415],
  ['too large a body', { payload: { Name: 'x'.repeat(1024 * 1024) } }, 413],
])('%s is refused with a sentence', async (_, request, status) => {
  const answer = await hub.app.inject({ method: 'POST', url: '/api/business', ...request })
  expect(answer.statusCode).toBe(status)
  expect(answer.json().ErrorMessage).toMatch(/^The request .*\.$/)
})

test('an unknown address of the API is JSON, not the console', async () => {
  const answer = await hub.app.inject({ url: '/api/nothing-here' })
  expect(answer.statusCode).toBe(404)
  expect(answer.json().ErrorMessage).toBe('There is nothing at this address.')
})

test('a character that cannot be stored is refused, not a failure', async () => {
  const { status, error } = await hub.as(people.superAdmin)(api.listBusinesses, { query: { q: 'a\u0000b' } })
  expect({ status, code: error.ErrorCode }).toEqual({ status: 400, code: 'invalid_input' })
})

test('a path longer than any id is refused', async () => {
  const answer = await hub.app.inject({ url: `/api/business/lookup/${'x'.repeat(300)}?q=a` })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
})
