import { expect, test } from 'vitest'
import { sessionEnd } from './session-limit.ts'

const hour = 3_600_000
const signedInAt = Date.parse('2026-11-14T01:00:00Z')

function tokenWith(claims: Record<string, unknown>): string {
  const all = { name: 'Zoë', auth_time: signedInAt / 1000, ...claims }
  return `header.${Buffer.from(JSON.stringify(all)).toString('base64url')}.signature`
}

test('a session ends eight hours after the first sign-in, however often its token was renewed', () => {
  const now = signedInAt + 3 * hour
  expect(sessionEnd(tokenWith({ iat: now / 1000 }), now)).toBe(signedInAt + 8 * hour)
})

test('an account without automatic log-out stays signed in', () => {
  expect(sessionEnd(tokenWith({ autoLogOut: false }), signedInAt)).toBeNull()
})

test('a clock that is wrong moves the end along with it', () => {
  const wrongNow = signedInAt + 20 * hour
  expect(sessionEnd(tokenWith({ iat: signedInAt / 1000 }), wrongNow)).toBe(wrongNow + 8 * hour)
})
