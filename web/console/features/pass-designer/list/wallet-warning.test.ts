import { expect, test } from 'vitest'
import { certificateNote, walletWarning } from './wallet-warning.ts'

const now = new Date('2026-11-15T10:00:00Z')
const setup = (apple: boolean, google: boolean, expires: string | null = null, authority = expires) => ({
  Apple: { IsReady: apple, CertificateExpires: expires, AuthorityExpires: authority },
  Google: { IsReady: google },
})

test('names the wallets that take no passes', () => {
  const titleOf = (apple: boolean, google: boolean) => walletWarning(setup(apple, google))?.title
  expect(titleOf(false, false)).toBe('Passes can’t be added to Apple Wallet or Google Wallet yet.')
  expect(titleOf(false, true)).toBe('Passes can’t be added to Apple Wallet yet.')
  expect(titleOf(true, false)).toBe('Passes can’t be added to Google Wallet yet.')
  expect(titleOf(true, true)).toBeUndefined()
})

test.each([
  ['2027-06-01T12:00:00Z', 'calm', 'Apple’s certificate lasts another 198 days, until 1 June 2027.'],
  ['2026-12-01T12:00:00Z', 'warning', 'Apple’s certificate runs out on 1 Dec 2026, in 16 days.'],
  ['2026-11-16T12:00:00Z', 'warning', 'Apple’s certificate runs out on 16 Nov 2026, in 1 day.'],
  ['2026-11-01T12:00:00Z', 'wrong', 'Apple’s certificate has run out.'],
])('of a certificate until %s: %s, %s', (expires, level, title) => {
  expect(certificateNote(setup(true, true, expires), now)).toMatchObject({ level, title })
})

test('the one that ends first is told of, and none where none is set up', () => {
  const both = setup(true, false, '2027-06-01T12:00:00Z', '2026-12-01T12:00:00Z')
  expect(certificateNote(both, now)?.title).toBe(
    'Apple’s WWDR certificate runs out on 1 Dec 2026, in 16 days.',
  )
  expect(certificateNote(setup(false, false), now)).toBeNull()
})
