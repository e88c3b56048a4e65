import { expect, test } from 'vitest'
import { loggedError } from './logged.ts'

test('an error is logged without the values that it quotes', () => {
  const error = Object.assign(new Error('invalid input syntax for type uuid: "a-code"'), {
    code: '22P02',
    table: 'card_offer',
    detail: 'Failing row contains (harbourside, a-code).',
    where: 'portal with parameter $1 = a-code',
    cause: new Error(
      'Reply was already sent, did you forget to "return reply" in "/api/claims/a-code" (GET)?',
    ),
  })
  const logged = loggedError(error)
  expect(logged).toMatchObject({
    type: 'Error',
    message: 'invalid input syntax for type uuid: "…"',
    code: '22P02',
    table: 'card_offer',
    cause: { message: 'Reply was already sent, did you forget to "return reply" in "…" (GET)?' },
  })
  expect(JSON.stringify(logged)).not.toContain('a-code')
  expect(logged.stack).toContain('logged.test.ts')
})
