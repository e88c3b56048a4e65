import { expect, test } from 'vitest'
import { goneSecret } from '#contract/messaging/outbox.ts'
import { vaultOfRows } from '#platform/secrets'
import { sealText } from './sealing.ts'

const to = { businessId: 'harbourside', channel: 'email', recipient: 'anna@example.org' } as const
const vault = vaultOfRows('a secret of thirty-two characters.')
const told = (body: string) => sealText(vault, to, { body }).body
const code = 'AbCdEfGhIjKlMnOpQrStU2'

test.each([
  [`Go to https://club.example/claim/${code}.`, `Go to ${goneSecret}`],
  [
    `(http://club.example/?a=b&ticket=${code}&x=1) and https://club.example`,
    `(${goneSecret} and https://club.example`,
  ],
  [`https://club.example/?to=https://other.example/${code}`, goneSecret],
  // Words that stand together have no digits, numbers no letters, and what is short is no secret.
  ['https://club.example/the-Rules-of-the-house-and-the-garden', null],
  ['https://club.example/1234567890123456789012345', null],
  [`https://club.example/${code.slice(1)}`, null],
  [`Your number is ${code}.`, null],
])('of %j is kept in clear: %j', (body, kept) => {
  expect(told(body)).toBe(kept ?? body)
})

test.each(['a', 'aA', 'https://a', 'a-', 'aA1.'])('a text of many %j is read in no time', (part) => {
  const body = `https://${part.repeat(30_000)}`
  const before = performance.now()
  told(body)
  expect(performance.now() - before).toBeLessThan(500)
})
