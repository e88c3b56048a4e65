import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { RateLimiter } from '#platform/limits'
import { Refusal } from '#platform/refusals'
import { withGuessLimits } from './guess-limits.ts'

const rateLimiter = {
  count: async () => undefined,
  takeBack: () => Promise.reject(new Error('the database is away')),
} as unknown as RateLimiter
const row = { rateLimits: [{ kind: 'test', most: 1, windowMs: 1000 }] } as unknown as Endpoint
const guess = { params: {}, body: {}, origin: { address: '10.0.0.1' } }

test('what was done is answered, though its guess can not be taken back', async () => {
  expect(await withGuessLimits({ rateLimiter }, row, guess, async () => 'done')).toBe('done')
})

test('what failed is told by its own reason', async () => {
  const refused = () => Promise.reject(new Refusal(409, 'taken', 'That is taken.'))
  await expect(withGuessLimits({ rateLimiter }, row, guess, refused)).rejects.toThrow('That is taken.')
})
